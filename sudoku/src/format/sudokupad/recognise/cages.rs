//! Cages. A cage is a killer cage if its style names that rule, or if the text of the rules does and the number can be
//! the sum.

use crate::format::sudokupad::claims::{Claims, Scene, clue};
use crate::format::sudokupad::drawing::Cage;
use crate::format::sudokupad::words::{Phrase, all};

/// Sentences about cages with sums.
const SUMS: [Phrase; 8] = [
    all(&["cage", "sum"]),
    all(&["cage", "total"]),
    all(&["cage", "add"]),
    all(&["killer"]),
    all(&["normal cage"]),
    all(&["cage rule"]),
    all(&["outlined", "sum"]),
    all(&["region", "corner", "sum"]),
];

/// Sentences about cages in which digits differ.
const DIFFERENT: [Phrase; 3] = [all(&["cage", "repeat"]), all(&["cage", "differ"]), all(&["cage", "unique"])];

/// Sentences about cages in which digits may be the same.
const REPEATS: [Phrase; 3] =
    [all(&["cage", "may repeat"]), all(&["cage", "can repeat"]), all(&["cages", "digits may be repeated"])];

/// Sentences about cages with another meaning.
const OTHERS: [Phrase; 12] = [
    all(&["cage", "product"]),
    all(&["cage", "look-and-say"]),
    all(&["cage", "look and say"]),
    all(&["cage", "multipl"]),
    all(&["cage", "average"]),
    all(&["cage", "differ by"]),
    all(&["cage", "difference"]),
    all(&["cage", "median"]),
    all(&["cage", "at least"]),
    all(&["cage", "lunchbox"]),
    all(&["cage", "value of"]),
    all(&["cage", "read as"]),
];

/// Indexers, by the ends of the names of their cages.
const INDEXERS: [(&str, &str); 3] = [("row", "row-index"), ("column", "column-index"), ("box", "box-index")];

pub(super) fn read(scene: &Scene<'_>, claims: &mut Claims) {
    for cage in scene.cages(claims) {
        let value = cage.value.to_lowercase();
        if cage.cells.is_empty() || ["fog", "light", "trigger"].iter().any(|word| value.contains(word)) {
            claims.hide(&cage.name);
            continue;
        }
        if styled(scene, claims, cage) {
            continue;
        }
        if cage.is_hidden {
            hidden(scene, claims, cage);
        } else {
            killer(scene, claims, cage);
        }
    }
}

/// Reads cages that name their rule in their style.
fn styled(scene: &Scene<'_>, claims: &mut Claims, cage: &Cage) -> bool {
    let style = cage.style.to_lowercase();
    if style.contains("indexer") {
        let known = INDEXERS.iter().find(|(word, _)| style.contains(word));
        if let Some(&(_, name)) = known {
            claims.claim(scene, clue(name).list(cage.cells.clone()), &[&cage.name], "the name of the cage");
            return true;
        }
    }
    let is_region = style.contains("extraregion") || style.contains("disjoint");
    let is_bare = style.is_empty() && !cage.is_unique && cage.value.is_empty() && cage.sum.is_none();
    let is_shaded =
        is_bare && !cage.is_hidden && cage.cells.len() == scene.side() && is_tiled(scene, &cage.cells);
    if is_region || is_shaded {
        claims.claim(
            scene,
            clue("extra-region").list(cage.cells.clone()),
            &[&cage.name],
            "a cage with the style of a region",
        );
        return true;
    }
    false
}

/// Whether all cells are filled with colours.
fn is_tiled(scene: &Scene<'_>, cells: &[u16]) -> bool {
    let tiles = scene.drawing.shapes.iter().filter(|shape| shape.is_tile());
    let tiled: Vec<u16> = tiles.flat_map(|shape| scene.drawing.cells_under(shape)).collect();
    cells.iter().all(|cell| tiled.contains(cell))
}

/// Reads cages that are not drawn: sets of different digits, often rows or regions again.
fn hidden(scene: &Scene<'_>, claims: &mut Claims, cage: &Cage) {
    claims.use_up(&cage.name);
    let mut cells = cage.cells.clone();
    cells.sort_unstable();
    let is_house = scene.grid.houses().iter().any(|house| {
        let mut own = house.cells().to_vec();
        own.sort_unstable();
        own == cells
    });
    if cage.is_unique && !is_house {
        claims.claim(
            scene,
            clue("extra-region").list(cells),
            &[&cage.name],
            "a hidden cage of different digits",
        );
    }
}

fn killer(scene: &Scene<'_>, claims: &mut Claims, cage: &Cage) {
    let words = scene.words;
    let number = cage.sum.or_else(|| cage.value.parse().ok());
    let is_other = words.say(&OTHERS);
    let speaks = words.is_empty() || words.are_standard() || words.say(&SUMS);
    let part = [cage.name.as_str()];
    let cells = cage.cells.clone();
    match number {
        Some(sum) if sum != 0 && (cage.is_unique || speaks) && !is_other => {
            let repeats = words.say(&REPEATS)
                && !words.say(&[all(&["cage", "may not repeat"]), all(&["cannot repeat"])]);
            // A drawn cage whose sum is possible only with equal digits is no killer cage.
            let repeats = repeats
                || !cage.is_unique && !words.say(&DIFFERENT) && !can_sum(scene, cells.len(), sum, false);
            if !can_sum(scene, cells.len(), sum, repeats) {
                claims.not_understood(&cage.name, format!("{sum} cannot be the sum of the cage"));
                return;
            }
            let reason = if cage.is_unique {
                "a cage of different digits with a number"
            } else {
                "a cage with a number, and the rules speak of sums"
            };
            let name = if repeats && !cage.is_unique { "sum" } else { "killer" };
            claims.claim(scene, clue(name).number(sum).list(cells), &part, reason);
        }
        Some(sum) if sum != 0 => {
            claims.not_understood(&cage.name, "a cage with a number that may not be its sum")
        }
        _ if !cage.value.is_empty() && number != Some(0) => {
            claims.not_understood(&cage.name, "a cage with a text that is no number");
        }
        _ if cage.is_unique || words.say(&DIFFERENT) && !is_other => {
            claims.claim(scene, clue("killer").list(cells), &part, "a cage of different digits");
        }
        _ if is_tiled(scene, &cells) => claims.decoration(&cage.name, "the outline of colored cells"),
        _ if words.say(&SUMS) && !is_other => {
            claims.claim(
                scene,
                clue("killer").list(cells),
                &part,
                "a cage, and the rules speak of sums of cages",
            );
        }
        _ if words.mention("cage") || words.mention("outline") || words.mention("frame") => {
            claims.not_understood(&cage.name, "a cage without a number");
        }
        _ => claims.decoration(&cage.name, "a cage without a number, of which the rules do not tell"),
    }
}

/// Whether some cells can have this sum, with different digits or with any.
fn can_sum(scene: &Scene<'_>, cells: usize, sum: i32, repeats: bool) -> bool {
    let (least, most) = scene.values();
    let count = cells as i32;
    if repeats {
        return (count * least..=count * most).contains(&sum);
    }
    let apart = count * (count - 1) / 2;
    cells <= scene.side() && (count * least + apart..=count * most - apart).contains(&sum)
}
