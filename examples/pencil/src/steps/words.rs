//! What is said of steps.

use csp::steps::{Step, Way};
use csp::{Decision, Var};

use super::Steps;
use super::cut::Cut;
use crate::draft::{Layer, Place};
use crate::kind::{Look, Rule};

/// The most facts, or conclusions, that a sentence names.
const MOST_NAMED: usize = 8;

/// How something is said of a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    /// It is so.
    Is,
    /// If it were so.
    If,
    /// Then it would be so.
    Then,
}

/// What is said of a place: a verb, and what follows it.
#[derive(Clone, PartialEq, Eq)]
struct Says {
    has: bool,
    is_negated: bool,
    what: String,
}

impl Says {
    fn is(what: impl Into<String>) -> Says {
        Says { has: false, is_negated: false, what: what.into() }
    }

    fn has(what: impl Into<String>) -> Says {
        Says { has: true, is_negated: false, what: what.into() }
    }

    fn verb(&self, mood: Mood, is_one: bool) -> String {
        let verb = match (mood, self.has, is_one) {
            (Mood::Is, false, true) => "is",
            (Mood::Is, false, false) => "are",
            (Mood::Is, true, true) => "has",
            (Mood::Is, true, false) => "have",
            (Mood::If, false, _) => "were",
            (Mood::If, true, _) => "had",
            (Mood::Then, false, _) if self.is_negated => return format!("would not be {}", self.what),
            (Mood::Then, false, _) => "would be",
            (Mood::Then, true, _) => "would have",
        };
        let not = if self.is_negated { "not " } else { "" };
        format!("{verb} {not}{}", self.what)
    }
}

/// Returns what a value in a layer means.
fn meaning(look: Look, layer: Layer, value: i32) -> Says {
    let drawn = |what: &str| Says::has(if value == 1 { format!("a {what}") } else { format!("no {what}") });
    match (layer, look, value) {
        (Layer::Shade, Look::Lamps, 0 | 1) => drawn("lamp"),
        (Layer::Shade, Look::Stars, 0 | 1) => drawn("star"),
        (Layer::Shade, Look::Mines, 0 | 1) => drawn("mine"),
        (Layer::Shade, Look::Tents, 0 | 1) => drawn("tent"),
        (Layer::Shade, Look::Triangles, 0) => Says::has("no triangle"),
        (Layer::Shade, Look::Triangles, 2..=5) => {
            let corner = ["below left", "below right", "above right", "above left"][value as usize - 2];
            Says::has(format!("a triangle {corner}"))
        }
        (Layer::Shade, _, 0) => Says::is("white"),
        (Layer::Shade, _, 1) => Says::is("shaded"),
        (Layer::Number, Look::Circles, 1) => Says::is("white"),
        (Layer::Number, Look::Circles, 2) => Says::is("black"),
        (Layer::Number, Look::Slants, 1 | 2) => {
            Says::has(if value == 1 { "a falling diagonal" } else { "a rising diagonal" })
        }
        (Layer::Shade | Layer::Number, ..) => Says::is(value.to_string()),
        (_, _, 0) => Says::is("left out"),
        (_, _, 1) => Says::is("drawn"),
        (_, _, 2) => Says::is("drawn twice"),
        _ => Says::is(format!("drawn {value} times")),
    }
}

/// Joins names: `A`, `A and B`, `A, B and C`.
fn joined(names: &[String], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

impl Steps<'_> {
    /// Says a step in a sentence, or several.
    pub fn say(&self, step: &Step) -> String {
        if step.is_contradiction() {
            return format!("{}: this cannot hold.", self.say_all(self.rules_of(step)));
        }
        let so = self.decisions(&step.conclusions, Mood::Is);
        let facts = match self.facts(step, &step.facts) {
            facts if facts.is_empty() => String::new(),
            facts => format!("{facts}, so "),
        };
        if let Some(Cut { supposed, blocks, cells: [off, from] }) = self.cut(step) {
            let supposed = self.facts_as(step, &[supposed], Mood::If);
            let blocks = match self.facts(step, &blocks) {
                blocks if blocks.is_empty() => String::new(),
                blocks => format!("{blocks}; "),
            };
            let rule = self.say_all(self.rules_of(step));
            return format!("{rule}: {blocks}if {supposed}, {off} would be cut off from {from}. So {so}.");
        }
        match step.way {
            Way::Groups => format!("{}: {facts}{so}.", self.say_all(self.rules_of(step))),
            Way::Supposition(supposed) => self.say_supposition(step, supposed, &so),
            Way::Cases(var) => {
                let (layer, at) = self.drawn(var);
                let noun = noun(layer).map_or(String::new(), |noun| format!("the {noun} "));
                let place = noun + &layer.place(self.draft.puzzle, at);
                format!(
                    "Whatever is chosen for {place}, {so}, by these rules: {}.",
                    self.say_rules(&step.groups)
                )
            }
            _ => format!("Trial and error, since no short reason was found: {so}."),
        }
    }

    fn say_supposition(&self, step: &Step, supposed: Decision, so: &str) -> String {
        let begin = format!("if {}", self.decisions(&[supposed], Mood::If));
        // A rule about what is not drawn belongs to what follows from it.
        let (mut rules, mut then) = (Vec::new(), Vec::new());
        for line in &step.lines {
            rules.extend(line.group);
            if !line.consequences.is_empty() {
                let by =
                    if rules.is_empty() { String::new() } else { format!(" [{}]", self.say_rules(&rules)) };
                then.push(self.decisions(&line.consequences, Mood::Then) + &by);
                rules.clear();
            }
        }
        let broken = if rules.is_empty() { &step.groups } else { &rules };
        let broken = self.say_rules(broken);
        if then.is_empty() {
            let facts = match self.facts(step, &step.facts) {
                facts if facts.is_empty() => String::new(),
                facts => format!(", since {facts}"),
            };
            return format!("{broken}: {begin}, this could not hold{facts}. So {so}.");
        }
        let then = then.join("; then ");
        format!("{}, then {then}; and this could not hold: {broken}. So {so}.", capital(&begin))
    }

    fn say_rules(&self, groups: &[usize]) -> String {
        self.say_all(self.rules(groups))
    }

    /// Says rules with their places.
    pub fn say_all(&self, rules: Vec<(&'static Rule, Vec<Place>)>) -> String {
        let rule = |(rule, places): (&Rule, Vec<Place>)| {
            let names: Vec<String> = places
                .iter()
                .map(|place| place.name(self.draft.puzzle))
                .filter(|name| !name.is_empty())
                .collect();
            let says = rule.says.trim_end_matches('.');
            if names.is_empty() { says.to_owned() } else { format!("{says} ({})", some(&names)) }
        };
        rules.into_iter().map(rule).collect::<Vec<_>>().join("; ")
    }

    /// Says facts of a step: values that are gone, or the one that is known.
    fn facts(&self, step: &Step, gone: &[Decision]) -> String {
        self.facts_as(step, gone, Mood::Is)
    }

    fn facts_as(&self, step: &Step, gone: &[Decision], mood: Mood) -> String {
        let is_new = |var: Var| step.conclusions.iter().any(|decision| decision.variable() == var);
        let mut facts: Vec<Decision> = Vec::new();
        for of_var in gone.chunk_by(|one, other| one.variable() == other.variable()) {
            let var = of_var[0].variable();
            let declared = self.draft.model.declared(var).iter();
            let left: Vec<i32> =
                declared.filter(|&value| of_var.iter().all(|decision| decision.holds(value))).collect();
            match left[..] {
                [value] => facts.push(var.is(value)),
                _ => match self.explainer.value(var).filter(|_| mood == Mood::Is && !is_new(var)) {
                    // What is seen, instead of each value that it excludes.
                    Some(value) => facts.push(var.is(value)),
                    None => facts.extend(of_var),
                },
            }
        }
        self.decisions(&facts, mood)
    }

    /// Says which numbers of lines are left where two may be drawn.
    fn bridges(&self, var: Var, gone: &[Decision]) -> Option<Says> {
        let is_line = noun(self.drawn(var).0).is_some() && self.draft.model.declared(var).iter().eq(0..=2);
        match *gone {
            [Decision::Remove(_, 0)] if is_line => Some(Says::is("drawn at least once")),
            [Decision::Remove(_, 2)] if is_line => Some(Says::is("drawn at most once")),
            _ => None,
        }
    }

    /// Says decisions, those together that say the same.
    fn decisions(&self, decisions: &[Decision], mood: Mood) -> String {
        let mut said: Vec<(Says, Option<&'static str>, Vec<String>)> = Vec::new();
        let mut add = |var: Var, says: Says| {
            let (layer, at) = self.drawn(var);
            let name = layer.place(self.draft.puzzle, at);
            match said.iter_mut().find(|(known, noun_of, _)| *known == says && *noun_of == noun(layer)) {
                Some((_, _, names)) => names.push(name),
                None => said.push((says, noun(layer), vec![name])),
            }
        };
        for of_var in decisions.chunk_by(|one, other| one.variable() == other.variable()) {
            let var = of_var[0].variable();
            let says = |value: i32| meaning(self.draft.puzzle.kind.look, self.drawn(var).0, value);
            match *of_var {
                [Decision::Assign(_, value)] => add(var, says(value)),
                _ => {
                    if let Some(says) = self.bridges(var, of_var) {
                        add(var, says);
                        continue;
                    }
                    let gone = of_var.iter().filter_map(|decision| match *decision {
                        Decision::Remove(_, value) => Some(says(value)),
                        _ => None,
                    });
                    let gone: Vec<Says> = gone.collect();
                    let Some(first) = gone.first().cloned() else { continue };
                    let what: Vec<String> = gone.into_iter().map(|says| says.what).collect();
                    add(var, Says { is_negated: true, what: joined(&what, "or"), ..first });
                }
            }
        }
        let one = |(says, noun, names): (Says, Option<&str>, Vec<String>)| {
            let is_one = names.len() == 1;
            let subject = match noun {
                Some(noun) => format!("the {noun}{} {}", if is_one { "" } else { "s" }, some(&names)),
                None => some(&names),
            };
            format!("{subject} {}", says.verb(mood, is_one))
        };
        joined(&said.into_iter().map(one).collect::<Vec<_>>(), "and")
    }
}

/// Returns what the places of a layer are called, unless they are cells.
fn noun(layer: Layer) -> Option<&'static str> {
    match layer {
        Layer::Shade | Layer::Number => None,
        Layer::Link => Some("line"),
        Layer::Edge => Some("edge"),
        Layer::Wall => Some("wall"),
    }
}

/// Joins the first names, and says how many more there are.
fn some(names: &[String]) -> String {
    match names.get(..MOST_NAMED) {
        Some(first) if names.len() > MOST_NAMED + 1 => {
            format!("{} and {} more", first.join(", "), names.len() - MOST_NAMED)
        }
        _ => joined(names, "and"),
    }
}

/// Returns a text with a capital letter.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
