//! Random formulas. The same seed gives the same formula.

pub(super) struct Random {
    state: u64,
    literals: &'static [&'static str],
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1, literals: &["0", "1", "2", "3", "4"] }
    }

    /// A generator with literals close to the limits.
    pub fn large(seed: u64) -> Random {
        let literals = &["0", "1", "16384", "46341", "67108864", "268435455", "268435456", "2147483648"];
        Random { literals, ..Random::new(seed) }
    }

    fn below(&mut self, end: u64) -> usize {
        self.state = self.state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        ((self.state >> 33) % end) as usize
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64)]
    }

    /// A random condition of at most this depth, over a grid of 2 rows and 2 columns and these names.
    pub fn formula(&mut self, depth: usize, names: &[&str]) -> String {
        let inner = depth.saturating_sub(1);
        match self.below(if depth == 0 { 3 } else { 8 }) {
            0 | 1 => {
                let relation = self.one(&["==", "=", "!=", "<", "<=", ">", ">="]);
                let mut text =
                    format!("{} {relation} {}", self.number(inner, names), self.number(inner, names));
                if self.below(4) == 0 {
                    text += &format!(" {} {}", self.one(&["==", "<", ">="]), self.number(inner, names));
                }
                text
            }
            2 => format!("all-different{{{}}}", self.list(names)),
            3 => format!("not {}", self.formula(inner, names)),
            4 => format!("({})", self.formula(inner, names)),
            _ => {
                let word = self.one(&["and", "or", "implies"]);
                format!("{} {word} {}", self.formula(inner, names), self.formula(inner, names))
            }
        }
    }

    fn number(&mut self, depth: usize, names: &[&str]) -> String {
        let inner = depth.saturating_sub(1);
        match self.below(if depth == 0 { 4 } else { 12 }) {
            0 => self.one(self.literals).into(),
            1..=3 => self.cell(names),
            4 => format!("-{}", self.number(inner, names)),
            5 => format!("({})", self.number(inner, names)),
            6 => format!("abs({})", self.number(inner, names)),
            7 => {
                let name = self.one(&["min", "max"]);
                format!("{name}({}, {})", self.number(inner, names), self.number(inner, names))
            }
            8 => format!("{}{{{}}}", self.one(&["sum", "min", "max", "distinct"]), self.list(names)),
            9 => format!("count{{{}, {}}}", self.list(names), self.number(inner, names)),
            _ => {
                let sign = self.one(&["+", "-", "*", "/", "%"]);
                format!("{} {sign} {}", self.number(inner, names), self.number(inner, names))
            }
        }
    }

    fn cell(&mut self, names: &[&str]) -> String {
        match self.below(4 + names.len() as u64) {
            at @ 0..4 => format!("r{}c{}", at / 2 + 1, at % 2 + 1),
            name => names[name - 4].into(),
        }
    }

    fn list(&mut self, names: &[&str]) -> String {
        let parts: Vec<String> = (0..1 + self.below(3))
            .map(|_| match self.below(6) {
                0 => self.one(&["row 1", "col 2", "all", "r1-2c1", "bottom 1"]).into(),
                _ => self.cell(names),
            })
            .collect();
        parts.join(" ")
    }
}
