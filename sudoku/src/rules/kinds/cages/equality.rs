//! Equality cages: as many odd numbers as even ones, and as many low as high.

use csp::count;

use crate::grid::Grid;
use crate::rules::mark::Mark;
use crate::rules::sets::differ;
use crate::rules::{Clue, Draft, Fault, Group, Kind, ListSyntax, Random};
use crate::text::cells::cells_in_words;

pub const KIND: Kind = Kind {
    name: "equality",
    also: &["equality cage"],
    group: Group::Cages,
    usage: "equality: CELLS, …",
    help: "The cells of the cage differ. As many are odd as even, and as many are low (1-4 of 1-9) as high (6-9). The value in the middle (5) is neither low nor high, and is in no such cage.",
    label: "Equality cage",
    sentence: "Digits in an equality cage do not repeat; as many are odd as even, and as many are low as high.",
    example: "equality: r1c1 r1c2 r2c1 r2c2",
    lists: ListSyntax::Each(1, usize::MAX),
    fault,
    holds: |clue, scene, numbers| {
        let cage = clue.read(numbers);
        let values = &scene.grid.shape().values;
        let side = scene.grid.values() as i32 / 2;
        let number_of = |is: &dyn Fn(i32) -> bool| cage.iter().filter(|&&number| is(number)).count();
        differ(&cage)
            && number_of(&|number| number % 2 == 0) * 2 == cage.len()
            && number_of(&|number| number - values.start() < side) * 2 == cage.len()
            && number_of(&|number| values.end() - number < side) * 2 == cage.len()
    },
    declare,
    marks: |clue, _| vec![Mark::Cage { cells: clue.cells().to_vec(), label: "=".into() }],
    noun: "the equality cage at {from}",
    says: "{cells} differ, as many are odd as even, and as many are low as high",
    unmet: "these numbers could not be equal",
    random: Some(Random::cage(4, 4)),
    ..Kind::BLANK
};

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    clue.no_repeats(grid)?;
    let (cells, values) = (clue.cells().len(), grid.values());
    if cells % 2 == 1 {
        return Err(Fault::new(format!("equality of {}: their number must be even", cells_in_words(cells)))
            .list(0)
            .unsatisfiable());
    }
    Fault::unless(cells <= values - values % 2, || {
        Fault::new(format!("equality of {cells} cells: there are not enough low and high values"))
            .list(0)
            .unsatisfiable()
    })
}

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let cells = clue.cells();
    let (first, last) = (*draft.numbers().start(), *draft.numbers().end());
    let side = draft.grid().values() as i32 / 2;
    draft.all_different(cells);
    for &cell in cells {
        draft.keep(cell, |number| number - first < side || last - number < side);
    }
    let half = cells.len() as i32 / 2;
    let even: Vec<i32> = draft.numbers().filter(|number| number % 2 == 0).collect();
    let low: Vec<i32> = (first..first + side).collect();
    for set in [even, low] {
        let cells = draft.vars(cells);
        draft.post(count(cells, set).eq(half));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn halves_are_equal() {
        let clue = || vec![Clue::new(&KIND).list([0, 1, 2, 3])];
        let means = |n: &[i32]| {
            let mut cage = n.to_vec();
            cage.sort_unstable();
            // Two of 0 1 2 and two of 3 4 5, of which two are even.
            [[1, 2, 4, 5], [0, 1, 4, 5], [0, 1, 3, 4], [1, 2, 3, 4], [0, 2, 3, 5]]
                .contains(&[cage[0], cage[1], cage[2], cage[3]])
        };
        assert_eq!(agree(raw(1, 4, 0..=5), clue(), means), 5 * 24);
        let nine = |n: &[i32]| {
            let low = |number: i32| number < 5;
            n[0] % 2 != n[1] % 2 && low(n[0]) != low(n[1]) && !n.contains(&5)
        };
        // 1 or 3 with 6 or 8, 2 or 4 with 7 or 9, each in two orders.
        assert_eq!(agree(raw(1, 2, 1..=9), vec![Clue::new(&KIND).list([0, 1])], nine), 16);
        agree(raw(1, 2, -4..=2), vec![Clue::new(&KIND).list([0, 1])], |n| {
            (n[0] + n[1]) % 2 != 0 && (n[0] < -1) == (n[1] > -1) && !n.contains(&-1)
        });
    }

    #[test]
    fn halves_need_an_even_number() {
        let clue = Clue::new(&KIND).list([0, 1, 2]);
        assert_eq!(fault(raw(1, 4, 1..=4), clue), "equality of 3 cells: their number must be even");
    }
}
