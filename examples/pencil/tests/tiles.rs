//! Pieces that fit on a board.

use pencil::board::Grid;
use pencil::draft::{rectangles, tetrominoes};

#[test]
fn rectangles_around_a_cell() {
    let grid = Grid { width: 4, height: 3 };
    for cell in 0..grid.len() {
        let taken = (cell + 5) % grid.len();
        let mut expected = Vec::new();
        for (top, bottom) in (0..3).flat_map(|top| (top..3).map(move |bottom| (top, bottom))) {
            for (left, right) in (0..4).flat_map(|left| (left..4).map(move |right| (left, right))) {
                let tile: Vec<usize> =
                    (top..=bottom).flat_map(|row| (left..=right).map(move |at| grid.at(row, at))).collect();
                if tile.contains(&cell) && !tile.contains(&taken) {
                    expected.push(tile);
                }
            }
        }
        let mut found = rectangles(grid, cell, None, |other| other != taken);
        let mut of_four = rectangles(grid, cell, Some(4), |other| other != taken);
        [&mut found, &mut of_four, &mut expected].into_iter().for_each(|tiles| tiles.sort());
        assert_eq!(found, expected);
        expected.retain(|tile| tile.len() == 4);
        assert_eq!(of_four, expected);
    }
}

#[test]
fn tetrominoes_by_shape() {
    // In a rectangle of 3 by 4: placements of L, I, T and S with all their turns and reflections.
    let grid = Grid { width: 4, height: 3 };
    let all: Vec<usize> = (0..grid.len()).collect();
    let tiles = tetrominoes(grid, &all);
    let count = |shape| tiles.iter().filter(|(of, _)| *of == shape).count();
    // An L has 8 forms, half of them 2 by 3 (4 places), half 3 by 2 (3 places); an S 4 forms, a T 4.
    assert_eq!([1, 2, 3, 4].map(count), [28, 3, 14, 14]);
    assert_eq!(tetrominoes(grid, &[0, 1, 4, 5]), []);
}
