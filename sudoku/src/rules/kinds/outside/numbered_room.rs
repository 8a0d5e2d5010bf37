//! Numbered rooms: the first number of a line gives the place of the clue's value.

use crate::rules::sets::values_exist;
use crate::rules::{Clue, Draft, Fault, Group, Kind, ListSyntax, ParamSyntax, Random};

pub const KIND: Kind = Kind {
    name: "numbered-room",
    also: &["numbered rooms"],
    group: Group::Outside,
    usage: "numbered-room VALUE: top C | bottom C | left R | right R",
    help: "The N-th cell seen from the clue holds the clue's value, where N is the number in the first cell.",
    sentence: "A number outside the grid stands in the N-th cell from there, where N is the first digit.",
    example: "numbered-room 4: top 3\nnumbered-room left: 8 . 1 . 4 . . . 3",
    params: ParamSyntax::Number,
    lists: ListSyntax::Seen,
    fault: |clue, grid| values_exist(clue, grid).map_err(Fault::unsatisfiable),
    holds: |clue, _, numbers| {
        let line = clue.read(numbers);
        let place = usize::try_from(line[0]).ok().and_then(|first| first.checked_sub(1));
        place.and_then(|place| line.get(place)).copied() == clue.first_number()
    },
    declare,
    marks: |clue, scene| scene.outside(clue, clue.amount().to_string()),
    noun: "the numbered room{#} from {from} to {to}",
    says: "If {from} is N, the N-th cell from {from} to {to} is {number} ({from} counts as the first)",
    excludes_its_number: "{from} is {number} only if {counted}, cell {number} from there, is {number}, too, and they cannot both be",
    random: Some(Random::ALL_SIDES.read(0, 64)),
    ..Kind::BLANK
};

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let value = clue.amount();
    let cells = clue.cells();
    let places = 1..=cells.len() as i32;
    // If the first cell is 1, it is itself the cell with the clue's value, which must be 1.
    draft.keep(cells[0], |first| places.contains(&first) && (first == 1) <= (value == 1));
    let (first, differ) = (draft.var(cells[0]), draft.facts.all_see(cells));
    for (place, &cell) in (2..).zip(&cells[1..]) {
        let there = draft.var(cell).is(value);
        draft.clause([!first.is(place), there]);
        if differ {
            // The cells differ, so that the value is at one place only.
            draft.clause([first.is(place), !there]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::rules::tests::{agree, fault, raw};

    fn room(shape: Shape, value: i32) -> usize {
        let clue = Clue::new(&KIND).number(value).list([2, 1, 0]);
        agree(shape, vec![clue], |n| match n[2] {
            1 => value == 1,
            2 => n[1] == value,
            3 => n[0] == value,
            _ => false,
        })
    }

    #[test]
    fn the_first_number_gives_the_place() {
        // After a 1, anything; after 2 or 3, a 1 at the place it gives.
        assert_eq!(room(raw(1, 3, 0..=4), 1), 25 + 5 + 5);
        assert_eq!(room(raw(1, 3, 0..=4), 0), 5 + 5);
        let latin = || Shape { values: 1..=4, ..Shape::rectangle(1, 3) };
        assert_eq!(room(latin(), 4), 2 + 2);
        assert_eq!(room(latin(), 1), 6 + 2 + 2);
    }

    #[test]
    fn a_clue_is_a_value() {
        let clue = Clue::new(&KIND).number(5).list([0, 1, 2]);
        assert_eq!(fault(raw(1, 3, 0..=4), clue), "numbered-room: no cell can be 5 (values are from 0 to 4)");
    }
}
