//! Rule lines: `NAME [param …] [: item {, item}] [in GRID]`.

use super::KEYS;
use super::part;
use crate::about::Remark;
use crate::format::shape::without_comment;
use crate::formula::{self, Each, Formula, Until};
use crate::grid::Grid;
use crate::rules::{
    self, At, Clue, Detail, FormulaUse, KINDS, Kind, ListSyntax, Param, ParamSyntax, RuleFormula, Severity,
    Text,
};
use crate::symbols::Symbols;
use crate::text::ParseError;
use crate::text::cells::{self, Inner, after_part};
use crate::text::did_you_mean;
use crate::text::scan::{Scanner, quote};

/// The grid and the symbols of the rules.
pub(super) struct Context<'a> {
    pub grid: &'a Grid,
    pub symbols: &'a Symbols,
    /// Whether the rule is one of several alternatives, of which some may be impossible.
    pub is_alternative: bool,
    /// The grid of several that the rule names, if it names one.
    pub inner: Option<&'a Inner<'a>>,
}

/// Remarks on the clues, and the places of the parts of the latest clue, for errors.
#[derive(Default)]
pub(super) struct Notes<'a> {
    pub remarks: Vec<Remark>,
    /// The latest texts in quotes, which clues share.
    pub texts: Vec<Text>,
    params: Vec<Scanner<'a>>,
    lists: Vec<Scanner<'a>>,
}

impl Notes<'_> {
    /// No notes yet, with texts of earlier puzzles.
    pub fn new(texts: Vec<Text>) -> Self {
        Notes { texts, ..Notes::default() }
    }

    /// Returns a text in quotes, shared with earlier clues.
    fn text(&mut self, text: &str) -> Text {
        if let Some(known) = self.texts.iter().rev().find(|known| ***known == *text) {
            return known.clone();
        }
        let shared = Text::from(text);
        self.texts.push(shared.clone());
        let length = |texts: &[Text]| texts.iter().map(|text| text.len()).sum::<usize>();
        while self.texts.len() > MOST_TEXTS || self.texts.len() > 1 && length(&self.texts) > MOST_TEXT {
            self.texts.remove(0);
        }
        shared
    }

    /// Clears the places before another rule is read.
    fn forget_parts(&mut self) {
        self.params.clear();
        self.lists.clear();
    }
}

/// The greatest number of texts that are kept, and their greatest total length, which bound the memory.
const MOST_TEXTS: usize = 16;
const MOST_TEXT: usize = 1 << 16;

/// The most words of the name of a rule.
const MOST_WORDS: usize = 3;

/// Returns the rule whose name begins a text, and the length of the name.
fn name(text: &str) -> Option<(&'static Kind, usize)> {
    let head = &text[..text.find([':', '"', '\'', '#']).unwrap_or(text.len())];
    let words = head.split_inclusive(char::is_whitespace);
    let mut end = 0;
    let ends = words.filter_map(|word| {
        end += word.len();
        (!word.trim().is_empty()).then_some(end - (word.len() - word.trim_end().len()))
    });
    let (mut found, mut begin) = ([0; MOST_WORDS], 0);
    let mut count = 0;
    for end in ends.take(MOST_WORDS) {
        // Words of names do not begin with digits.
        if head[begin..end].trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            break;
        }
        found[count] = end;
        (begin, count) = (end, count + 1);
    }
    // The longest beginning that is a name counts.
    found[..count].iter().rev().find_map(|&end| Some((rules::find(&head[..end])?, end)))
}

/// Whether a line states a rule, as the first line of a text.
pub(super) fn is_rule(line: &str) -> bool {
    let Some((kind, length)) = name(line.trim_start()) else { return false };
    let rest = line.trim_start()[length..].trim_start();
    match kind.lists {
        ListSyntax::Formula | ListSyntax::Template | ListSyntax::Alternatives => !rest.is_empty(),
        ListSyntax::None | ListSyntax::Optional => {
            line.contains(':') || are_params(without_comment(rest), kind.params)
        }
        _ => line.contains(':'),
    }
}

/// Whether words are parameters of a rule that needs no colon.
fn are_params(text: &str, params: ParamSyntax) -> bool {
    text.split_whitespace().all(|word| match params {
        ParamSyntax::Words(known) => known.iter().any(|known| known.eq_ignore_ascii_case(word)),
        ParamSyntax::MaybeNumber | ParamSyntax::Number | ParamSyntax::Numbers(..) | ParamSyntax::Values => {
            word.parse::<i32>().is_ok()
        }
        ParamSyntax::Nothing | ParamSyntax::Text | ParamSyntax::Anything => false,
    })
}

/// A line with a rule of which only the name has been read.
#[derive(Clone, Copy)]
pub(super) struct Named<'a> {
    kind: &'static Kind,
    start: Scanner<'a>,
    /// Length of the name in bytes.
    length: usize,
}

impl<'a> Named<'a> {
    /// Reads the name of a rule, or returns an error if it is unknown. Often the rule is that of the line before.
    pub fn read(line: &'a str, number: u64, before: Option<&Named<'a>>) -> Result<Named<'a>, ParseError> {
        let mut start = Scanner::new(line, number, 1);
        start.skip_blanks();
        if let Some(&Named { kind, start: known, length }) = before
            && let Some(rest) = start.rest().strip_prefix(&known.rest()[..length])
            // The name is not the beginning of a longer one.
            && rest.trim_start().starts_with(|c: char| matches!(c, ':' | '"' | '\'' | '0'..='9'))
            && !rest.starts_with(|c: char| c.is_ascii_digit())
        {
            return Ok(Named { kind, start, length });
        }
        Named::at(start)
    }

    fn at(mut start: Scanner<'a>) -> Result<Named<'a>, ParseError> {
        start.skip_blanks();
        let (kind, length) = name(start.rest()).ok_or_else(|| unknown(&start))?;
        Ok(Named { kind, start, length })
    }

    /// Returns the number of its line.
    pub fn number(&self) -> u64 {
        self.start.place().0
    }

    /// Returns the size of regions that the rule states, if it makes regions unknown; the inner `None` is the usual
    /// size.
    pub fn unknown_regions(&self) -> Option<Option<usize>> {
        let param = || self.start.rest()[self.length..].split([':', '#']).next().unwrap_or_default();
        self.kind.makes_labels.then(|| param().trim().parse().ok())
    }
}

fn unknown(scanner: &Scanner<'_>) -> ParseError {
    let head = scanner.rest().split([':', '#', '|', '&']).next().unwrap_or_default().trim();
    if head.is_empty() {
        return scanner.expected("a rule");
    }
    let words: Vec<&str> = head.split_whitespace().collect();
    let known = || KEYS.into_iter().chain(KINDS.iter().flat_map(Kind::names));
    // Parameters may follow the name.
    let meant = (1..=words.len().min(MOST_WORDS)).rev().find_map(|count| {
        let first = words[..count].join("-");
        did_you_mean(&first, known())
    });
    let error = scanner.error(format!("unknown key or rule {}", quote(head)));
    if cells::is_cell(scanner) {
        return error.hint("a formula begins with require");
    }
    match meant {
        Some(meant) => error.hint(meant),
        None => error.hint(format!("keys are {}; for rules see `sudoku rules`", KEYS.join(", "))),
    }
}

/// Reads the clues of a line.
pub(super) fn line<'a>(
    named: &Named<'a>,
    context: &Context<'_>,
    notes: &mut Notes<'a>,
    clues: &mut Vec<Clue>,
) -> Result<(), ParseError> {
    let mut scanner = named.start;
    rule(&mut scanner, named, context, notes, clues)?;
    if !scanner.is_at_end() {
        return Err(scanner.expected("the end of the line"));
    }
    Ok(())
}

/// Reads one rule, from its name to the end of the line or to the sign before the next alternative.
fn rule<'a>(
    scanner: &mut Scanner<'a>,
    &Named { kind, start, length }: &Named<'a>,
    context: &Context<'_>,
    notes: &mut Notes<'a>,
    clues: &mut Vec<Clue>,
) -> Result<(), ParseError> {
    *scanner = start;
    scanner.skip(length);
    let mut clue = Clue::new(kind);
    clue.place = start.place();
    notes.forget_parts();
    if let Some(detail) = detail(scanner, kind, &start, context, notes)? {
        clue.detail = detail;
        if matches!(clue.detail, Detail::Either(_)) {
            notes.forget_parts();
            check(&clue, &start, context, notes)?;
        }
        clues.push(clue);
        return Ok(());
    }
    while let Some(param) = param(scanner, kind, context, notes)? {
        clue.params.push(param);
    }
    let part = part::read(scanner.rest(), context.grid, context.is_alternative);
    clue.part = part.map(|(index, _)| index as u16);
    let inner = part.map(|(_, part)| Inner::new(context.grid, part));
    let context = &Context { inner: inner.as_ref(), ..*context };
    let has_lists = scanner.take(":");
    scanner.skip_blanks();
    let side = side(&clue).filter(|_| has_lists && kind.lists == ListSyntax::Seen);
    match side {
        Some(side) => whole_side(scanner, clue, side, context, notes, clues)?,
        None if !has_lists || is_over(scanner) => {
            check(&clue, &start, context, notes)?;
            clues.push(clue);
        }
        None => items(scanner, clue, &start, context, notes, clues)?,
    }
    scanner.skip_blanks();
    if scanner.keyword("in") {
        scanner.skip_blanks();
        if inner.is_none() {
            return Err(part::unknown(scanner, context.grid));
        }
        scanner.name();
        scanner.skip_blanks();
    }
    Ok(())
}

/// Reads what a rule has in the place of parameters and lists of cells, if it has something else there.
fn detail<'a>(
    scanner: &mut Scanner<'a>,
    kind: &Kind,
    start: &Scanner<'a>,
    context: &Context<'_>,
    notes: &mut Notes<'a>,
) -> Result<Option<Detail>, ParseError> {
    let until = if context.is_alternative { Until::Alternative } else { Until::End };
    Ok(Some(match kind.lists {
        ListSyntax::Alternatives if context.is_alternative => {
            let what = format!("{} cannot be inside another", kind.name);
            return Err(start.error(what).hint("write | between all alternatives"));
        }
        _ if context.is_alternative && kind.alone => {
            return Err(start.error(format!("{} cannot be one of several alternatives", kind.name)));
        }
        ListSyntax::Alternatives => Detail::Either(alternatives(scanner, context, notes)?),
        ListSyntax::Formula => {
            let context = formula::Context { layout: context.grid, symbols: context.symbols, names: &[] };
            let formula = Formula::parse(scanner, &context, until)?;
            Detail::Formula(RuleFormula(FormulaUse::Require(formula)))
        }
        ListSyntax::Template => {
            let each = Each::parse(scanner, context.grid, context.symbols, until)?;
            Detail::Formula(RuleFormula(FormulaUse::Each(each)))
        }
        _ => return Ok(None),
    }))
}

/// Reads `LIST [= LIST …] {, LIST [= LIST …]}`: clues with the same parameters and different cells.
fn items<'a>(
    scanner: &mut Scanner<'a>,
    mut clue: Clue,
    start: &Scanner<'a>,
    context: &Context<'_>,
    notes: &mut Notes<'a>,
    clues: &mut Vec<Clue>,
) -> Result<(), ParseError> {
    loop {
        clue.place = scanner.place();
        notes.lists.clear();
        loop {
            scanner.skip_blanks();
            notes.lists.push(*scanner);
            clue.lists.push(list(scanner, context)?);
            if !scanner.take("=") {
                break;
            }
        }
        check(&clue, start, context, notes)?;
        if scanner.take(",") {
            scanner.skip_blanks();
            if !is_over(scanner) {
                let next = Clue { params: clue.params.clone(), part: clue.part, ..Clue::new(clue.kind) };
                clues.push(std::mem::replace(&mut clue, next));
                continue;
            }
        }
        clues.push(clue);
        return Ok(());
    }
}

/// Reads cells, counted in the grid that the rule names or on the canvas.
fn list(scanner: &mut Scanner<'_>, context: &Context<'_>) -> Result<Vec<u16>, ParseError> {
    match context.inner {
        Some(inner) => inner.list(scanner),
        None => cells::list(scanner, context.grid),
    }
}

/// Whether the rule ends here.
fn is_over(scanner: &Scanner<'_>) -> bool {
    let mut ahead = *scanner;
    scanner.is_at_end() || matches!(scanner.peek(), Some('|' | '&')) || ahead.keyword("in")
}

/// Reads the next parameter before the colon, if there is one.
fn param<'a>(
    scanner: &mut Scanner<'a>,
    kind: &'static Kind,
    context: &Context<'_>,
    notes: &mut Notes<'a>,
) -> Result<Option<Param>, ParseError> {
    scanner.skip_blanks();
    if is_over(scanner) || scanner.peek() == Some(':') {
        return Ok(None);
    }
    // Several numbers may stand as `(2, 8)`.
    let is_list = matches!(kind.params, ParamSyntax::Numbers(..));
    let in_list = |c: char| matches!(c, '(' | ',' | ')');
    if is_list {
        scanner.take_while(|c| c.is_whitespace() || in_list(c));
        if is_over(scanner) || scanner.peek() == Some(':') {
            return Ok(None);
        }
    }
    let start = *scanner;
    if cells::is_cell(scanner) && kind.lists != ListSyntax::None {
        return Err(start.error("a colon is missing before the cells").hint(kind.usage));
    }
    notes.params.push(start);
    let is_quoted = scanner.peek().is_some_and(|c| c == '"' || c == '\'');
    let text = if is_quoted {
        scanner.quoted()?
    } else {
        scanner.take_while(|c| !c.is_whitespace() && c != ':' && !(is_list && in_list(c))).into()
    };
    let text = &*text;
    if kind.params == ParamSyntax::Values
        && let Some(value) = context.symbols.find(text)
    {
        return Ok(Some(Param::Number(context.grid.number(value))));
    }
    if is_quoted {
        return Ok(Some(Param::Text(notes.text(text))));
    }
    if kind.params == ParamSyntax::Values {
        let number: Option<i32> = text.parse().ok();
        let known = number.filter(|number| context.grid.shape().values.contains(number));
        return match known {
            Some(number) => Ok(Some(Param::Number(number))),
            None => Err(start
                .error(format!("{} is not a value here", quote(text)))
                .hint(format!("values are {}", context.symbols))),
        };
    }
    let is_number = text.strip_prefix(['-', '+']).unwrap_or(text).bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || text.len() == 1 && !text.as_bytes()[0].is_ascii_digit() {
        let is_lowercase = text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
        let word = if is_lowercase { text.into() } else { text.to_lowercase().into() };
        return Ok(Some(Param::Word(word)));
    }
    match text.parse() {
        Ok(number) => Ok(Some(Param::Number(number))),
        Err(_) => Err(start.error(format!("{} is too large", quote(text)))),
    }
}

/// Returns the fault of a clue as an error at its place. A warning is noted as a remark.
fn check(
    clue: &Clue,
    start: &Scanner<'_>,
    context: &Context<'_>,
    notes: &mut Notes<'_>,
) -> Result<(), ParseError> {
    let Err(fault) = clue.fault(context.grid) else { return Ok(()) };
    // An alternative may be impossible: only all together may not.
    if context.is_alternative && fault.severity != Severity::Malformed {
        return Ok(());
    }
    let at = match fault.at {
        At::Param(index) => notes.params.get(index),
        At::List(index) => notes.lists.get(index),
        At::Clue | At::Inside(..) => None,
    };
    let inside = match (fault.at, &clue.detail) {
        (At::Inside(alternative, at), Detail::Either(groups)) => {
            groups.get(alternative).and_then(|group| group.get(at))
        }
        _ => None,
    };
    let place = inside.map_or(at.unwrap_or(start).place(), |clue| clue.place);
    if fault.is_warning() {
        notes.remarks.push(Remark { place, what: fault.to_string() });
        return Ok(());
    }
    let error = ParseError::new(place.0, place.1, fault.what);
    Err(match fault.hint {
        Some(hint) => error.hint(hint),
        None => error,
    })
}

/// Reads `RULE & RULE | RULE`.
fn alternatives<'a>(
    scanner: &mut Scanner<'a>,
    context: &Context<'_>,
    notes: &mut Notes<'a>,
) -> Result<Vec<Vec<Clue>>, ParseError> {
    let mut groups = Vec::new();
    let mut group = Vec::new();
    let context = Context { is_alternative: true, ..*context };
    loop {
        rule(scanner, &Named::at(*scanner)?, &context, notes, &mut group)?;
        if scanner.take("|") {
            groups.push(std::mem::take(&mut group));
        } else if !scanner.take("&") {
            groups.push(group);
            return Ok(groups);
        }
    }
}

/// Returns the side of the grid that is the last parameter, if it is.
fn side(clue: &Clue) -> Option<&'static str> {
    let Some(Param::Word(word)) = clue.params.last() else { return None };
    ["top", "bottom", "left", "right"].into_iter().find(|side| **side == **word)
}

/// Reads a clue for each place of a side: a number, or `.` for no clue. What stands before the side is of all of them.
fn whole_side(
    scanner: &mut Scanner<'_>,
    clue: Clue,
    side: &str,
    context: &Context<'_>,
    notes: &mut Notes<'_>,
    clues: &mut Vec<Clue>,
) -> Result<(), ParseError> {
    notes.forget_parts();
    let grid = context.inner.map_or(context.grid, |inner| &inner.grid);
    let places = if matches!(side, "top" | "bottom") { grid.columns() } else { grid.rows() };
    for place in 1..=places {
        scanner.skip_blanks();
        let start = *scanner;
        if scanner.take(".") || scanner.take("_") {
            after_part(scanner)?;
            continue;
        }
        if is_over(scanner) {
            let what = format!("{side} has {} clues, {places} expected", place - 1);
            return Err(start.error(what).hint("write a point where there is no clue"));
        }
        let text = scanner.take_while(|c| !c.is_whitespace());
        let number = text.parse().map_err(|_| start.expected("a number or a point"))?;
        let cells = list(&mut Scanner::new(&format!("{side} {place}"), 1, 1), context)?;
        let shared = &clue.params[..clue.params.len() - 1];
        let params = std::iter::once(Param::Number(number)).chain(shared.iter().cloned()).collect();
        let clue = Clue { place: start.place(), params, ..clue.clone() }.list(cells);
        check(&clue, &start, context, notes)?;
        clues.push(clue);
    }
    scanner.skip_blanks();
    Ok(())
}
