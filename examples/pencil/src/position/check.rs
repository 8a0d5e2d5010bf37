//! Which rules a position breaks: what is drawn is fixed, and each rule is asked alone.

use csp::{Error, Limits, Var};

use super::Position;
use crate::clash::{Clash, Question};
use crate::draft::{Draft, Layer, Place, Role};
use crate::kind::{Field, Rule};

/// A rule that is broken, and the places where it is; none if it is the board as a whole.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The rule.
    pub rule: &'static Rule,
    /// Where it is broken.
    pub places: Vec<Place>,
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It keeps all rules, and nothing is open.
    Solved,
    /// It breaks none, and these cells are open.
    Open(Vec<usize>),
    /// It breaks rules: each of them alone, or these together.
    Broken(Vec<Broken>),
    /// A limit was reached.
    Limit,
}

impl Position {
    /// Checks what is drawn.
    pub fn check(&self, limits: &Limits) -> Result<Verdict, Error> {
        let draft = Draft::of(&self.puzzle);
        let mut drawn: Vec<(Var, i32)> = Vec::new();
        for (layer, values) in &self.drawn {
            let Some((_, vars)) = draft.answer.iter().find(|(of, _)| of == layer) else { continue };
            drawn.extend(vars.iter().zip(values).filter_map(|(&var, value)| Some((var, (*value)?))));
        }
        let question = Question::new(&draft, &drawn, limits)?;
        let of_rules: Vec<_> = draft.posted.iter().filter(|posted| posted.role == Role::Rule).collect();
        let mut rules: Vec<&'static Rule> = Vec::new();
        for posted in &of_rules {
            if !rules.iter().any(|rule| rule.code == posted.rule.code) {
                rules.push(posted.rule);
            }
        }
        let mut broken = Vec::new();
        for rule in rules {
            let all: Vec<_> = of_rules
                .iter()
                .filter(|posted| posted.rule.code == rule.code)
                .map(|posted| **posted)
                .collect();
            match question.has_answer(&all)? {
                Some(true) => continue,
                None => return Ok(Verdict::Limit),
                Some(false) => {}
            }
            let mut places: Vec<Place> = all.iter().map(|posted| posted.place).collect();
            places.sort_unstable();
            places.dedup();
            let mut at = Vec::new();
            for place in places.into_iter().filter(|&place| place != Place::Board) {
                let here: Vec<_> = all.iter().filter(|posted| posted.place == place).copied().collect();
                if question.has_answer(&here)? == Some(false) {
                    at.push(place);
                }
            }
            broken.push(Broken { rule, places: at });
        }
        if !broken.is_empty() {
            return Ok(Verdict::Broken(broken));
        }
        Ok(match question.clash()? {
            Clash::Limit => Verdict::Limit,
            Clash::Of { parts, .. } => {
                let of = |(rule, place)| {
                    let places = if place == Place::Board { Vec::new() } else { vec![place] };
                    Broken { rule, places }
                };
                Verdict::Broken(parts.into_iter().map(of).collect())
            }
            Clash::None => {
                let is_asked = |layer: Layer| !self.puzzle.kind.file.contains(&Field::Perhaps(layer));
                let asked = draft.answer.iter().filter(|(layer, _)| is_asked(*layer));
                let vars = asked.flat_map(|(layer, vars)| {
                    let drawn = self.drawn.iter().find(|(of, _)| of == layer);
                    drawn.into_iter().flat_map(|(_, values)| vars.iter().zip(values).enumerate())
                });
                let is_open =
                    |var: Var, value: &Option<i32>| value.is_none() && draft.model.declared(var).len() > 1;
                let open: Vec<usize> =
                    vars.filter(|(_, (var, value))| is_open(**var, value)).map(|(place, _)| place).collect();
                if open.is_empty() { Verdict::Solved } else { Verdict::Open(open) }
            }
        })
    }
}
