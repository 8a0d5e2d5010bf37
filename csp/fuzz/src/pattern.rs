//! Regular expressions as data. A match is a set of positions in a word.

use testkit::Bytes;

/// Regular expression over numbers.
#[derive(Clone, Debug)]
pub enum Pattern {
    Value(i32),
    Any,
    Class { runs: Vec<(i32, i32)>, inverted: bool },
    Sequence(Vec<Pattern>),
    Either(Vec<Pattern>),
    Repeat(Box<Pattern>, usize, Option<usize>),
}

impl Pattern {
    pub fn any(bytes: &mut Bytes<'_>, depth: usize) -> Pattern {
        let part = |bytes: &mut Bytes<'_>| Pattern::any(bytes, depth.saturating_sub(1));
        match bytes.below(if depth == 0 { 4 } else { 8 }) {
            0 | 1 => Pattern::Value(bytes.between(-1, 3)),
            2 => Pattern::Any,
            3 => {
                let run = |bytes: &mut Bytes<'_>| {
                    let low = bytes.between(-1, 3);
                    (low, low + bytes.between(0, 2))
                };
                let inverted = bytes.one_in(2);
                Pattern::Class { runs: bytes.list(usize::from(!inverted), 3, run), inverted }
            }
            4 => Pattern::Sequence(bytes.list(0, 3, part)),
            5 => Pattern::Either(bytes.list(1, 3, part)),
            _ => {
                let least = bytes.below(3);
                let most = (!bytes.one_in(3)).then(|| least + bytes.below(3));
                Pattern::Repeat(Box::new(part(bytes)), least, most)
            }
        }
    }

    /// Returns the expression as text, with random blanks and brackets.
    pub fn text(&self, bytes: &mut Bytes<'_>) -> String {
        match self {
            Pattern::Value(value) => value.to_string(),
            Pattern::Any => ".".to_owned(),
            Pattern::Class { runs, inverted } => {
                let run = |&(low, high): &(i32, i32)| {
                    if low == high { low.to_string() } else { format!("{low}-{high}") }
                };
                let runs: Vec<String> = runs.iter().map(run).collect();
                format!("[{}{}]", if *inverted { "^" } else { "" }, runs.join(" "))
            }
            Pattern::Sequence(parts) => {
                let between = bytes.pick(&[" ", ",", " , "]);
                parts.iter().map(|part| part.bracketed(bytes)).collect::<Vec<_>>().join(between)
            }
            Pattern::Either(parts) => {
                let between = bytes.pick(&["|", " | "]);
                parts.iter().map(|part| part.bracketed(bytes)).collect::<Vec<_>>().join(between)
            }
            Pattern::Repeat(part, least, most) => {
                let part = part.bracketed(bytes);
                let written_out = bytes.one_in(2);
                match (least, most) {
                    (0, None) if !written_out => format!("{part}*"),
                    (1, None) if !written_out => format!("{part}+"),
                    (0, Some(1)) if !written_out => format!("{part}?"),
                    (_, None) => format!("{part}{{{least},}}"),
                    (_, Some(most)) if least == most && !written_out => format!("{part}{{{least}}}"),
                    (_, Some(most)) => format!("{part}{{{least},{most}}}"),
                }
            }
        }
    }

    fn bracketed(&self, bytes: &mut Bytes<'_>) -> String {
        match self {
            Pattern::Value(_) | Pattern::Any | Pattern::Class { .. } => self.text(bytes),
            _ => format!("({})", self.text(bytes)),
        }
    }

    /// Returns whether the expression matches the whole word.
    pub fn matches(&self, word: &[i64]) -> bool {
        self.ends(word, 0).contains(&word.len())
    }

    /// Returns the positions at which a match that begins at `from` can end.
    fn ends(&self, word: &[i64], from: usize) -> Vec<usize> {
        let one = |is_met: &dyn Fn(i64) -> bool| {
            word.get(from).filter(|&&value| is_met(value)).map(|_| from + 1).into_iter().collect()
        };
        let ends = match self {
            Pattern::Value(value) => one(&|here| here == i64::from(*value)),
            Pattern::Any => one(&|_| true),
            Pattern::Class { runs, inverted } => one(&|here| {
                runs.iter().any(|&(low, high)| (i64::from(low)..=high.into()).contains(&here)) != *inverted
            }),
            Pattern::Sequence(parts) => parts.iter().fold(vec![from], |ends, part| {
                unique(ends.into_iter().flat_map(|end| part.ends(word, end)).collect())
            }),
            Pattern::Either(parts) => parts.iter().flat_map(|part| part.ends(word, from)).collect(),
            Pattern::Repeat(part, least, most) => {
                let mut all = if *least == 0 { vec![from] } else { Vec::new() };
                let mut here = vec![from];
                // More rounds than the word has positions only repeat empty matches.
                for round in 1..=most.unwrap_or(least + word.len()) {
                    here = unique(here.into_iter().flat_map(|end| part.ends(word, end)).collect());
                    if round >= *least {
                        all.extend(&here);
                    }
                }
                all
            }
        };
        unique(ends)
    }
}

fn unique(mut places: Vec<usize>) -> Vec<usize> {
    places.sort_unstable();
    places.dedup();
    places
}
