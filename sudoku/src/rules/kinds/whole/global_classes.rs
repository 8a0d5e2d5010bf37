//! Global classes: every 2×2 square has a low, a middle and a high number, or each remainder.

use crate::grid::Grid;
use crate::rules::kinds::lines::entropic::{
    Classes, classes_for_model, in_words, needs_thirds, remainders, remainders_in_words, thirds,
};
use crate::rules::{Clue, Draft, Drawing, Fault, Group, Kind, ParamSyntax, Scene};

pub const ENTROPY: Kind = Kind {
    name: "global-entropy",
    shares: &["entropy"],
    also: &["global entropic"],
    group: Group::Grid,
    usage: "global-entropy",
    help: "Every 2×2 square of cells holds a low, a middle and a high number: one of 123, of 456 and of 789 at least.",
    sentence: "Every 2×2 square has a digit from each of the groups {word}.",
    example: "global-entropy",
    fault: needs_thirds,
    holds: |clue, scene, numbers| holds(clue, scene, numbers, &thirds(scene.grid)),
    declare: |clue, draft| declare(clue, draft, &thirds(draft.grid())),
    noun: "the entropy rule at {first}",
    says: "The square {scope} has a value from each of the groups {word}",
    word: |_, _, grid| in_words(&thirds(grid)),
    drawing: Drawing::Said { word: "global entropy", sentence: "Global entropy applies." },
    ..Kind::BLANK
};

pub const MOD: Kind = Kind {
    name: "global-mod",
    shares: &[],
    also: &["global modular"],
    usage: "global-mod [M]",
    help: "Every 2×2 square of cells holds all remainders when numbers are divided by 3, or by M: 0 to M-1. (With M above 4 or above the number of values, this is impossible.)",
    sentence: "Every 2×2 square has digits of all remainders when divided by {number}.",
    example: "global-mod 3",
    params: ParamSyntax::MaybeNumber,
    fault: mod_fault,
    holds: |clue, scene, numbers| {
        let modulus = clue.amount();
        if !can_be(modulus) {
            return scene.windows(clue, 2, 2).is_empty();
        }
        holds(clue, scene, numbers, &remainders(scene.grid, modulus))
    },
    declare: |clue, draft| {
        let modulus = clue.amount();
        let classes = can_be(modulus).then(|| remainders(draft.grid(), modulus));
        match classes.filter(|classes| !classes.iter().any(Vec::is_empty)) {
            Some(classes) => declare(clue, draft, &classes),
            None if draft.scene().windows(clue, 2, 2).is_empty() => {}
            None => draft.never(),
        }
    },
    noun: "the remainder rule at {first}",
    word: |clue, _, grid| remainders_in_words(grid, clue.amount()),
    usual_number: Some(3),
    drawing: Drawing::Said { word: "global mod", sentence: "Global mod applies." },
    ..ENTROPY
};

/// Whether four cells can have `modulus` different remainders.
fn can_be(modulus: i32) -> bool {
    modulus <= 4
}

fn mod_fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    clue.number_within("modulus", 1..=i32::MAX.into())?;
    let modulus = clue.amount();
    let what = match modulus {
        1 => "global-mod 1 allows everything".into(),
        _ if can_be(modulus) && modulus as usize <= grid.values() => return Ok(()),
        _ => format!("global-mod {modulus}: no four cells have so many remainders here"),
    };
    Err(Fault::new(what).param(0).warning())
}

fn holds(clue: &Clue, scene: &Scene<'_>, numbers: &[i32], classes: &Classes) -> bool {
    let has = |window: &[u16], class: &[i32]| {
        window.iter().any(|&cell| class.contains(&numbers[usize::from(cell)]))
    };
    scene.windows(clue, 2, 2).iter().all(|window| classes.iter().all(|class| has(window, class)))
}

fn declare(clue: &Clue, draft: &mut Draft<'_>, classes: &Classes) {
    let classes = classes_for_model(classes);
    for window in draft.scene().windows(clue, 2, 2) {
        draft.post(csp::constraints::cover(draft.vars(&window), classes.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn every_square_has_all_classes() {
        let third = |number: i32| number.div_euclid(2);
        let all = |n: &[i32], cells: [usize; 4], class: &dyn Fn(i32) -> i32, count: i32| {
            (0..count).all(|wanted| cells.iter().any(|&cell| class(n[cell]) == wanted))
        };
        let squares = [[0, 1, 3, 4], [1, 2, 4, 5]];
        let entropy = |n: &[i32]| squares.iter().all(|&cells| all(n, cells, &third, 3));
        agree(raw(2, 3, 0..=5), vec![Clue::new(&ENTROPY)], entropy);
        let mod3 = |n: &[i32]| squares.iter().all(|&cells| all(n, cells, &|number| (number + 9) % 3, 3));
        agree(raw(2, 3, -2..=2), vec![Clue::new(&MOD)], mod3);
        let mod4 = vec![Clue::new(&MOD).number(4)];
        let square = |n: &[i32]| all(n, [0, 1, 2, 3], &|number| number % 4, 4);
        // The remainders 0 and 1 have two numbers each: four choices, each in 24 orders.
        assert_eq!(agree(raw(2, 2, 0..=5), mod4, square), 24 * 4);
    }

    #[test]
    fn classes_fit_into_a_square() {
        let what = "global-mod 5: no four cells have so many remainders here";
        assert_eq!(fault(raw(3, 3, 1..=6), Clue::new(&MOD).number(5)), what);
        assert!(fault(raw(3, 3, 1..=8), Clue::new(&ENTROPY)).starts_with("global-entropy with 8 values"));
    }
}
