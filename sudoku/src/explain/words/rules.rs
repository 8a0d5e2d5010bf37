//! The words of rules: for each of the rules that published puzzles use most, the name and the statement of its clues.

/// The words of a rule. `{#}` is the number of the clue after a space, if it has one; `{number}` the number;
/// `{params}` all its numbers, `{pairs}` as counts of values; `{cells}` its cells; `{from}` and `{to}` the first and the
/// last of them, and `{inner}` those between; `{a}` and `{b}` its lists; `{lists}` all lists, `{sums}` as sums;
/// `{weighted}` its cells, each multiplied by a number; `{text}` the beginning of its text after the rule, `{full text}`
/// all of it; in the statement, `{scope}` all cells that the clue is about.
pub(super) struct RuleWords {
    /// The name of the rule.
    pub rule: &'static str,
    /// The name of a clue.
    pub noun: &'static str,
    /// The statement of a clue.
    pub says: &'static str,
    /// The statement of a clue without a number, if it differs.
    pub without_number: Option<&'static str>,
}

const fn words(rule: &'static str, noun: &'static str, says: &'static str) -> RuleWords {
    RuleWords { rule, noun, says, without_number: None }
}

const fn either(
    rule: &'static str,
    noun: &'static str,
    says: &'static str,
    without_number: &'static str,
) -> RuleWords {
    RuleWords { rule, noun, says, without_number: Some(without_number) }
}

/// A line for each rule.
pub(super) const RULES: &[RuleWords] = &[
    either(
        "killer",
        "the cage{#} at {from}",
        "The cage {cells} has different values that sum to {number}",
        "The cage {cells} has different values",
    ),
    either(
        "black",
        "the black dot between {from} and {to}",
        "One of {cells} is {number} times the other",
        "One of {cells} is twice the other",
    ),
    either(
        "white",
        "the white dot between {from} and {to}",
        "{cells} differ by exactly {number}",
        "{cells} are consecutive",
    ),
    words("automaton", "the automaton at {from}", "The values of {cells}, in this order, obey the automaton"),
    words("regex", "the pattern at {from}", "The values of {cells}, in this order, match the pattern"),
    words("arrow", "the arrow at {a} along {b}", "The shaft of the arrow, {b}, sums to the number in {a}"),
    words("thermo", "the thermometer from {from} to {to}", "The thermometer rises along {cells}"),
    words(
        "slow-thermo",
        "the slow thermometer from {from} to {to}",
        "The slow thermometer never falls along {cells}",
    ),
    words(
        "little-killer",
        "the little killer{#} from {from} to {to}",
        "The diagonal {cells} sums to {number}",
    ),
    words("chaos-construction", "the unknown regions", "The cells of each unknown region are connected"),
    words("sum", "the sum{#} at {from}", "The sum of {cells} is {number}"),
    words(
        "skyscraper",
        "the skyscraper clue{#} from {from} to {to}",
        "Looking from {from} to {to}, {number} skyscrapers are visible: values greater than all before them",
    ),
    words(
        "renban",
        "the renban line from {from} to {to}",
        "The line {cells} has consecutive values in any order",
    ),
    words(
        "nabner",
        "the nabner line from {from} to {to}",
        "No two values of the line {cells} are equal or consecutive",
    ),
    either(
        "whisper",
        "the whisper line from {from} to {to}",
        "Neighbours on the line {cells} differ by at least {number}",
        "Neighbours on the line {cells} differ by at least half the number of values",
    ),
    words("x", "the X between {from} and {to}", "{cells} sum to ten (X)"),
    words("v", "the V between {from} and {to}", "{cells} sum to five (V)"),
    words("pair-sum", "the sum{#} of {from} and {to}", "{cells} sum to {number}"),
    words("quadruple", "the quadruple at {from}", "{params} must be among {scope}"),
    words("contains", "the clue at {from}", "{params} must be among {cells}"),
    words(
        "allowed",
        "the line of allowed pairs from {from} to {to}",
        "Each two neighbours on the line {cells} are one of its allowed pairs",
    ),
    words(
        "full-rank",
        "the rank{#} from {from} to {to}",
        "Among all rows and columns read as numbers from either end, the one from {from} to {to} has rank {number}",
    ),
    words(
        "zipper",
        "the zipper line from {from} to {to}",
        "On the line {cells}, cells at the same distance from the middle have the same sum; a middle cell is that sum",
    ),
    words("look-and-say", "the look-and-say clue at {from}", "Among {cells}, {pairs}"),
    words("extra-region", "the extra region at {from}", "The cells {cells} of the extra region differ"),
    words("greater", "the sign between {from} and {to}", "{from} is greater than {to}"),
    words(
        "counting-circles",
        "the circles",
        "A value that stands in a circle stands in exactly that many circles ({cells})",
    ),
    words(
        "palindrome",
        "the palindrome from {from} to {to}",
        "The line {cells} reads the same from both ends",
    ),
    words(
        "between",
        "the line between {from} and {to}",
        "{inner} must lie strictly between the values of {from} and {to}",
    ),
    either(
        "lockout",
        "the lockout line between {from} and {to}",
        "{from} and {to} differ by at least {number}, and {inner} must lie outside the range between them",
        "{from} and {to} differ by at least half the number of values, rounded down, and {inner} must lie outside the range between them",
    ),
    words("double-arrow", "the double arrow at {from}", "The ends {from} and {to} sum to as much as {inner}"),
    words(
        "region-sum",
        "the region sum line from {from} to {to}",
        "The line {cells} has the same sum in each region that it passes",
    ),
    words(
        "sum-line",
        "the sum line from {from} to {to}",
        "The line {cells} can be cut into pieces that each sum to {number}",
    ),
    words("equal-sums", "the equal sums at {from}", "The sums {sums} are equal"),
    words("same-values", "the equal sets at {from}", "The lists {lists} hold the same values in any order"),
    words("clone", "the clones at {from}", "The clones {lists} have the same values in the same order"),
    words(
        "entropic",
        "the entropic line from {from} to {to}",
        "Any three neighbours on the line {cells} are one low, one middle and one high value, in any order",
    ),
    words(
        "modular",
        "the modular line from {from} to {to}",
        "Any {number} neighbours on the line {cells} leave different remainders when divided by {number}",
    ),
    words(
        "x-sum",
        "the X-sum{#} from {from} to {to}",
        "Looking from {from} to {to}, the first N cells sum to {number}, where N is the value of {from}",
    ),
    words(
        "sandwich",
        "the sandwich{#} of {from} to {to}",
        "From {from} to {to}, the values between the smallest and the largest sum to {number}",
    ),
    words(
        "numbered-room",
        "the numbered room{#} from {from} to {to}",
        "Counted from {from} to {to}, the N-th cell is {number}, where N is the value of {from}",
    ),
    words(
        "column-index",
        "the index at {from}",
        "If an indexed cell ({cells}) in column C has the value V, the cell in column V of its row is C",
    ),
    words(
        "row-index",
        "the index at {from}",
        "If an indexed cell ({cells}) in row R has the value V, the cell in row V of its column is R",
    ),
    words(
        "box-index",
        "the index at {from}",
        "If an indexed cell ({cells}) at place P of its box has the value V, the cell at place V of the box is P",
    ),
    words(
        "global-entropy",
        "the entropy rule",
        "Each square of 2 by 2 cells, like {scope}, has a low, a middle and a high value",
    ),
    either(
        "global-mod",
        "the remainder rule",
        "Each square of 2 by 2 cells, like {scope}, has all remainders of a division by {number}",
        "Each square of 2 by 2 cells, like {scope}, has all remainders of a division by 3",
    ),
    words(
        "dutch-flatmates",
        "the flatmates rule",
        "Each 5 has a 1 directly above it or a 9 directly below it ({scope})",
    ),
    words(
        "doppelganger",
        "the doppelganger rule",
        "Each row, column and box has a 0 and misses another digit, and no two rows, columns or boxes miss the same",
    ),
    words(
        "dutch-whisper",
        "the Dutch whisper line from {from} to {to}",
        "Neighbours on the line {cells} differ by at least 4",
    ),
    words(
        "value-index",
        "the index line at {from}",
        "With N in the second cell of the line {cells}, the N-th cell after it has the value of {from}",
    ),
    words(
        "allowed-all",
        "the list of pairs at {from}",
        "Any two of {cells} are one of their allowed pairs, in this order",
    ),
    words(
        "contains-exactly",
        "the clue at {from}",
        "{params} are among {cells}, each exactly as often as it is listed",
    ),
    words("weighted-sum", "the weighted sum{#} at {from}", "{weighted} is {number}"),
    words("math", "the result{#} at {from}", "{cells} give {number} by the operation of their clue"),
    words("count-distinct", "the count in {a}", "{a} is the number of different values in {b}"),
    words(
        "lunchbox",
        "the lunchbox{#} at {from}",
        "{cells} differ, and those listed between the smallest and the largest sum to {number}",
    ),
    words(
        "rellik",
        "the rellik cage{#} at {from}",
        "{cells} differ, and neither a cell nor a set of cells among them sums to {number}",
    ),
    words(
        "equality",
        "the equality cage at {from}",
        "{cells} differ, as many are odd as even, and as many are low as high",
    ),
    words(
        "connected",
        "the connection of {params}",
        "The cells with {params} are connected along their sides",
    ),
    words(
        "hidden-skyscraper",
        "the hidden skyscraper{#} from {from} to {to}",
        "Looking from {from} to {to}, the first value behind a greater one is {number}",
    ),
    words(
        "minimum",
        "the minimum at {from}",
        "A minimum is smaller than the neighbours that are no minimum ({scope})",
    ),
    words(
        "maximum",
        "the maximum at {from}",
        "A maximum is greater than the neighbours that are no maximum ({scope})",
    ),
    words("count-regions", "the count of regions in {a}", "{a} is the number of different regions of {b}"),
    words("same-region", "the same-region clue at {from}", "{cells} are in one region"),
    words("different-regions", "the different-regions clue at {from}", "{cells} are in different regions"),
    words(
        "chaos-count",
        "the region count at {from}",
        "{from} is the number of the cells listed for it that are in the region of the first of them",
    ),
    words(
        "chaos-arrow",
        "the region arrow at {from}",
        "{from} is the number of cells along its arms before another region begins",
    ),
    words(
        "chaos-thermo",
        "the region thermometer from {from} to {to}",
        "From {from}, values rise along {cells} to the border of its region, and fall behind it",
    ),
    words("either", "the choice “{text}”", "At least one alternative holds: {full text}"),
    words("require", "the formula “{text}”", "The formula holds: {full text}"),
    words("each", "the formula “{text}”", "The formula holds, here for {scope}: {full text}"),
];

/// The words of a rule, if it has some.
pub(super) fn words_of(rule: &str) -> Option<&'static RuleWords> {
    RULES.iter().find(|words| words.rule == rule)
}
