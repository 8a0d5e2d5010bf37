//! How the clues of a part are written: each code reads and writes a list of clues.
//!
//! Most codes shorten clues that are missing in a row to one letter. Writing uses the longest runs, as the player's
//! addresses do.

use super::{AddressError, Cursor, fleet};
use crate::board::Direction;
use crate::clue::{Clue, Clues};

/// How clues are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// 0 to 4, with up to two missing clues after it in the same character.
    Four,
    /// 0 to 9.
    Ten,
    /// Numbers in hexadecimal digits.
    Sixteen,
    /// A number for each place in digits of base 36.
    ThirtySix,
    /// Three places in a character: none, white or black.
    Three,
    /// Five places in a character: yes or no.
    Bits,
    /// Signs, and how many places there are between them.
    Ones,
    /// One of two signs, and how many places there are up to the next one.
    Dots,
    /// Four signs.
    Maze,
    /// A circle with a number, or a direction.
    Corners,
    /// A colour, a direction and a number.
    Castle,
    /// The sum below and the sum to the right, for dark cells.
    Sums,
    /// A sum.
    Head,
    /// A direction and a number.
    Arrows,
    /// Up to four numbers in a cell.
    Tapa,
    /// Ships after a slash.
    Ships,
}

use Code::*;

impl Code {
    /// Reads the clues of so many places.
    pub fn read(self, from: &mut Cursor<'_>, places: usize) -> Result<Clues, AddressError> {
        let mut clues = Clues::new();
        while clues.len() < places {
            let column = from.column();
            if let Some((first, most)) = self.run()
                && let Some(next) = from.peek()
                && let Some(length) = (next as usize).checked_sub(first as usize)
                && length < most
            {
                from.skip(next);
                clues.resize(clues.len() + length + 1, None);
            } else {
                self.read_one(from, &mut clues)?;
            }
            if clues.len() > places {
                // The player fills the last character whatever is left of the board.
                if clues[places..].iter().any(Option::is_some) {
                    return Err(AddressError::new(column, "more clues than the board has places"));
                }
                clues.truncate(places);
            }
        }
        Ok(clues)
    }

    /// Returns the first letter for a run of missing clues, and the longest run.
    fn run(self) -> Option<(char, usize)> {
        match self {
            Four | Sixteen | Tapa | Dots => Some(('g', 20)),
            Ten | Arrows | Castle => Some(('a', 26)),
            Corners | Sums => Some(('k', 16)),
            ThirtySix | Three | Bits | Ones | Maze | Head | Ships => None,
        }
    }

    /// Reads a character, or the few that belong together.
    fn read_one(self, from: &mut Cursor<'_>, clues: &mut Clues) -> Result<(), AddressError> {
        let column = from.column();
        let next = from.next("a clue")?;
        let wrong = || AddressError::new(column, format!("{next:?} is no clue here"));
        let digit = |radix: u32| next.to_digit(radix).ok_or_else(wrong);
        if next == '.' && !matches!(self, Three | Bits | Ones | Maze | Castle | Dots | Head | Ships) {
            clues.push(Some(Clue::Unknown));
            return Ok(());
        }
        match self {
            Four => {
                let value = digit(15)?;
                clues.push(Some(Clue::Number(value % 5)));
                clues.resize(clues.len() + value as usize / 5, None);
            }
            Ten => clues.push(Some(Clue::Number(digit(10)?))),
            Sixteen => {
                let number = match next {
                    '-' => from.number(2, 16, "a number of two digits")?,
                    '+' => from.number(3, 16, "a number of three digits")?,
                    '=' => 4096 + from.number(3, 16, "a number of three digits")?,
                    '%' | '@' => 8192 + from.number(3, 16, "a number of three digits")?,
                    _ => digit(16)?,
                };
                clues.push(Some(Clue::Number(number)));
            }
            ThirtySix => match next {
                '-' => clues.push(Some(Clue::Number(from.number(2, 36, "a number of two digits")?))),
                '%' | '@' => clues.push(Some(Clue::Unknown)),
                _ => clues.push(Some(Clue::Number(digit(36)?))),
            },
            Three | Bits => {
                let (base, count): (u32, u32) = if self == Three { (3, 3) } else { (2, 5) };
                let all = digit(base.pow(count))?;
                let signs = (0..count).rev().map(|at| (all / base.pow(at) % base) as u8);
                clues.extend(signs.map(|sign| (sign > 0).then_some(Clue::Sign(sign))));
            }
            Ones => {
                let value = digit(36)? as usize;
                if value < 18 {
                    clues.push(Some(Clue::Sign(1)));
                }
                clues.resize(clues.len() + value % 18 + usize::from(value >= 18), None);
            }
            Dots => {
                let value = digit(16)?;
                clues.push(Some(Clue::Sign((value % 2 + 1) as u8)));
                clues.resize(clues.len() + value as usize / 2, None);
            }
            Maze => match digit(36)? {
                0 => return Err(wrong()),
                sign @ 1..5 => clues.push(Some(Clue::Sign(sign as u8))),
                value => clues.resize(clues.len() + value as usize - 4, None),
            },
            Corners => clues.push(Some(match next {
                'g'..='j' => Clue::Arrow(Direction::ALL[next as usize - 'g' as usize], None),
                '-' => Clue::Number(from.number(2, 16, "a number of two digits")?),
                _ => Clue::Number(digit(16)?),
            })),
            Sums => {
                let right = from.next("a sum")?;
                let sums = [next, right].map(|sign| sum_of(sign).ok_or_else(wrong));
                let [below, right] = sums;
                clues.push(Some(Clue::Several(vec![below?, right?])));
            }
            Ships if next == '/' => clues.push(Some(Clue::Fleet(fleet::read(from)?))),
            Ships => return Err(wrong()),
            Head => clues.push(sum_of(next).ok_or_else(wrong)?.map(Clue::Number)),
            Castle => {
                let colour = digit(3)? as u8;
                let mut inner = Clues::new();
                Arrows.read_one(from, &mut inner)?;
                clues.extend(inner.into_iter().map(|clue| Some(Clue::Coloured(colour, Box::new(clue?)))));
            }
            Arrows => {
                let (way, number) = match next {
                    '-' => (from.number(1, 5, "a direction")?, Some(from.number(3, 16, "a number")?)),
                    _ => {
                        let way = digit(10)?;
                        let digits = if way < 5 { 1 } else { 2 };
                        let number =
                            if from.skip('.') { None } else { Some(from.number(digits, 16, "a number")?) };
                        (way % 5, number)
                    }
                };
                clues.push(Some(match (way, number) {
                    (0, Some(number)) => Clue::Number(number),
                    (0, None) => Clue::Unknown,
                    (way, number) => Clue::Arrow(Direction::ALL[way as usize - 1], number),
                }));
            }
            Tapa => clues.push(Some(Clue::Several(match next {
                '9' => vec![Some(1); 4],
                '0'..='8' => vec![Some(digit(10)?)],
                _ => {
                    let pair = 36 * digit(36)? + from.number(1, 36, "a clue of several numbers")?;
                    several(pair).ok_or_else(wrong)?
                }
            }))),
        }
        Ok(())
    }

    /// Writes clues.
    pub fn write(self, clues: &[Option<Clue>]) -> String {
        let mut text = String::new();
        let mut rest = clues;
        while let [first, after @ ..] = rest {
            rest = match (first, self) {
                (_, Three | Bits) => {
                    let (base, count) = if self == Three { (3, 3) } else { (2, 5) };
                    let sign = |at: usize| rest.get(at).and_then(Option::as_ref).map_or(0, Clue::sign);
                    let all = (0..count).fold(0, |all, at| base * all + u32::from(sign(at)));
                    text.push(digit(all));
                    &rest[count.min(rest.len())..]
                }
                (_, Ones) => {
                    // The places between signs are part of the character of the first one.
                    let (start, first, most) = if first.is_some() { (after, 0, 17) } else { (rest, 17, 18) };
                    let gap = start.iter().take(most).take_while(|clue| clue.is_none()).count();
                    text.push(digit((first + gap) as u32));
                    &start[gap..]
                }
                (first, Head) => {
                    text.push(sign_of(first.as_ref().and_then(Clue::number)));
                    after
                }
                (Some(clue), Dots) => {
                    let blanks = after.iter().take(7).position(Option::is_some).unwrap_or(7);
                    text.push(digit(u32::from(clue.sign()) - 1 + 2 * blanks as u32));
                    &after[blanks.min(after.len())..]
                }
                (None, Maze) => {
                    let length = rest.iter().take(31).take_while(|clue| clue.is_none()).count();
                    text.push(digit(length as u32 + 4));
                    &rest[length..]
                }
                (None, _) => {
                    let (first, most) = self.run().unwrap_or(('.', 1));
                    let length = rest.iter().take(most).take_while(|clue| clue.is_none()).count();
                    text.push((first as u8 + length as u8 - 1) as char);
                    &rest[length..]
                }
                (Some(Clue::Number(number)), Four) => {
                    // Missing clues before the next one, and two at the end of the board, are part of the character.
                    let blanks = after.iter().take(2).position(Option::is_some).unwrap_or(2);
                    text.push(digit(number + 5 * blanks as u32));
                    &after[blanks.min(after.len())..]
                }
                (Some(clue), _) => {
                    self.write_one(clue, &mut text);
                    after
                }
            };
        }
        text
    }

    /// Writes one clue of a code whose clues stand apart.
    fn write_one(self, clue: &Clue, text: &mut String) {
        match (self, clue) {
            (Sixteen, &Clue::Number(number)) => {
                *text += &match number {
                    0..16 => format!("{number:x}"),
                    16..256 => format!("-{number:02x}"),
                    256..4096 => format!("+{number:03x}"),
                    4096..8192 => format!("={:03x}", number - 4096),
                    _ => format!("%{:03x}", number - 8192),
                }
            }
            (ThirtySix, &Clue::Number(number)) if number >= 36 => {
                text.push('-');
                text.extend([digit(number / 36), digit(number % 36)]);
            }
            (Arrows, Clue::Number(_) | Clue::Unknown | Clue::Arrow(..)) => {
                let (way, number) = match clue {
                    Clue::Arrow(direction, number) => (number_of(*direction), *number),
                    clue => (0, clue.number()),
                };
                *text += &match number {
                    None => format!("{way}."),
                    Some(number @ 0..16) => format!("{way}{number:x}"),
                    Some(number @ 16..256) => format!("{}{number:02x}", way + 5),
                    Some(number) => format!("-{way}{number:03x}"),
                };
            }
            (Corners, &Clue::Number(number @ 16..)) => *text += &format!("-{number:02x}"),
            (Corners, Clue::Arrow(direction, _)) => text.push((b'f' + number_of(*direction) as u8) as char),
            (Ships, Clue::Fleet(fleet)) => *text += &format!("/{}", fleet::write(fleet)),
            (Maze, clue) => text.push(digit(clue.sign().into())),
            (_, Clue::Coloured(colour, clue)) => {
                text.push(digit((*colour).into()));
                Arrows.write_one(clue, text);
            }
            (_, &Clue::Number(number)) => text.push(digit(number)),
            (Sums, Clue::Several(sums)) => text.extend(sums.iter().map(|&sum| sign_of(sum))),
            (_, Clue::Several(numbers)) => match numbers[..] {
                [Some(1), Some(1), Some(1), Some(1)] => text.push('9'),
                [Some(number)] => text.push(digit(number)),
                _ => {
                    let pair = (360..36 * 36).find(|&pair| several(pair).as_ref() == Some(numbers));
                    let pair = pair.expect("a clue that was read");
                    text.extend([digit(pair / 36), digit(pair % 36)]);
                }
            },
            _ => text.push('.'),
        }
    }
}

/// Returns the two to four numbers that stand for a pair of characters in tapa. 0 is a number that is not told.
fn several(pair: u32) -> Option<Vec<Option<u32>>> {
    let (numbers, base, count) = match pair {
        360..396 => (pair - 360, 6, 2),
        396..460 => (pair - 396, 4, 3),
        460..476 => (pair - 460, 2, 4),
        _ => return None,
    };
    let of = |at: u32| numbers / u32::pow(base, at) % base;
    Some((0..count).rev().map(|at| Some(of(at)).filter(|&number| number > 0)).collect())
}

/// Returns the sum that a sign stands for; the inner `None` is that of a minus.
fn sum_of(sign: char) -> Option<Option<u32>> {
    match sign {
        '-' => Some(None),
        '0'..='9' | 'a'..='j' => Some(sign.to_digit(36)),
        'A'..='Z' => Some(sign.to_digit(36).map(|digit| digit + 10)),
        _ => None,
    }
}

/// Returns the sign of a sum.
fn sign_of(sum: Option<u32>) -> char {
    match sum {
        None => '-',
        Some(sum @ 0..20) => digit(sum),
        Some(sum) => digit(sum - 10).to_ascii_uppercase(),
    }
}

/// Returns the number that stands for a direction.
fn number_of(direction: Direction) -> usize {
    Direction::ALL.iter().position(|&other| other == direction).map_or(0, |at| at + 1)
}

/// Returns a digit of base 36.
fn digit(value: u32) -> char {
    char::from_digit(value, 36).expect("a value of one digit")
}
