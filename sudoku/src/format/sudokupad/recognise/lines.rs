//! Coloured lines: by the sentence that names the colour, then by habit, then as the only rule for lines.

use std::collections::HashMap;

use crate::format::sudokupad::claims::{Claims, Scene, clue};
use crate::format::sudokupad::colour::Colour;
use crate::format::sudokupad::drawing::{Shape, Spot, Stroke};
use crate::format::sudokupad::words::{Phrase, all, names_colour, number_after, number_before};
use crate::rules::Param;
use crate::rules::kinds::lines::{between, whisper};

/// A rule for lines.
struct LineRule {
    name: &'static str,
    /// Sentences about the rule.
    phrases: &'static [Phrase],
    /// The colours that it is usually drawn in.
    habits: &'static [&'static str],
    /// Whether its lines end in circles.
    has_circles: bool,
}

const RULES: [LineRule; 15] = [
    LineRule {
        name: "renban",
        phrases: &[
            all(&["renban"]),
            Phrase { all: &["line", "consecutive", "set"], none: NOT_RENBAN },
            Phrase { all: &["line", "consecutive", "any order"], none: NOT_RENBAN },
            Phrase { all: &["line", "consecutive", "sequence"], none: NOT_RENBAN },
            Phrase { all: &["line", "consecutive", "repeat"], none: NOT_RENBAN },
            Phrase { all: &["line", "consecutive", "order"], none: NOT_RENBAN },
            Phrase { all: &["line", "consecutive", "distinct"], none: NOT_RENBAN },
            Phrase { all: &["line", "sequential", "order"], none: NOT_RENBAN },
            Phrase { all: &["line", "run of", "order"], none: NOT_RENBAN },
        ],
        habits: &["F067F0", "D23BE7", "FF00FF", "C879FF", "E600E6"],
        has_circles: false,
    },
    LineRule {
        name: "whisper",
        phrases: &[
            Phrase { all: &["whisper"], none: &["dutch"] },
            Phrase { all: &["line", "differ", "at least 5"], none: &[] },
            Phrase { all: &["line", "differ", "at least five"], none: &[] },
            Phrase { all: &["line", "differ", "at least"], none: &["4", "four", "dutch"] },
            Phrase { all: &["line", "differ", "or more"], none: &["4", "four", "dutch"] },
            Phrase { all: &["line", "differ", "or greater"], none: &["4", "four", "dutch"] },
            Phrase { all: &["line", "differ", "minimum"], none: &["4", "four", "dutch"] },
            Phrase { all: &["line", "apart", "at least"], none: &["4", "four", "dutch"] },
            Phrase {
                all: &["adjacent", "differ", "at least"],
                none: &["4", "four", "dutch", "dot", "orthogonal"],
            },
        ],
        habits: &["67F067", "A3E048", "00FF00", "39FF14", "7CFC00"],
        has_circles: false,
    },
    LineRule {
        name: "dutch-whisper",
        phrases: &[
            all(&["dutch"]),
            Phrase { all: &["line", "differ", "at least", "4"], none: &["german"] },
            Phrase { all: &["line", "differ", "at least four"], none: &["german"] },
            Phrase { all: &["line", "differ", "four or more"], none: &["german"] },
            Phrase { all: &["line", "differ", "4 or more"], none: &["german"] },
        ],
        habits: &["FFA600", "EB7532", "FF9A00"],
        has_circles: false,
    },
    LineRule {
        name: "palindrome",
        phrases: &[all(&["palindrom"]), all(&["read", "same", "forward"]), all(&["line", "read", "same"])],
        habits: &["AAAAAA", "CFCFCF", "B3B3B3"],
        has_circles: false,
    },
    LineRule {
        name: "region-sum",
        phrases: &[
            all(&["region sum"]),
            all(&["region-sum"]),
            all(&["line", "equal sum"]),
            all(&["line", "same sum", "box"]),
            all(&["line", "sum", "same", "box"]),
            all(&["line", "sum", "segment", "box"]),
            all(&["line", "sum", "segment", "border"]),
            all(&["line", "sum", "segment", "region"]),
            all(&["line", "border", "divide", "segment"]),
            all(&["line", "border", "split", "segment"]),
            all(&["line", "sum", "equal", "box"]),
            all(&["line", "sum", "equal", "region"]),
            all(&["line", "sum", "same", "region"]),
        ],
        habits: &["2ECBFF", "34BBE6", "4FC3F7"],
        has_circles: false,
    },
    LineRule {
        name: "between",
        phrases: &[
            all(&["between line"]),
            Phrase { all: &["line", "between", "circle"], none: &["difference between", "lockout", "sum"] },
            Phrase { all: &["line", "between", "bulb"], none: &["difference between", "sum"] },
            all(&["line", "inbetween"]),
            Phrase { all: &["line", "between", "end"], none: &["difference between", "lockout", "sum"] },
        ],
        habits: &["AAAAAA", "CFCFCF"],
        has_circles: true,
    },
    LineRule { name: "lockout", phrases: &[all(&["lockout"])], habits: &[], has_circles: true },
    LineRule {
        name: "double-arrow",
        phrases: &[
            all(&["double arrow"]),
            all(&["line", "sum", "both circles"]),
            all(&["line", "sum", "two circles"]),
            all(&["line", "sum", "digits in the circles"]),
            all(&["sum", "connected circles"]),
        ],
        habits: &["C54B8B"],
        has_circles: true,
    },
    LineRule {
        name: "entropic",
        phrases: &[
            all(&["entrop"]),
            all(&["line", "low", "middle", "high"]),
            all(&["line", "low", "medium", "high"]),
            all(&["line", "123", "456", "789"]),
            all(&["line", "1,2,3", "4,5,6"]),
            all(&["line", "1-3", "4-6"]),
        ],
        habits: &["FFCCAA"],
        has_circles: false,
    },
    LineRule {
        name: "modular",
        phrases: &[
            all(&["modular"]),
            all(&["line", "mod 3"]),
            all(&["line", "modulo 3"]),
            all(&["line", "remainder"]),
            all(&["line", "147", "258"]),
            all(&["line", "1,4,7"]),
            all(&["line", "1, 4, 7"]),
        ],
        habits: &["33BBAA", "33BBBB"],
        has_circles: false,
    },
    LineRule {
        name: "nabner",
        phrases: &[
            all(&["nabner"]),
            all(&["line", "no two", "consecutive"]),
            all(&["line", "no pair", "consecutive"]),
            all(&["line", "repeat or be consecutive"]),
            all(&["line", "repeat nor be consecutive"]),
            all(&["line", "cannot contain consecutive"]),
            all(&["nor", "contain", "consecutive"]),
            all(&["line", "not contain consecutive"]),
            all(&["line", "not contain any consecutive"]),
        ],
        habits: &["F7D038", "C9C883"],
        has_circles: false,
    },
    LineRule {
        name: "zipper",
        phrases: &[
            all(&["zipper"]),
            all(&["line", "equidistant", "sum"]),
            all(&["line", "distance", "center", "sum"]),
            all(&["line", "distance", "middle", "sum"]),
        ],
        habits: &["CEB6E3", "DEC4FF", "CDB1EC"],
        has_circles: false,
    },
    LineRule {
        name: "sum-line",
        phrases: &[
            all(&["line", "segment", "each", "sum to 10"]),
            all(&["10-line"]),
            all(&["ten line"]),
            all(&["10 line"]),
        ],
        habits: &[],
        has_circles: false,
    },
    LineRule {
        name: "allowed",
        phrases: &[
            all(&["parity line"]),
            all(&["line", "alternat", "odd", "even"]),
            all(&["line", "alternat", "parity"]),
            all(&["line", "adjacent", "differ", "parity"]),
            all(&["line", "neighbor", "differ", "parity"]),
            all(&["line", "pair", "adjacent", "one odd"]),
            all(&["line", "pair", "adjacent", "one even"]),
        ],
        habits: &["FF0000", "E6261F"],
        has_circles: false,
    },
    LineRule {
        name: "value-index",
        phrases: &[all(&["index line"]), all(&["indexing line"])],
        habits: &[],
        has_circles: false,
    },
];

const NOT_RENBAN: &[&str] = &[
    "nabner",
    "no two",
    "no pair",
    "nor",
    "entrop",
    "dot",
    "nonconsecutive",
    "not be consecutive",
    "repeat or be consecutive",
    "repeat nor be consecutive",
    "cannot contain consecutive",
    "not contain consecutive",
    "not contain any consecutive",
    "three consecutive",
    "any consecutive",
    "not consecutive",
    "differ",
];

/// A rule that the text names, with its sentences.
struct Named<'a> {
    rule: &'static LineRule,
    sentences: Vec<&'a str>,
}

impl Named<'_> {
    /// Whether a sentence names the colour, or all lines where no other rule is named; `None` if no sentence
    /// names any.
    fn fits(&self, colour: Colour, is_alone: bool) -> Option<bool> {
        let any = |sentence: &str| {
            let all = ["all lines", "every line", "each line"].iter().any(|all| sentence.contains(all));
            all && is_alone || sentence.contains("any color")
        };
        if self.sentences.iter().any(|sentence| any(sentence) && names_colour(sentence, colour).is_none()) {
            return Some(true);
        }
        let said: Vec<bool> =
            self.sentences.iter().filter_map(|sentence| names_colour(sentence, colour)).collect();
        (!said.is_empty()).then(|| said.contains(&true))
    }
}

fn habit(rule: &LineRule, colour: Colour) -> bool {
    rule.habits.iter().filter_map(|text| Colour::parse(text)).any(|usual| usual.is_shade_of(colour))
}

/// Whether a rule is usually drawn in just this colour.
fn exact_habit(rule: &LineRule, colour: Colour) -> bool {
    rule.habits.iter().filter_map(|text| Colour::parse(text)).any(|usual| usual.is_like(colour))
}

/// The look of a line: colour, and width in thirds of its unit.
type Look = (Colour, bool);

pub(super) fn read(scene: &Scene<'_>, claims: &mut Claims) {
    let named: Vec<Named<'_>> = RULES
        .iter()
        .map(|rule| Named { rule, sentences: scene.words.that_say(rule.phrases).collect() })
        .filter(|named| !named.sentences.is_empty())
        .collect();
    let rings = rings(scene, claims);
    let mut strokes: Vec<(&Stroke, Vec<u16>)> = Vec::new();
    for stroke in scene.strokes(claims).into_iter().filter(|stroke| !stroke.is_arrow) {
        let cells = scene.drawing.cells_of(stroke);
        if cells.len() < 2 {
            continue;
        }
        // A line drawn on another one is its core or its outline.
        let twin = strokes.iter().position(|(_, other)| have_same_cells(other, &cells));
        match twin {
            Some(at) if stroke.colour.is_white() || strokes[at].0.colour.is_like(stroke.colour) => {
                claims.use_up(&stroke.name);
            }
            Some(at) if strokes[at].0.colour.is_white() => {
                claims.use_up(&strokes[at].0.name);
                strokes[at] = (stroke, cells);
            }
            _ => strokes.push((stroke, cells)),
        }
    }
    let is_circled = |cells: &[u16]| {
        let ends = [cells[0], cells[cells.len() - 1]];
        ends.iter().all(|end| rings.get(end).is_some_and(|ring| ring.width > 0.44)) && ends[0] != ends[1]
    };
    let mut looks: Vec<(Look, Vec<usize>)> = Vec::new();
    for (at, (stroke, cells)) in strokes.iter().enumerate() {
        let circled = is_circled(cells);
        match looks.iter_mut().find(|((colour, ring), _)| colour.is_like(stroke.colour) && *ring == circled) {
            Some((_, members)) => members.push(at),
            None => looks.push(((stroke.colour, circled), vec![at])),
        }
    }
    for (look, members) in &looks {
        let decided = decide(scene, *look, &named, looks.len());
        if let Ok((rule, _)) = decided {
            scene.words.that_say(rule.phrases).for_each(|sentence| claims.take(sentence));
        }
        for &at in members {
            let (stroke, cells) = &strokes[at];
            match &decided {
                Ok((rule, reason)) => read_one(scene, claims, rule, (stroke, cells), &rings, reason),
                Err(why) => claims.doubt(&stroke.name, why),
            }
        }
        if let Ok((rule, reason)) = decided {
            claims.or_else(rule.name, reason, named.iter().map(|other| other.rule.name));
        }
    }
}

/// Whether two lines have the same cells: they may begin at different places of a loop.
fn have_same_cells(one: &[u16], other: &[u16]) -> bool {
    let sorted = |cells: &[u16]| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    sorted(one) == sorted(other)
}

/// Returns circles in cells that no arrow begins in.
fn rings<'a>(scene: &Scene<'a>, claims: &Claims) -> HashMap<u16, &'a Shape> {
    let mut rings = HashMap::new();
    for shape in scene.shapes(claims) {
        if let Spot::Cell(cell) = scene.drawing.spot(shape.middle)
            && shape.is_round
            && shape.is_regular()
            && (0.25..1.05).contains(&shape.width)
            && shape.text.is_empty()
        {
            rings.insert(cell, shape);
        }
    }
    rings
}

/// Determines the rule of the lines of a look.
fn decide(
    scene: &Scene<'_>,
    (colour, circled): Look,
    named: &[Named<'_>],
    looks: usize,
) -> Result<(&'static LineRule, &'static str), &'static str> {
    let fits_ends = |rule: &LineRule| !rule.has_circles || circled;
    if scene.words.is_empty() || named.is_empty() && scene.words.are_standard() {
        let is_exact = RULES.iter().any(|rule| exact_habit(rule, colour));
        let fits = |rule: &&LineRule| {
            habit(rule, colour) && (!is_exact || exact_habit(rule, colour)) && fits_ends(rule)
        };
        let mut usual = RULES.iter().filter(fits);
        let best = usual.clone().find(|rule| rule.has_circles == circled).or_else(|| usual.next());
        return best
            .map(|rule| (rule, "by habit: the color of the line"))
            .ok_or("a line of an unusual color");
    }
    let fits = |one: &Named<'_>| one.fits(colour, named.len() == 1);
    let mut by_colour: Vec<&Named<'_>> =
        named.iter().filter(|named| fits(named) == Some(true) && fits_ends(named.rule)).collect();
    if by_colour.len() > 1 {
        let of = |is_usual: fn(&LineRule, Colour) -> bool| -> Vec<&Named<'_>> {
            by_colour.iter().copied().filter(|named| is_usual(named.rule, colour)).collect()
        };
        let exact = of(exact_habit);
        let narrower = if exact.len() == 1 { exact } else { of(habit) };
        let ringed: Vec<&Named<'_>> =
            by_colour.iter().copied().filter(|named| named.rule.has_circles).collect();
        if ringed.len() == 1 && circled {
            by_colour = ringed;
        } else if narrower.len() == 1 {
            by_colour = narrower;
        }
    }
    match by_colour[..] {
        [one] => return Ok((one.rule, "the rules name the color of the line")),
        [_, _, ..] => return Err("a line whose color the rules name more than once"),
        [] => {}
    }
    let open: Vec<&Named<'_>> =
        named.iter().filter(|named| fits(named).is_none() && fits_ends(named.rule)).collect();
    let usual: Vec<&&Named<'_>> = open.iter().filter(|named| habit(named.rule, colour)).collect();
    if let [one] = usual[..] {
        return Ok((one.rule, "the rules name the rule, and the color is usual for it"));
    }
    if circled && let [one] = open.iter().filter(|named| named.rule.has_circles).collect::<Vec<_>>()[..] {
        return Ok((one.rule, "the rules name the rule, and the line has circles at its ends"));
    }
    if circled && let [one] = named.iter().filter(|named| named.rule.has_circles).collect::<Vec<_>>()[..] {
        return Ok((one.rule, "the rules name the rule, and the line has circles at its ends"));
    }
    if let [one] = named
        && looks == 1
        && habit(one.rule, colour)
    {
        return Ok((one.rule, "the only rule for lines, and the color is usual for it"));
    }
    match open[..] {
        [one] if named.len() == 1 || looks == named.len() => Ok((one.rule, "the only rule for such lines")),
        [] => Err("a line of which the rules do not tell"),
        _ => Err("a line that may be of several rules"),
    }
}

/// Returns the difference that the rules name for the lines of a rule in a colour.
fn least_difference(scene: &Scene<'_>, rule: &LineRule, colour: Colour) -> Option<i32> {
    let number = |sentence: &str| {
        number_after(sentence, &["at least", "minimum of"])
            .or_else(|| number_before(sentence, &[" or more", " or greater", " or larger"]))
    };
    let sentences = scene.words.that_say(rule.phrases);
    let mut about_colour = sentences.filter(|one| names_colour(one, colour) != Some(false));
    about_colour.find_map(number).filter(|number| (1..20).contains(number))
}

/// Claims a line as an instance of a rule.
fn read_one(
    scene: &Scene<'_>,
    claims: &mut Claims,
    rule: &LineRule,
    (stroke, cells): (&Stroke, &[u16]),
    rings: &HashMap<u16, &Shape>,
    reason: &str,
) {
    let mut cells = cells.to_vec();
    let is_loop = cells.len() > 2 && cells.first() == cells.last();
    if is_loop && ["renban", "nabner"].contains(&rule.name) {
        cells.pop();
    }
    let mut clue = clue(rule.name);
    let usual = match rule.name {
        "whisper" => Some(whisper::usual(scene.grid)),
        "dutch-whisper" => Some(4),
        "lockout" => Some(between::usual(scene.grid)),
        _ => None,
    };
    if let Some(usual) = usual
        && let Some(number) = least_difference(scene, rule, stroke.colour)
        && number != usual
    {
        if rule.name == "dutch-whisper" {
            claims.not_understood(&stroke.name, "a Dutch whisper with another difference than 4");
            return;
        }
        clue = clue.number(number);
    }
    match rule.name {
        "modular" => clue = clue.number(3),
        "sum-line" => clue = clue.number(10),
        "allowed" => {
            let (least, most) = scene.values();
            let all = || least..=most;
            let pairs = all().flat_map(|one| all().map(move |other| (one, other)));
            let of_both = pairs.filter(|(one, other)| (one - other) % 2 != 0);
            clue.params = of_both.map(|(one, other)| Param::Word(format!("{one}/{other}").into())).collect();
        }
        _ => {}
    }
    let mut parts = vec![stroke.name.as_str()];
    if rule.has_circles {
        parts.extend(
            [cells[0], cells[cells.len() - 1]]
                .iter()
                .filter_map(|end| rings.get(end))
                .map(|ring| ring.name.as_str()),
        );
    }
    if rule.name == "zipper"
        && let Some(spot) = rings.get(&cells[cells.len() / 2])
    {
        parts.push(spot.name.as_str());
    }
    claims.claim(scene, clue.list(cells), &parts, reason);
}
