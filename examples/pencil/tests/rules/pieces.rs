//! Areas, pieces and directed lines.

use std::collections::BTreeSet;

use csp::{Limits, sum};
use pencil::clue::{Clue, Ship};
use pencil::draft::{Layer, Tile, halves, placements};
use pencil::kinds;
use pencil::solve::{End, answers};

use super::*;

/// Returns the areas that walls make; `None` if a wall ends within one.
fn areas(grid: Grid, walls: &[i32]) -> Option<Vec<Vec<usize>>> {
    let pairs = grid.pairs();
    let mut area: Vec<usize> = (0..grid.len()).collect();
    for _ in 0..grid.len() {
        for (&(a, b), wall) in pairs.iter().zip(walls) {
            if *wall == 0 {
                let least = area[a].min(area[b]);
                (area[a], area[b]) = (least, least);
            }
        }
    }
    let ends = pairs.iter().zip(walls).any(|(&(a, b), wall)| *wall == 1 && area[a] == area[b]);
    let cells = |of: usize| (0..grid.len()).filter(|&cell| area[cell] == of).collect::<Vec<usize>>();
    (!ends).then(|| (0..grid.len()).map(cells).filter(|cells| !cells.is_empty()).collect())
}

/// Returns all lists of zeros and ones.
fn lists(length: usize) -> impl Iterator<Item = Vec<i32>> {
    (0..1_u32 << length).map(move |bits| (0..length).map(|at| (bits >> at & 1) as i32).collect())
}

#[test]
fn cells_that_are_joined() {
    // A kind whose only clues are walls.
    let mut puzzle = Puzzle::new(kinds::find("lits").expect("a kind"), Board::new(3, 2));
    let grid = puzzle.board.cells;
    for walls in lists(grid.pairs().len()) {
        puzzle.clues = vec![walls.iter().map(|&wall| (wall == 1).then_some(Clue::Sign(1))).collect()];
        for open in lists(grid.len()) {
            for first in 0..grid.len() {
                // Steps are taken as long as they lead to new cells.
                let mut reached = vec![first];
                for _ in 0..grid.len() {
                    for ((a, b), wall) in grid.pairs().into_iter().zip(&walls) {
                        for (from, to) in [(a, b), (b, a)] {
                            let is_step = *wall == 0 && open[to] == 1 && reached.contains(&from);
                            if is_step && !reached.contains(&to) {
                                reached.push(to);
                            }
                        }
                    }
                }
                reached.sort_unstable();
                assert_eq!(puzzle.joined(first, |cell| open[cell] == 1), reached, "{walls:?} {open:?}");
            }
        }
    }
}

#[test]
fn lines_that_can_be_directed() {
    // Some directions of the lines have at most one that leaves, and one that enters, at each point.
    let declare = |d: &mut Draft<'_>| {
        let links = d.links();
        let flow = d.flow(&RULE, &links);
        for point in 0..links.grid.len() {
            let [leaves, enters]: [Vec<Decision>; 2] = [
                flow.at(point).iter().map(|end| end.leaves).collect(),
                flow.at(point).iter().map(|end| end.enters).collect(),
            ];
            d.rule(&RULE).post(sum(leaves).le(1)).post(sum(enters).le(1));
        }
    };
    let count = compare((3, 3), &[0, 1], declare, |board, lines| {
        let pairs = board.cells.pairs();
        let drawn: Vec<usize> = (0..lines.len()).filter(|&line| lines[line] == 1).collect();
        lists(drawn.len()).any(|turned| {
            let ends = drawn.iter().zip(&turned).map(|(&line, turned)| match turned {
                0 => pairs[line],
                _ => (pairs[line].1, pairs[line].0),
            });
            let ends: Vec<(usize, usize)> = ends.collect();
            (0..board.cells.len()).all(|point| {
                ends.iter().filter(|end| end.0 == point).count() <= 1
                    && ends.iter().filter(|end| end.1 == point).count() <= 1
            })
        })
    });
    assert!(count > 0);
}

/// Single cells, pieces of two, and of three around a corner, on a board of three by two.
fn pieces(grid: Grid) -> Vec<Tile> {
    let cells = (0..grid.len()).map(|cell| vec![cell]);
    let squares = grid.squares();
    let corners = squares.iter().flat_map(|square| {
        (0..4).map(|out| (0..4).filter(|&at| at != out).map(|at| square[at]).collect::<Tile>())
    });
    cells.chain(grid.pairs().iter().map(|&(a, b)| vec![a, b])).chain(corners).collect()
}

#[test]
fn tiles_that_cover_the_board() {
    let declare = |d: &mut Draft<'_>| {
        let tiles = [pieces(d.puzzle.board.cells)];
        let used = d.tiles(&tiles);
        d.rule(&RULE).cover(&tiles, &used);
        // What is used is drawn here.
        d.answer.push((Layer::Shade, used[0].clone()));
    };
    let count = compare((2, 2), &[0, 1], declare, |board, used| {
        let tiles = pieces(board.cells);
        let over = |cell: usize| {
            tiles.iter().zip(used).filter(|(tile, used)| **used == 1 && tile.contains(&cell)).count()
        };
        (0..board.cells.len()).all(|cell| over(cell) == 1)
    });
    // Four single cells; a pair and two single ones, in four ways; two pairs; a piece of three.
    assert_eq!(count, 1 + 4 + 2 + 4);
}

#[test]
fn walls_that_part_tiles() {
    let declare = |d: &mut Draft<'_>| {
        let walls = d.walls();
        let tiles = [pieces(d.puzzle.board.cells)];
        let used = d.tiles(&tiles);
        d.rule(&RULE).cover(&tiles, &used).parted(&walls, &tiles, &used);
    };
    let count = compare((3, 2), &[0, 1], declare, |board, walls| {
        let tiles = pieces(board.cells);
        areas(board.cells, walls).is_some_and(|areas| areas.iter().all(|area| tiles.contains(area)))
    });
    assert!(count > 1);
}

#[test]
fn ships_apart() {
    let ship =
        |width: usize, cells: &[u8]| Ship { width, cells: cells.iter().map(|&part| part == 1).collect() };
    let ships = move || [ship(1, &[1]), ship(2, &[1, 1]), ship(2, &[1, 1, 1, 0])];
    for ship in ships() {
        // Alike are cells with the same distances.
        let distances = |grid: Grid, cells: &[usize]| {
            let between = |a: usize, b: usize| {
                let ((row, column), (other, line)) = (grid.place(a), grid.place(b));
                row.abs_diff(other).pow(2) + column.abs_diff(line).pow(2)
            };
            let mut all: Vec<usize> =
                cells.iter().flat_map(|&a| cells.iter().map(move |&b| between(a, b))).collect();
            all.sort_unstable();
            all
        };
        let grid = Grid { width: 3, height: 3 };
        let own = ship.places().iter().map(|&(row, column)| grid.at(row, column)).collect::<Vec<_>>();
        let all = lists(grid.len()).map(|cells| with(&cells, 1));
        let alike: BTreeSet<Tile> =
            all.filter(|cells| distances(grid, cells) == distances(grid, &own)).collect();
        assert_eq!(placements(grid, &ship).into_iter().collect::<BTreeSet<_>>(), alike);
    }
    let declare = |d: &mut Draft<'_>| {
        let shade = d.shade();
        let tiles = [vec![true], vec![true, true]].map(|cells| Ship { width: cells.len(), cells });
        let tiles = tiles.map(|ship| placements(d.puzzle.board.cells, &ship));
        let used = d.tiles(&tiles);
        d.rule(&RULE).filled(&shade, &tiles, &used).apart(&shade, &tiles, &used);
    };
    let count = compare((4, 3), &[0, 1], declare, |board, cells| {
        // A shaded cell touches no other, or one beside it that touches no third.
        let grid = board.cells;
        let touching = |cell: usize| grid.around8(cell).filter(|&at| cells[at] == 1).collect::<Vec<_>>();
        with(cells, 1).into_iter().all(|cell| match touching(cell)[..] {
            [] => true,
            [other] => grid.link(cell, other).is_some() && touching(other) == [cell],
            _ => false,
        })
    });
    assert!(count > 1);
}

#[test]
fn areas_of_two_halves() {
    let grid = Grid { width: 3, height: 2 };
    let square = |a: usize, b: usize| {
        let ((row, column), (other, line)) = (grid.place(a), grid.place(b));
        row.abs_diff(other).pow(2) + column.abs_diff(line).pow(2)
    };
    for grey in lists(grid.len()).filter(|grey| grey.iter().sum::<i32>() == 3) {
        for number in [None, Some(1), Some(2), Some(3)] {
            let of = |cell: usize| number.filter(|_| cell == 1);
            let is_grey: Vec<bool> = grey.iter().map(|&grey| grey == 1).collect();
            let found = halves(grid, &is_grey, of, |_| true).expect("there is room");
            let means = |cells: &Vec<usize>| {
                let (one, other): (Vec<usize>, Vec<usize>) = cells.iter().partition(|&&cell| grey[cell] == 1);
                // Up to three cells are alike if their distances are.
                let [near, far] = [&one, &other].map(|half| {
                    let mut all: Vec<usize> =
                        half.iter().flat_map(|&a| half.iter().map(move |&b| square(a, b))).collect();
                    all.sort_unstable();
                    all
                });
                let pairs = grid.pairs();
                let is_sized =
                    !cells.contains(&1) || number.is_none_or(|number| number as usize == one.len());
                let is_one = [&one, &other, cells].iter().all(|half| are_connected(half, &pairs));
                !cells.is_empty() && near == far && is_one && is_sized
            };
            let wanted: BTreeSet<Tile> =
                lists(grid.len()).map(|cells| with(&cells, 1)).filter(means).collect();
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), wanted, "{grey:?} {number:?}");
        }
    }
}

#[test]
fn areas_around_their_stars() {
    let kind = kinds::find("tentaisho").expect("a kind");
    for (width, height) in [(3, 2), (2, 2), (1, 3)] {
        let mut puzzle = Puzzle::new(kind, Board::new(width, height));
        let grid = puzzle.board.cells;
        let across = 2 * width - 1;
        for stars in lists(across * (2 * height - 1)).filter(|stars| stars.iter().sum::<i32>() <= 3) {
            let clues = stars.iter().map(|&star| (star == 1).then_some(Clue::Sign(1))).collect();
            puzzle.clues = vec![clues, vec![None; grid.len()]];
            let (found, end) = answers(&puzzle, 1_000, &Limits::default()).unwrap();
            assert_eq!(end, End::All);
            let found: BTreeSet<Vec<i32>> =
                found.iter().map(|answer| answer.layer(Layer::Wall).unwrap().to_vec()).collect();
            // No wall goes through a star; an area has one, in the middle between each of its cells and one of them.
            let stars: Vec<(usize, usize)> = (0..stars.len())
                .filter(|&star| stars[star] == 1)
                .map(|star| (star / across, star % across))
                .collect();
            let touched = |&(down, right): &(usize, usize)| -> Vec<usize> {
                let is_near = |cell: &usize| {
                    let (row, column) = grid.place(*cell);
                    (2 * row).abs_diff(down) <= 1 && (2 * column).abs_diff(right) <= 1
                };
                (0..grid.len()).filter(is_near).collect()
            };
            let lies_in =
                |star: &(usize, usize), area: &[usize]| touched(star).iter().all(|at| area.contains(at));
            let is_middle = |star: (usize, usize), a: usize, b: usize| {
                let ((row, column), (other, line)) = (grid.place(a), grid.place(b));
                (row + other, column + line) == star
            };
            let has_one = |area: &Vec<usize>| {
                let own: Vec<(usize, usize)> =
                    stars.iter().copied().filter(|star| lies_in(star, area)).collect();
                own.len() == 1 && area.iter().all(|&a| area.iter().any(|&b| is_middle(own[0], a, b)))
            };
            let means = |walls: &Vec<i32>| {
                areas(grid, walls).is_some_and(|areas| {
                    let is_whole = |star| areas.iter().any(|area| lies_in(star, area));
                    stars.iter().all(is_whole) && areas.iter().all(has_one)
                })
            };
            let wanted: BTreeSet<Vec<i32>> = lists(grid.pairs().len()).filter(means).collect();
            assert_eq!(found, wanted, "{width} by {height}: {stars:?}");
        }
    }
}

type Declare = fn(&mut Draft<'_>);

#[test]
fn totals_of_many_cells() {
    // Of 25 cells so many are shaded; the others are told by those that are or are not.
    let cases: [(Declare, usize, usize); 5] = [
        (|d| total_by_parts(d, 1), 1, 25),
        (|d| total_by_parts(d, 2), 2, 300),
        (|d| total_by_parts(d, 24), 24, 25),
        (|d| total_by_parts(d, 25), 25, 1),
        (|d| total_by_parts(d, 26), 26, 0),
    ];
    for (declare, number, count) in cases {
        let kind: &'static Kind = Box::leak(Box::new(Kind { declare, ..Kind::BLANK }));
        let (found, end) = answers(&Puzzle::new(kind, Board::new(5, 5)), 1_000, &Limits::default()).unwrap();
        let drawn: BTreeSet<&[i32]> =
            found.iter().map(|answer| answer.layer(Layer::Shade).unwrap()).collect();
        assert_eq!((end, drawn.len()), (End::All, count));
        assert!(drawn.iter().all(|cells| with(cells, 1).len() == number));
    }
}

fn total_by_parts(d: &mut Draft<'_>, number: u32) {
    let shade = d.shade();
    d.rule(&RULE).total_by_parts(&shade, number);
}
