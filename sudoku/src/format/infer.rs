//! Inference of the symbols of a puzzle from the tokens in its cells.
//!
//! | what occurs | values |
//! |---|---|
//! | digits | 1–n; `0` is blank |
//! | `0` and another blank | 0–(n−1), unless n occurs too |
//! | digits and letters | 1–9, then A = 10; with `0` and another blank 0–9, then A = 10 |
//! | letters | A = 1 where all are among the first n; else those that occur, the missing one shown as `?` |
//! | numbers with blanks between | as they are |
//! | several symbols in a cell | its candidates |

use super::token::{Cells, Token};
use crate::candidates::Candidates;
use crate::symbols::Symbols;
use crate::text::ParseError;

/// Result of the inference.
pub(super) struct Found {
    /// The smallest value.
    pub first: i32,
    pub symbols: Symbols,
    pub cells: Cells,
}

/// Whether a character is blank whatever the symbols are. For `0` and `x` it depends on them.
pub(super) fn is_blank(c: char) -> bool {
    matches!(
        c,
        '.' | '*'
            | '_'
            | '-'
            | '?'
            | '·'
            | '∙'
            | '⋅'
            | '•'
            | '・'
            | '◦'
            | '○'
            | '◯'
            | '〇'
            | '□'
            | '☐'
            | '⬜'
            | '▫'
            | '◻'
            | '◽'
            | '▢'
            | '．'
            | '＊'
            | '＿'
    )
}

/// Reads the cells of a puzzle with this number of values, in the forced symbols if there are any.
pub(super) fn infer(
    tokens: &[Token<'_>],
    values: usize,
    forced: Option<&Symbols>,
) -> Result<Found, ParseError> {
    let words = tokens.iter().any(|token| token.text.len() > 1 && token.text.chars().nth(1).is_some());
    if let Some(symbols) = forced {
        return with_symbols(tokens, values, symbols);
    }
    if words {
        return from_words(tokens, values);
    }
    match in_digits(tokens) {
        Some(tokens) => from_characters(&tokens, values),
        None => from_characters(tokens, values),
    }
}

/// Digits of other scripts and shapes: the first, and the digit that it is. The others follow it.
const DIGITS: [(char, u32); 20] = [
    ('\u{0660}', 0),
    ('\u{06F0}', 0),
    ('\u{0966}', 0),
    ('\u{09E6}', 0),
    ('\u{0E50}', 0),
    ('\u{2080}', 0),
    ('\u{2160}', 1),
    ('\u{2460}', 1),
    ('\u{2474}', 1),
    ('\u{2488}', 1),
    ('\u{2776}', 1),
    ('\u{2780}', 1),
    ('\u{278A}', 1),
    ('\u{FF10}', 0),
    ('\u{1D7CE}', 0),
    ('\u{1D7D8}', 0),
    ('\u{1D7E2}', 0),
    ('\u{1D7EC}', 0),
    ('\u{1D7F6}', 0),
    ('\u{1FBF0}', 0),
];
/// Digits that do not follow each other.
const SCATTERED: [&str; 2] = ["〇一二三四五六七八九", "⁰¹²³⁴⁵⁶⁷⁸⁹"];

/// Returns the number of the script of a digit that is none of ASCII, and the digit.
pub(super) fn digit_of(c: char) -> Option<(usize, usize)> {
    if c < '\u{B2}' {
        return None;
    }
    let in_sequence = DIGITS.iter().enumerate().find_map(|(script, &(first, digit))| {
        let digit = u32::from(c).checked_sub(u32::from(first))? + digit;
        (digit < 10).then_some((script, digit as usize))
    });
    in_sequence.or_else(|| {
        SCATTERED.iter().enumerate().find_map(|(script, digits)| {
            digits.chars().position(|digit| digit == c).map(|digit| (DIGITS.len() + script, digit))
        })
    })
}

/// Returns the tokens with digits of ASCII if all their digits are of one other script, and nothing else is there.
fn in_digits<'a>(tokens: &[Token<'a>]) -> Option<Vec<Token<'a>>> {
    const ASCII: &str = "0123456789";
    let first = |token: &Token<'_>| token.text.chars().next().unwrap_or('.');
    let mut signs = tokens.iter().map(first).filter(|&c| c != '0' && !is_blank(c));
    let (script, _) = digit_of(signs.next()?)?;
    if !signs.all(|c| digit_of(c).is_some_and(|(other, _)| other == script)) {
        return None;
    }
    let digit = |token: &Token<'a>| match digit_of(first(token)).filter(|_| !is_blank(first(token))) {
        Some((_, digit)) => Token { text: &ASCII[digit..=digit], ..*token },
        None => *token,
    };
    Some(tokens.iter().map(digit).collect())
}

/// Reads cells in known symbols. Several symbols in a cell are candidates.
fn with_symbols(tokens: &[Token<'_>], values: usize, symbols: &Symbols) -> Result<Found, ParseError> {
    if symbols.len() != values {
        let what = format!("{} symbols for {values} values", symbols.len());
        return Err(tokens[0].error(what).hint(format!("--symbols takes exactly {values} here")));
    }
    // Values begin with 0 if the symbols do.
    let first = i32::from(symbols.get(0) != "0");
    let cells = tokens.iter().map(|token| cell(token, symbols)).collect::<Result<Cells, _>>()?;
    Ok(Found { first, symbols: symbols.clone(), cells })
}

/// Reads a cell in known symbols.
fn cell(token: &Token<'_>, symbols: &Symbols) -> Result<Candidates, ParseError> {
    let text = token.text;
    if let Some(value) = symbols.find(text) {
        return Ok(Candidates::one(value));
    }
    let open = Candidates::all(symbols.len());
    let blank = |c: char| is_blank(c) || c == '0' || c.eq_ignore_ascii_case(&'x');
    let mut each = text.chars();
    if let (Some(only), None) = (each.next(), each.next())
        && blank(only)
    {
        return Ok(open);
    }
    candidates(token, symbols)
}

/// Reads candidates: `{135}`, `{10,12}`, or symbols without braces and commas.
pub(super) fn candidates(token: &Token<'_>, symbols: &Symbols) -> Result<Candidates, ParseError> {
    let braced = token.text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let inner = braced.unwrap_or(token.text);
    let unknown = |part: &str| {
        let what = if part.chars().count() > 1 || token.text == part {
            format!("{part:?} is not a symbol here")
        } else {
            format!("{part:?} in {:?} is not a symbol here", token.text)
        };
        token.error(what).hint(format!("symbols are {symbols}, blanks . 0 * _ - ?"))
    };
    let mut found = Candidates::NONE;
    if inner.is_empty() {
        return Ok(found);
    }
    let parts: Vec<String> = if inner.contains(',') || !symbols.are_characters() {
        inner.split(',').map(|part| part.trim().to_owned()).collect()
    } else {
        inner.chars().map(String::from).collect()
    };
    for part in &parts {
        let value = symbols.find(part).ok_or_else(|| unknown(part))?;
        found = found.with(value);
    }
    Ok(found)
}

/// Reads cells of one character each.
fn from_characters(tokens: &[Token<'_>], values: usize) -> Result<Found, ParseError> {
    let occurring = Occurring::new(tokens.iter().filter_map(|token| token.text.chars().next()));
    let found = lookalikes(&occurring, values);
    if let Some(&(c, digit)) = found.first() {
        let what = SymbolError::One(c, format!("{c:?} looks like {digit}, and is another sign"));
        return Err(what
            .at(tokens)
            .meaning(found.iter().map(|(c, digit)| (c.to_string(), digit.to_string()))));
    }
    // A single cell may have any sign, and the others show nothing.
    let is_mark = |c: &char| c.is_ascii_punctuation() || values == 1 && !c.is_alphanumeric();
    if !occurring.sorted.is_empty() && occurring.sorted.iter().all(is_mark) {
        let error = tokens[0].error("nothing but punctuation marks");
        return Err(error.hint("name them with --symbols, in the order of their values"));
    }
    let (first, symbols, x_is_blank) = choose(&occurring, values).map_err(|what| {
        let what = what.at(tokens);
        what.hint("name them with --symbols, in the order of their values")
    })?;
    let open = Candidates::all(values);
    let meaning = |token: &Token<'_>| {
        let c = token.text.chars().next().unwrap_or('.');
        if is_blank(c) || c == '0' && first != 0 || x_is_blank && c.eq_ignore_ascii_case(&'x') {
            return Ok(open);
        }
        symbols.find(token.text).map(Candidates::one).ok_or_else(|| {
            token
                .error(format!("{c:?} is neither a symbol of this puzzle nor blank"))
                .hint(format!("symbols are {symbols}, blanks . 0 * _ - ?"))
        })
    };
    // Cells repeat few symbols: each is looked up once.
    let mut known: Vec<(&str, Candidates)> = Vec::new();
    let mut cells = Cells::with_capacity(tokens.len());
    for token in tokens {
        let cell = match known.iter().find(|(text, _)| *text == token.text) {
            Some(&(_, cell)) => cell,
            None => {
                known.push((token.text, meaning(token)?));
                known[known.len() - 1].1
            }
        };
        cells.push(cell);
    }
    Ok(Found { first, cells, symbols })
}

/// Characters that occur, apart from those that are always blank.
struct Occurring {
    sorted: Vec<char>,
    zero: bool,
    blank: bool,
}

impl Occurring {
    fn new(all: impl Iterator<Item = char>) -> Occurring {
        let mut sorted: Vec<char> = Vec::new();
        let (mut zero, mut blank) = (false, false);
        for c in all {
            match c {
                '0' => zero = true,
                c if is_blank(c) => blank = true,
                c => {
                    if let Err(at) = sorted.binary_search(&c) {
                        sorted.insert(at, c);
                    }
                }
            }
        }
        Occurring { sorted, zero, blank }
    }
}

/// Returns the characters that are taken for digits by mistake, with the digits: full-width digits, and letters among
/// digits where they are no symbols.
fn lookalikes(occurring: &Occurring, values: usize) -> Vec<(char, char)> {
    const LETTERS: [(char, char); 4] = [('l', '1'), ('I', '1'), ('O', '0'), ('o', '0')];
    let Occurring { sorted, .. } = occurring;
    let usual = Symbols::usual(1, values);
    let letter = |c: char| LETTERS.iter().find(|(letter, _)| *letter == c).map(|&(_, digit)| digit);
    let digits = sorted.iter().filter(|c| c.is_ascii_digit()).count();
    let others_are_alike =
        sorted.iter().all(|&c| c.is_ascii_digit() || letter(c).is_some() || narrow(c).is_some());
    let has_wide = sorted.iter().any(|&c| narrow(c).is_some());
    let letters_are_mistakes = 2 * digits > sorted.len() || others_are_alike && (digits > 0 || has_wide);
    let meant = |c: char| {
        let is_mistake = letters_are_mistakes && usual.find(&c.to_string()).is_none();
        narrow(c).or_else(|| letter(c).filter(|_| is_mistake))
    };
    sorted.iter().filter_map(|&c| Some((c, meant(c)?))).collect()
}

/// Returns the digit of a full-width digit.
fn narrow(c: char) -> Option<char> {
    let digit = u32::from(c).checked_sub(u32::from('\u{FF10}'))?;
    char::from_digit(digit, 10)
}

/// An error about all characters, or about one.
enum SymbolError {
    All(String),
    One(char, String),
}

impl SymbolError {
    fn at(self, tokens: &[Token<'_>]) -> ParseError {
        match self {
            SymbolError::All(what) => tokens[0].error(what),
            SymbolError::One(c, what) => {
                let same = |token: &&Token<'_>| token.text.starts_with(c);
                tokens.iter().find(same).unwrap_or(&tokens[0]).error(what)
            }
        }
    }
}

/// Returns the first value, the symbols, and whether x is blank.
fn choose(occurring: &Occurring, values: usize) -> Result<(i32, Symbols, bool), SymbolError> {
    let Occurring { sorted, zero, blank } = occurring;
    let is_x = |c: &char| c.eq_ignore_ascii_case(&'x');
    let digits = sorted.iter().any(char::is_ascii_digit);
    let letters = sorted.iter().any(|c| !c.is_ascii_digit() && !is_x(c));
    let x = sorted.iter().any(is_x);
    if sorted.is_empty() {
        // Nothing is given: any symbols fit.
        return Ok((1, Symbols::usual(1, values), false));
    }
    if !letters && (digits || !x || values < 33) {
        // Digits, and x for blanks. From 33 values on, x is a symbol of its own.
        let x_is_blank = x && values < 33;
        let other_blank = *blank || x_is_blank;
        let top = char::from_digit(values as u32, 10);
        let from_zero = *zero && other_blank && !top.is_some_and(|top| sorted.contains(&top));
        let first = i32::from(!from_zero);
        let symbols = usual(first, values)?;
        check(sorted.iter().filter(|c| !(x_is_blank && is_x(c))), &symbols)?;
        return Ok((first, symbols, x_is_blank));
    }
    if digits {
        // Digits and letters: A is 10.
        let top = Symbols::usual(1, values);
        let top_occurs = sorted.iter().any(|c| top.find(&c.to_string()) == Some(values as u8 - 1));
        let first = i32::from(!(*zero && *blank && !top_occurs));
        if let Ok(symbols) = usual(first, values)
            && check(sorted.iter(), &symbols).is_ok()
        {
            return Ok((first, symbols, false));
        }
    }
    if !digits && values <= 26 {
        let symbols = Symbols::new(('A'..='Z').take(values)).expect("letters are different");
        if check(sorted.iter(), &symbols).is_ok() {
            return Ok((1, symbols, false));
        }
    }
    match occurring_symbols(sorted, values) {
        Ok(symbols) => Ok((1, symbols, false)),
        // Among digits an unknown letter is an error, not a symbol.
        Err(error) if digits => Err(check(sorted.iter(), &usual(1, values)?).err().unwrap_or(error)),
        Err(error) => Err(error),
    }
}

fn usual(first: i32, values: usize) -> Result<Symbols, SymbolError> {
    let symbols = Symbols::usual(first, values);
    if symbols.are_characters() {
        return Ok(symbols);
    }
    Err(SymbolError::All(format!(
        "{values} values need numbers with blanks between, digits and letters end before"
    )))
}

fn check<'a>(occurring: impl Iterator<Item = &'a char>, symbols: &Symbols) -> Result<(), SymbolError> {
    for &c in occurring {
        if symbols.find(&c.to_string()).is_none() {
            let what = match symbols.len() {
                values @ 1..4 => format!("{c:?} in a grid of {values}x{values}, which has only {symbols}"),
                _ => format!("{c:?} is neither blank nor one of {symbols}"),
            };
            return Err(SymbolError::One(c, what));
        }
    }
    Ok(())
}

/// Returns the characters that occur as symbols, with `?` for one that is missing.
fn occurring_symbols(sorted: &[char], values: usize) -> Result<Symbols, SymbolError> {
    let mut set: Vec<char> = sorted.to_vec();
    if set.len() > values {
        // Both cases of a letter may be one symbol.
        set = set.iter().flat_map(|c| c.to_uppercase()).collect();
        set.sort_unstable();
        set.dedup();
    }
    match set.len() {
        len if len == values => {}
        len if len + 1 == values => set.push('?'),
        len if len > values => {
            let list: String = set.iter().collect();
            return Err(SymbolError::All(format!(
                "{len} symbols ({list}) where there are only {values} values"
            )));
        }
        len => {
            let list: String = set.iter().collect();
            return Err(SymbolError::All(format!("only {len} of {values} symbols occur ({list})")));
        }
    }
    Symbols::new(set).map_err(|error| SymbolError::All(error.to_string()))
}

/// Reads cells of several characters: numbers or candidates.
fn from_words(tokens: &[Token<'_>], values: usize) -> Result<Found, ParseError> {
    let number = |token: &Token<'_>| {
        if token.text.bytes().all(|byte| byte.is_ascii_digit()) {
            token.text.parse::<usize>().ok()
        } else {
            None
        }
    };
    let blank = |token: &Token<'_>| {
        let mut each = token.text.chars();
        matches!((each.next(), each.next()), (Some(c), None) if is_blank(c) || c.eq_ignore_ascii_case(&'x'))
    };
    let braced = tokens.iter().any(|token| token.text.starts_with('{'));
    let short = |token: &Token<'_>| token.text.len() <= 2 && number(token).is_some();
    if values > 9 && !braced && tokens.iter().all(|token| blank(token) || short(token)) {
        let zero = tokens.iter().any(|token| number(token) == Some(0));
        let last = tokens.iter().any(|token| number(token) == Some(values));
        let first = usize::from(!(zero && tokens.iter().any(blank) && !last));
        let cell = |token: &Token<'_>| match number(token) {
            Some(number) if number >= first + values => {
                Err(token.error(format!("{number} is more than {}", first + values - 1)))
            }
            Some(number) if number >= first => Ok(Candidates::one((number - first) as u8)),
            _ => Ok(Candidates::all(values)),
        };
        let cells = tokens.iter().map(cell).collect::<Result<Cells, _>>()?;
        return Ok(Found { first: first as i32, symbols: Symbols::usual(first as i32, values), cells });
    }
    // Candidates. A 0 among several symbols of a cell is a value.
    let several = tokens.iter().filter(|token| token.text.len() > 1);
    let top = Symbols::usual(1, values);
    let zero = several.clone().any(|token| token.text.contains('0') && top.are_characters());
    let last = tokens.iter().any(|token| token.text.contains(top.get(values as u8 - 1)));
    let first = i32::from(!zero || last);
    let symbols = Symbols::usual(first, values);
    let cells = tokens.iter().map(|token| cell(token, &symbols)).collect::<Result<Cells, _>>()?;
    Ok(Found { first, symbols, cells })
}
