//! The rules that kinds share, compared with their meaning on all drawings of small boards.

use csp::{Config, Decision, Learner, Step, Var};
use pencil::Puzzle;
use pencil::board::{Board, Grid};
use pencil::draft::Draft;
use pencil::kind::{Kind, Rule, rule};

mod pieces;

const RULE: Rule = rule("rule", "What is tested.");

/// Asks of all drawings whether a rule accepts them, and compares with its meaning. Returns how many are accepted.
fn compare(
    (width, height): (usize, usize),
    values: &[i32],
    declare: fn(&mut Draft<'_>),
    means: impl Fn(Board, &[i32]) -> bool,
) -> usize {
    let kind: &'static Kind = Box::leak(Box::new(Kind { declare, ..Kind::BLANK }));
    let puzzle = Puzzle::new(kind, Board::new(width, height));
    let draft = Draft::of(&puzzle);
    let vars: Vec<Var> = draft.answer.iter().flat_map(|(_, vars)| vars).copied().collect();
    let mut learner = Learner::compile(&draft.model, &Config::default()).unwrap();
    let (mut drawn, mut accepted) = (vec![0; vars.len()], 0);
    loop {
        let drawing: Vec<i32> = drawn.iter().map(|&at: &usize| values[at]).collect();
        let fixed: Vec<Decision> = vars.iter().zip(&drawing).map(|(var, &value)| var.is(value)).collect();
        learner.assume(&fixed).unwrap();
        let answer = learner.step() == Step::Solution;
        assert_eq!(answer, means(puzzle.board, &drawing), "{drawing:?}");
        accepted += usize::from(answer);
        let Some(next) = drawn.iter().position(|&at| at + 1 < values.len()) else { return accepted };
        drawn[next] += 1;
        drawn[..next].fill(0);
    }
}

/// Returns whether points are connected by pairs.
fn are_connected(points: &[usize], pairs: &[(usize, usize)]) -> bool {
    let Some(&first) = points.first() else { return true };
    let mut reached = vec![first];
    let mut at = 0;
    while at < reached.len() {
        for &(a, b) in pairs {
            for (from, to) in [(a, b), (b, a)] {
                if from == reached[at] && points.contains(&to) && !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        at += 1;
    }
    reached.len() == points.len()
}

fn with(cells: &[i32], value: i32) -> Vec<usize> {
    (0..cells.len()).filter(|&cell| cells[cell] == value).collect()
}

fn has_square(grid: Grid, cells: &[i32], value: i32) -> bool {
    grid.squares().iter().any(|square| square.iter().all(|&cell| cells[cell] == value))
}

#[test]
fn connected_cells() {
    let declare = |d: &mut Draft<'_>| {
        let shade = d.shade();
        d.rule(&RULE).connected(&shade, 1);
    };
    compare((3, 3), &[0, 1], declare, |board, cells| are_connected(&with(cells, 1), &board.cells.pairs()));
}

#[test]
fn no_square_of_a_colour() {
    let declare = |d: &mut Draft<'_>| {
        let shade = d.shade();
        d.rule(&RULE).no_square(&shade, 1);
    };
    compare((3, 3), &[0, 1], declare, |board, cells| !has_square(board.cells, cells, 1));
}

#[test]
fn shaded_cells_apart() {
    let beside = |d: &mut Draft<'_>| {
        let shade = d.shade();
        d.rule(&RULE).no_touch(&shade).some(&shade);
    };
    let distance = |grid: Grid, a: usize, b: usize| {
        let ((row, column), (other, line)) = (grid.place(a), grid.place(b));
        (row.abs_diff(other), column.abs_diff(line))
    };
    let touch = |board: Board, cells: &[i32], is_near: &dyn Fn((usize, usize)) -> bool| {
        let shaded = with(cells, 1);
        let near = |a: &usize| shaded.iter().any(|b| a != b && is_near(distance(board.cells, *a, *b)));
        shaded.iter().any(near)
    };
    compare((3, 3), &[0, 1], beside, |board, cells| {
        !touch(board, cells, &|(rows, columns)| rows + columns == 1) && cells.contains(&1)
    });
    let around = |d: &mut Draft<'_>| {
        let shade = d.shade();
        d.rule(&RULE).no_touch8(&shade);
    };
    compare((4, 3), &[0, 1], around, |board, cells| {
        !touch(board, cells, &|(rows, columns)| rows.max(columns) == 1)
    });
}

#[test]
fn cells_that_are_seen() {
    let declare = |d: &mut Draft<'_>| {
        let shade = d.shade();
        d.rule(&RULE).seen(4, &shade, 0, 3);
    };
    compare((3, 4), &[0, 1], declare, |board, cells| {
        let mut seen = 1;
        for way in pencil::board::Direction::ALL {
            seen += board.cells.ray(4, way).take_while(|&cell| cells[cell] == 0).count();
        }
        cells[4] == 0 && seen == 3
    });
}

#[test]
fn groups_that_reach_the_border() {
    let declare = |d: &mut Draft<'_>| {
        let shade = d.shade();
        d.rule(&RULE).to_border(&shade, 1);
    };
    // Only in the middle of the board may a group be cut off.
    compare((4, 4), &[0, 1], declare, |board, cells| {
        let shaded = with(cells, 1);
        let mut reached: Vec<usize> =
            shaded.iter().copied().filter(|&cell| board.cells.around(cell).count() < 4).collect();
        let mut at = 0;
        while at < reached.len() {
            let beside = board.cells.around(reached[at]).filter(|cell| shaded.contains(cell));
            let new: Vec<usize> = beside.filter(|cell| !reached.contains(cell)).collect();
            reached.extend(new);
            at += 1;
        }
        reached.len() == shaded.len()
    });
}

#[test]
fn groups_beside_a_cell() {
    let declare = |d: &mut Draft<'_>| {
        let shade = d.shade();
        d.rule(&RULE).groups_beside(1, &shade, 4).post(csp::constraints::clause([shade[1].is(0)]));
    };
    compare((3, 4), &[0, 1], declare, |board, cells| {
        let mut reached = vec![1];
        let mut at = 0;
        while at < reached.len() {
            let beside = board.cells.around(reached[at]).filter(|&cell| cells[cell] == 1);
            let new: Vec<usize> = beside.filter(|cell| !reached.contains(cell)).collect();
            reached.extend(new);
            at += 1;
        }
        cells[1] == 0 && reached.len() == 5
    });
}

#[test]
fn runs_around_a_cell() {
    // In a corner, at a side and in the middle, with numbers in any order and unknown ones.
    let clues: [(usize, &[Option<u32>]); 6] = [
        (0, &[Some(1), Some(1)]),
        (1, &[Some(2), None]),
        (4, &[Some(3), Some(1), Some(1)]),
        (4, &[Some(8)]),
        (4, &[Some(0)]),
        (4, &[None, None]),
    ];
    for (at, (cell, runs)) in clues.into_iter().enumerate() {
        let declare: fn(&mut Draft<'_>) = match at {
            0 => |d| runs_around(d, 0, &[Some(1), Some(1)]),
            1 => |d| runs_around(d, 1, &[Some(2), None]),
            2 => |d| runs_around(d, 4, &[Some(3), Some(1), Some(1)]),
            3 => |d| runs_around(d, 4, &[Some(8)]),
            4 => |d| runs_around(d, 4, &[Some(0)]),
            _ => |d| runs_around(d, 4, &[None, None]),
        };
        compare((3, 3), &[0, 1], declare, |board, cells| {
            // Groups of shaded cells among those around, each joined with the next one of the circle.
            let steps = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
            let shaded = steps.map(|(rows, columns)| {
                board.cells.offset(cell, rows, columns).is_some_and(|at| cells[at] == 1)
            });
            let points: Vec<usize> = (0..8).filter(|&at| shaded[at]).collect();
            let mut sizes = Vec::new();
            let mut left = points.clone();
            while let Some(&first) = left.first() {
                let mut group = vec![first];
                while let Some(&more) = left.iter().find(|&&at| {
                    !group.contains(&at) && group.iter().any(|&of| (of + 1) % 8 == at || (at + 1) % 8 == of)
                }) {
                    group.push(more);
                }
                left.retain(|at| !group.contains(at));
                sizes.push(group.len() as u32);
            }
            if runs == [Some(0)] {
                return sizes.is_empty();
            }
            let known: Vec<u32> = runs.iter().flatten().copied().collect();
            let count = |list: &[u32], size| list.iter().filter(|&&of| of == size).count();
            sizes.len() == runs.len() && (1..=8).all(|size| count(&known, size) <= count(&sizes, size))
        });
    }
}

fn runs_around(d: &mut Draft<'_>, cell: usize, runs: &[Option<u32>]) {
    let shade = d.shade();
    d.rule(&RULE).runs_around(cell, &shade, runs);
}

#[test]
fn lines_that_reach_their_ends() {
    let declare = |d: &mut Draft<'_>| {
        let links = d.links();
        d.rule(&RULE).reaching(&links, &[0, 5]);
    };
    compare((3, 3), &[0, 1], declare, |board, lines| {
        let pairs: Vec<(usize, usize)> = board
            .cells
            .pairs()
            .into_iter()
            .zip(lines)
            .filter(|(_, line)| **line == 1)
            .map(|(pair, _)| pair)
            .collect();
        let mut reached = vec![0, 5];
        let mut at = 0;
        while at < reached.len() {
            for &(a, b) in &pairs {
                for (from, to) in [(a, b), (b, a)] {
                    if from == reached[at] && !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
            at += 1;
        }
        pairs.iter().all(|(a, _)| reached.contains(a))
    });
}

#[test]
fn runs_of_a_line() {
    for runs in [&[1, 2][..], &[], &[0], &[6], &[7], &[2, 1, 1], &[1, 1, 1, 1], &[u32::MAX, u32::MAX]] {
        let kind = match runs {
            [1, 2] => |d: &mut Draft<'_>| runs_are(d, &[1, 2]),
            [] => |d: &mut Draft<'_>| runs_are(d, &[]),
            [0] => |d: &mut Draft<'_>| runs_are(d, &[0]),
            [6] => |d: &mut Draft<'_>| runs_are(d, &[6]),
            [7] => |d: &mut Draft<'_>| runs_are(d, &[7]),
            [2, 1, 1] => |d: &mut Draft<'_>| runs_are(d, &[2, 1, 1]),
            [1, 1, 1, 1] => |d: &mut Draft<'_>| runs_are(d, &[1, 1, 1, 1]),
            _ => |d: &mut Draft<'_>| runs_are(d, &[u32::MAX, u32::MAX]),
        };
        compare((6, 1), &[0, 1], kind, |_, cells| {
            let text: String = cells.iter().map(|cell| if *cell == 1 { '#' } else { ' ' }).collect();
            let found: Vec<u32> = text.split_whitespace().map(|run| run.len() as u32).collect();
            found == runs.iter().copied().filter(|&run| run > 0).collect::<Vec<u32>>()
        });
    }
}

fn runs_are(d: &mut Draft<'_>, runs: &[u32]) {
    let shade = d.shade();
    d.rule(&RULE).runs(&shade, runs);
}

/// Whether lines are one loop.
fn is_loop(grid: Grid, lines: &[i32]) -> bool {
    let drawn: Vec<(usize, usize)> =
        grid.pairs().into_iter().zip(lines).filter(|(_, line)| **line == 1).map(|(pair, _)| pair).collect();
    let degree = |point: usize| drawn.iter().filter(|(a, b)| *a == point || *b == point).count();
    let passed: Vec<usize> = (0..grid.len()).filter(|&point| degree(point) > 0).collect();
    !passed.is_empty() && passed.iter().all(|&point| degree(point) == 2) && are_connected(&passed, &drawn)
}

#[test]
fn a_loop_through_cells() {
    let declare = |d: &mut Draft<'_>| {
        let links = d.links();
        let passes = d.passes(&links);
        d.rule(&RULE).single_loop(&links, &passes);
    };
    let count = compare((3, 3), &[0, 1], declare, |board, lines| is_loop(board.cells, lines));
    assert_eq!(count, 13);
}

#[test]
fn a_loop_along_sides_and_what_is_inside() {
    let declare = |d: &mut Draft<'_>| {
        let edges = d.edges();
        let passes = d.passes(&edges);
        d.rule(&RULE).single_loop(&edges, &passes);
        d.inside(&edges);
    };
    let count = compare((2, 2), &[0, 1], declare, |board, lines| is_loop(board.crosses, lines));
    assert_eq!(count, 13);
}

#[test]
fn cells_that_a_loop_surrounds() {
    // A cell that the loop does not pass is outside: its corners are.
    let declare = |d: &mut Draft<'_>| {
        let links = d.links();
        let passes = d.passes(&links);
        d.rule(&RULE).single_loop(&links, &passes);
        let inside = d.surrounded(&RULE, &links);
        let corner = inside[d.puzzle.board.corners(5)[0]];
        d.rule(&RULE).post(links.degree(5).eq(0)).post(corner.eq(0));
    };
    let count = compare((4, 3), &[0, 1], declare, |board, lines| {
        let grid = board.cells;
        // Above its left corner, a loop around the cell has one line that goes to the right.
        let above = lines[grid.link(0, 1).unwrap()];
        let is_passed = grid.links_at(5).any(|link| lines[link] == 1);
        is_loop(grid, lines) && !is_passed && above == 0
    });
    assert!(count > 0);
}

#[test]
fn cells_that_go_around_nothing() {
    let declare = |d: &mut Draft<'_>| {
        let shade = d.shade();
        d.rule(&RULE).no_square(&shade, 0).around_nothing(&shade, 1);
    };
    let count = compare((4, 4), &[0, 1], declare, |board, cells| {
        // A graph without cycles loses all its points if those with one neighbour are taken away again and again.
        let mut left = with(cells, 0);
        loop {
            let beside = |&cell: &usize| board.cells.around(cell).filter(|at| left.contains(at)).count();
            let kept: Vec<usize> = left.iter().copied().filter(|cell| beside(cell) > 1).collect();
            if kept.len() == left.len() {
                return left.is_empty();
            }
            left = kept;
        }
    });
    assert!(count > 0);
}

#[test]
fn white_areas_that_are_rectangles() {
    let declare = |d: &mut Draft<'_>| {
        let cells = d.signs([0, 2, 3, 4, 5]);
        // The last cell of a row of three is dark.
        let width = d.puzzle.board.cells.width;
        let is_open = |cell: usize| width != 3 || cell != 2;
        d.rule(&RULE).white_rectangles(&cells, is_open);
        (0..cells.len())
            .filter(|&cell| !is_open(cell))
            .for_each(|cell| _ = d.rule(&RULE).post(cells[cell].eq(0)));
    };
    // Each cell has four parts: above, right, below, left of its middle. Two of them are dark in a triangle.
    let is_white = |value: i32, part: usize| match value {
        0 => true,
        2 => part != 2 && part != 3,
        3 => part != 1 && part != 2,
        4 => part != 0 && part != 1,
        _ => part != 3 && part != 0,
    };
    let means = |board: Board, cells: &[i32]| {
        let grid = board.cells;
        let is_open = |cell: usize| grid.width != 3 || cell != 2;
        if (0..cells.len()).any(|cell| !is_open(cell) && cells[cell] != 0) {
            return false;
        }
        let is_white = |at: &usize| is_open(at / 4) && is_white(cells[at / 4], at % 4);
        let white: Vec<usize> = (0..4 * grid.len()).filter(is_white).collect();
        let beside = |at: usize| {
            let (cell, part) = (at / 4, at % 4);
            let steps = [(-1, 0), (0, 1), (1, 0), (0, -1)];
            let other =
                grid.offset(cell, steps[part].0, steps[part].1).map(|other| 4 * other + (part + 2) % 4);
            other
                .into_iter()
                .chain([4 * cell + (part + 1) % 4, 4 * cell + (part + 3) % 4])
                .collect::<Vec<_>>()
        };
        let mut left = white.clone();
        while let Some(first) = left.first().copied() {
            let mut area = vec![first];
            let mut at = 0;
            while at < area.len() {
                let new: Vec<usize> = beside(area[at])
                    .into_iter()
                    .filter(|part| white.contains(part) && !area.contains(part))
                    .collect();
                area.extend(new);
                at += 1;
            }
            left.retain(|part| !area.contains(part));
            // The corners of the parts, in halves of a cell; a rectangle fills the box around it, upright or turned.
            let corners: Vec<(i32, i32)> = area
                .iter()
                .flat_map(|part| {
                    let (row, column) = grid.place(part / 4);
                    let (row, column) = (2 * row as i32, 2 * column as i32);
                    let ring = [(0, 0), (0, 2), (2, 2), (2, 0)];
                    let corner = |at: usize| (row + ring[at % 4].0, column + ring[at % 4].1);
                    [corner(part % 4), corner(part % 4 + 1), (row + 1, column + 1)]
                })
                .collect();
            let span = |of: &dyn Fn(&(i32, i32)) -> i32| {
                corners.iter().map(of).max().unwrap() - corners.iter().map(of).min().unwrap()
            };
            let upright = span(&|at| at.0) * span(&|at| at.1);
            let turned = span(&|at| at.0 + at.1) * span(&|at| at.0 - at.1) / 2;
            // A part is a quarter of a cell, which has four squares of halves.
            if area.len() as i32 != upright && area.len() as i32 != turned {
                return false;
            }
        }
        true
    };
    compare((3, 2), &[0, 2, 3, 4, 5], declare, means);
    // All white, and a square that is turned.
    assert!(compare((2, 2), &[0, 2, 3, 4, 5], declare, means) >= 2);
}

#[test]
fn bridges_that_join_islands() {
    // Islands in all corners of the board; a bridge goes on through the cells between them.
    let declare = |d: &mut Draft<'_>| {
        let links = d.links();
        d.rule(&RULE).joining(&links, 1, |cell| [0, 2, 6, 8].contains(&cell));
    };
    compare((3, 3), &[0, 1], declare, |board, lines| {
        // Points: the islands, and each line; lines in a cell between join only if they go straight on.
        let grid = board.cells;
        let islands = [0, 2, 6, 8];
        let drawn: Vec<usize> =
            (0..lines.len()).filter(|&line| lines[line] == 1).map(|line| 9 + line).collect();
        let points: Vec<usize> = islands.iter().copied().chain(drawn).collect();
        let mut pairs = Vec::new();
        let at = |cell: usize| grid.links_at(cell).map(|link| 9 + link).collect::<Vec<_>>();
        for cell in 0..9 {
            if islands.contains(&cell) {
                pairs.extend(at(cell).into_iter().map(|link| (cell, link)));
            }
        }
        for (one, between, other) in [(0, 1, 2), (6, 7, 8), (3, 4, 5), (0, 3, 6), (2, 5, 8), (1, 4, 7)] {
            let link = |a, b| 9 + grid.link(a, b).unwrap();
            pairs.push((link(one, between), link(between, other)));
        }
        are_connected(&points, &pairs)
    });
}

#[test]
fn diagonals_that_enclose_nothing() {
    let declare = |d: &mut Draft<'_>| {
        let slant = d.numbers(1..=2);
        d.rule(&RULE).forest(&slant);
    };
    compare((3, 4), &[1, 2], declare, |board, slant| {
        // Joins the corners, and finds a pair that is joined already.
        let mut group: Vec<usize> = (0..board.crosses.len()).collect();
        (0..slant.len()).all(|cell| {
            let [a, b, c, d] = board.corners(cell);
            let (from, to) = if slant[cell] == 1 { (a, d) } else { (b, c) };
            let (old, new) = (group[from], group[to]);
            group.iter_mut().filter(|group| **group == old).for_each(|group| *group = new);
            old != new
        })
    });
}

#[test]
fn two_connected_colours() {
    let declare = |d: &mut Draft<'_>| {
        let colour = d.numbers(1..=2);
        for one in [1, 2] {
            d.rule(&RULE).no_square(&colour, one);
            d.rule(&RULE).connected(&colour, one);
        }
        d.both_connected(&colour);
    };
    let count = compare((4, 3), &[1, 2], declare, |board, cells| {
        [1, 2].iter().all(|&one| {
            are_connected(&with(cells, one), &board.cells.pairs()) && !has_square(board.cells, cells, one)
        })
    });
    assert!(count > 0);
}
