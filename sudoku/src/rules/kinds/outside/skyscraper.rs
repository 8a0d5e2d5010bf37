//! Skyscrapers: towers that are seen, and the first that is not.

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::sets::values_are;
use crate::rules::{Clue, Draft, Drawing, Fault, Group, Kind, ListSyntax, ParamSyntax, Random};

pub const KIND: Kind = Kind {
    name: "skyscraper",
    also: &["skyscrapers"],
    group: Group::Outside,
    usage: "skyscraper COUNT: top C | bottom C | left R | right R",
    help: "The clue is the number of towers that can be seen from it: numbers are heights, and a tower hides all behind it that are not higher. (A tower of height 0 is not seen.)",
    sentence: "A number outside the grid counts the digits that are seen from there; higher digits hide lower ones.",
    example: "skyscraper 4: top 3\nskyscraper left: 3 . 2 . 4 . . . 1",
    params: ParamSyntax::Number,
    lists: ListSyntax::Seen,
    fault: |clue, grid| {
        let seen = i64::from(clue.amount());
        let values = &grid.shape().values;
        // A line with a positive number has at least one visible tower.
        let least = i64::from(*values.start() > 0);
        let heights = i64::from(*values.end()) - i64::from(*values.start().max(&1)) + 1;
        let most = heights.clamp(0, clue.cells().len() as i64);
        Fault::unless((least..=most).contains(&seen), || {
            Fault::new(format!("skyscraper {seen}: that many towers cannot be seen"))
                .hint(format!("from {least} to {most} can"))
                .param(0)
                .unsatisfiable()
        })
    },
    holds: |clue, _, numbers| {
        let line = clue.read(numbers);
        Ok(seen(&line).count()) == usize::try_from(clue.amount())
    },
    declare: declare_seen,
    marks: |clue, scene| scene.outside(clue, clue.amount().to_string()),
    fpuzzles: &[Key::new("skyscraper", Form::Seen)],
    noun: "the skyscraper clue{#} from {from} to {to}",
    says: "Looking from {from} to {to}, the number of visible skyscrapers (values greater than all before them) is {number}",
    unmet: "the number of visible skyscrapers could not be {number}",
    measured: "the number of visible skyscrapers would be {amount}",
    measure: |clue, beginning, shape| {
        let is_end = beginning.len() == clue.cells().len() || beginning.contains(shape.values.end());
        is_end.then(|| seen(beginning).count() as i64)
    },
    counted: |_, line, _| seen(line).collect(),
    deciding: |_, line, _| seen(line).last().into_iter().collect(),
    is_how_many: true,
    random: Some(Random::ALL_SIDES.read(1, 64)),
    drawing: Drawing::Outside("▯"),
    ..Kind::BLANK
};

/// The places of the numbers of a line that are greater than all before them.
fn seen(line: &[i32]) -> impl Iterator<Item = usize> {
    let is_seen = |&at: &usize| line[at] > 0 && line[..at].iter().all(|&before| before < line[at]);
    (0..line.len()).filter(is_seen)
}

pub const HIDDEN: Kind = Kind {
    name: "hidden-skyscraper",
    also: &["hidden skyscrapers"],
    group: Group::Outside,
    usage: "hidden-skyscraper HEIGHT: top C | bottom C | left R | right R",
    help: "Numbers are heights of towers: the first that is hidden behind a higher one, seen from the clue, has this height.",
    sentence: "A digit outside the grid is the first that is hidden from there behind a higher one.",
    example: "hidden-skyscraper 4: top 3",
    params: ParamSyntax::Number,
    lists: ListSyntax::Seen,
    fault: |clue, grid| {
        let height = clue.amount();
        if clue.cells().len() < 2 {
            return Err(Fault::new("hidden-skyscraper: a single tower hides no other")
                .list(0)
                .unsatisfiable());
        }
        let what = format!("hidden-skyscraper {height}: no tower of that height can be hidden");
        Fault::unless(grid.shape().values.contains(&height) && height < *grid.shape().values.end(), || {
            Fault::new(what)
                .hint(format!("{}, and the last is never hidden", values_are(grid)))
                .param(0)
                .unsatisfiable()
        })
    },
    holds: |clue, _, numbers| {
        let line = clue.read(numbers);
        let is_hidden = |at: &usize| line[..*at].iter().any(|&before| before > line[*at]);
        let hidden = (0..line.len()).find(is_hidden);
        hidden.map(|at| line[at]) == clue.first_number()
    },
    declare: declare_hidden,
    marks: |clue, scene| scene.outside(clue, clue.amount().to_string()),
    noun: "the hidden skyscraper{#} from {from} to {to}",
    says: "Looking from {from} to {to}, the first value behind a greater one is {number}",
    unmet: "the first value behind a greater one could not be {number}",
    random: Some(Random::ALL_SIDES.read(0, 64)),
    ..Kind::BLANK
};

fn declare_seen(clue: &Clue, draft: &mut Draft<'_>) {
    let wanted = clue.amount();
    draft.post(csp::constraints::visible_count(draft.vars(clue.cells()), wanted).above(0));
}

/// The state after a part of a line.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Seen {
    Nothing,
    Rising(i32),
    Hidden,
}

fn declare_hidden(clue: &Clue, draft: &mut Draft<'_>) {
    let height = clue.amount();
    let step = |seen: &Seen, number: i32| match *seen {
        Seen::Rising(top) if number < top => (number == height).then_some(Seen::Hidden),
        Seen::Nothing | Seen::Rising(_) => Some(Seen::Rising(number)),
        Seen::Hidden => Some(Seen::Hidden),
    };
    draft.word(clue.cells(), Seen::Nothing, step, |seen| *seen == Seen::Hidden);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::rules::tests::{agree, fault, raw};

    fn see(line: [i32; 4]) -> i32 {
        let (mut top, mut seen) = (0, 0);
        for height in line {
            if height > top {
                (top, seen) = (height, seen + 1);
            }
        }
        seen
    }

    #[test]
    fn towers_are_seen() {
        let clue = |seen| vec![Clue::new(&KIND).number(seen).list([3, 2, 1, 0])];
        let line = |n: &[i32]| see([n[3], n[2], n[1], n[0]]);
        // In rows that are permutations: the unsigned Stirling numbers of the first kind.
        let latin = |seen| {
            let shape = Shape { values: 1..=4, ..Shape::rectangle(1, 4) };
            agree(shape, clue(seen), |n| line(n) == seen)
        };
        assert_eq!([1, 2, 3, 4].map(latin), [6, 11, 6, 1]);
        // Two and three of the numbers are towers.
        for (values, ways) in [(-1..=2, &[12, 12][..]), (0..=3, &[8, 12, 4])] {
            for (&ways, seen) in ways.iter().zip(1..) {
                let shape = Shape { values: values.clone(), ..Shape::rectangle(1, 4) };
                assert_eq!(agree(shape, clue(seen), |n| line(n) == seen), ways);
            }
        }
        let any: usize =
            [0, 1, 2, 3].map(|seen| agree(raw(1, 4, -1..=3), clue(seen), |n| line(n) == seen)).iter().sum();
        assert_eq!(any, 5_usize.pow(4));
    }

    #[test]
    fn the_first_hidden_tower() {
        let clue = Clue::new(&HIDDEN).number(1).list([0, 1, 2, 3]);
        let count = agree(raw(1, 4, 0..=3), vec![clue], |n| match n {
            [a, b, ..] if a > b => *b == 1,
            [_, b, c, _] if b > c => *c == 1,
            [_, _, c, d] => c > d && *d == 1,
            _ => false,
        });
        // a 1 with a = 2, 3; two numbers rising to 2 or 3, and 1; and three such.
        assert_eq!(count, 2 * 16 + (3 + 4) * 4 + (6 + 10));
    }

    #[test]
    fn clues_that_cannot_be_are_faults() {
        let grid = || Shape::rectangle(4, 4);
        let line = |kind, number| Clue::new(kind).number(number).list([0, 1, 2, 3]);
        let what = "skyscraper 5: that many towers cannot be seen (from 1 to 4 can)";
        assert_eq!(fault(grid(), line(&KIND, 5)), what);
        assert!(fault(grid(), line(&KIND, 0)).starts_with("skyscraper 0"));
        let what = "hidden-skyscraper 4: no tower of that height can be hidden (values are from 1 to 4, and the last is never hidden)";
        assert_eq!(fault(grid(), line(&HIDDEN, 4)), what);
    }
}
