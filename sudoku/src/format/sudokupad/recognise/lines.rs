//! Coloured lines: by the sentence that names the colour, then by habit, then as the only rule for lines.

use std::collections::HashMap;

use super::line_rules::{LineRule, RULES};
use crate::format::sudokupad::claims::{Claims, Scene, clue};
use crate::format::sudokupad::colour::Colour;
use crate::format::sudokupad::drawing::{Shape, Spot, Stroke};
use crate::format::sudokupad::words::{names_colour, number_after, number_before};
use crate::rules::Param;
use crate::rules::kinds::lines::{between, whisper};

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

/// The look of a line: its colour, and whether it ends in circles.
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
        match looks
            .iter_mut()
            .find(|((colour, circles), _)| colour.is_like(stroke.colour) && *circles == circled)
        {
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

/// Returns circles in cells that no earlier recogniser has taken, as that of arrows does.
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

/// A rule with the reason for it, or why there is none.
type Decided = Result<(&'static LineRule, &'static str), &'static str>;

/// Determines the rule of the lines of a look.
fn decide(scene: &Scene<'_>, look: Look, named: &[Named<'_>], looks: usize) -> Decided {
    if scene.words.is_empty() || named.is_empty() && scene.words.are_standard() {
        return by_habit(look);
    }
    let (colour, circled) = look;
    // Each rule with whether its sentences name the colour.
    let fitting: Vec<(&Named<'_>, Option<bool>)> = named
        .iter()
        .filter(|named| !named.rule.has_circles || circled)
        .map(|one| (one, one.fits(colour, named.len() == 1)))
        .collect();
    let that = |said| fitting.iter().filter(move |(_, names)| *names == said).map(|(one, _)| *one).collect();
    by_colour(look, that(Some(true))).unwrap_or_else(|| by_elimination(look, named, that(None), looks))
}

/// Determines the rule where there are no words.
fn by_habit((colour, circled): Look) -> Decided {
    let is_exact = RULES.iter().any(|rule| rule.is_exact(colour));
    let fits = |rule: &&LineRule| {
        rule.is_usual(colour) && (!is_exact || rule.is_exact(colour)) && (!rule.has_circles || circled)
    };
    let mut usual = RULES.iter().filter(fits);
    let best = usual.clone().find(|rule| rule.has_circles == circled).or_else(|| usual.next());
    best.map(|rule| (rule, "by habit: the color of the line")).ok_or("a line of an unusual color")
}

/// Determines the rule by those whose sentences name the colour; `None` if there are none.
fn by_colour((colour, circled): Look, mut named: Vec<&Named<'_>>) -> Option<Decided> {
    if named.len() > 1 {
        let of = |is_usual: fn(&LineRule, Colour) -> bool| -> Vec<&Named<'_>> {
            named.iter().copied().filter(|named| is_usual(named.rule, colour)).collect()
        };
        let exact = of(LineRule::is_exact);
        let narrower = if exact.len() == 1 { exact } else { of(LineRule::is_usual) };
        let ringed: Vec<&Named<'_>> = named.iter().copied().filter(|named| named.rule.has_circles).collect();
        if ringed.len() == 1 && circled {
            named = ringed;
        } else if narrower.len() == 1 {
            named = narrower;
        }
    }
    match named[..] {
        [] => None,
        [one] => Some(Ok((one.rule, "the rules name the color of the line"))),
        _ => Some(Err("a line whose color the rules name more than once")),
    }
}

/// Determines the rule where no sentence names the colour; `open` are rules whose sentences name none.
fn by_elimination(
    (colour, circled): Look,
    named: &[Named<'_>],
    open: Vec<&Named<'_>>,
    looks: usize,
) -> Decided {
    if let Some(one) = only(open.iter().copied().filter(|named| named.rule.is_usual(colour))) {
        return Ok((one.rule, "the rules name the rule, and the color is usual for it"));
    }
    // Circles outweigh the colour: the only rule with circles may be named with another one.
    let ringed = || only(open.iter().copied().filter(|named| named.rule.has_circles));
    let any_ringed = || only(named.iter().filter(|named| named.rule.has_circles));
    if circled && let Some(one) = ringed().or_else(any_ringed) {
        return Ok((one.rule, "the rules name the rule, and the line has circles at its ends"));
    }
    if let [one] = named
        && looks == 1
        && one.rule.is_usual(colour)
    {
        return Ok((one.rule, "the only rule for lines, and the color is usual for it"));
    }
    match open[..] {
        [one] if named.len() == 1 || looks == named.len() => Ok((one.rule, "the only rule for such lines")),
        [] => Err("a line of which the rules do not tell"),
        _ => Err("a line that may be of several rules"),
    }
}

/// Returns the only one of some things.
fn only<T>(mut things: impl Iterator<Item = T>) -> Option<T> {
    things.next().filter(|_| things.next().is_none())
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
