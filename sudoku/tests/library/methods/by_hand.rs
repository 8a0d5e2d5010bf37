//! Direct implementations of the tutorials' algorithms, without the engine, with counters.

use sudoku::{Grid, Puzzle, Solution};

/// Counters of a search until it had enough solutions or was exhausted.
#[derive(Debug, Default)]
pub struct Count {
    pub tried: u64,
    pub opened: u64,
    pub passed: u64,
    pub failures: u64,
    pub solutions: Vec<Solution>,
}

impl Count {
    pub fn positions(&self) -> u64 {
        self.tried + self.opened + self.passed
    }
}

/// Returns for each cell the cells that must differ from it.
fn peers(grid: &Grid) -> Vec<Vec<usize>> {
    let together =
        |cell: usize| grid.houses().iter().filter(move |house| house.cells().contains(&(cell as u16)));
    let peers_of = |cell: usize| {
        let mut peers: Vec<usize> =
            together(cell).flat_map(|house| house.cells()).map(|&peer| usize::from(peer)).collect();
        peers.sort_unstable();
        peers.dedup();
        peers.retain(|&peer| peer != cell);
        peers
    };
    (0..grid.cells()).map(peers_of).collect()
}

/// Runs the loop of the brute-force tutorial.
pub fn brute_force(puzzle: &Puzzle, most: usize) -> Count {
    struct Board {
        cells: Vec<Option<u8>>,
        peers: Vec<Vec<usize>>,
        values: u8,
        most: usize,
    }
    fn visit(at: usize, given: &[bool], board: &mut Board, count: &mut Count) {
        if at == board.cells.len() {
            count.solutions.push(board.cells.iter().map(|cell| cell.expect("all are placed")).collect());
            return;
        }
        if given[at] {
            count.passed += 1;
            return visit(at + 1, given, board, count);
        }
        count.opened += 1;
        for value in 0..board.values {
            if count.solutions.len() == board.most {
                break;
            }
            count.tried += 1;
            if board.peers[at].iter().any(|&peer| board.cells[peer] == Some(value)) {
                count.failures += 1;
                continue;
            }
            board.cells[at] = Some(value);
            visit(at + 1, given, board, count);
            board.cells[at] = None;
        }
    }
    let cells: Vec<Option<u8>> = puzzle.cells().iter().map(|cell| cell.value()).collect();
    let given: Vec<bool> = cells.iter().map(Option::is_some).collect();
    let values = puzzle.grid().values() as u8;
    let mut count = Count::default();
    visit(0, &given, &mut Board { cells, peers: peers(puzzle.grid()), values, most }, &mut count);
    count
}

/// Candidates as bits, and the cells that are placed.
#[derive(Clone)]
struct State {
    candidates: Vec<u64>,
    placed: Vec<bool>,
}

impl State {
    fn fixed(&self, cell: usize) -> bool {
        self.candidates[cell].count_ones() == 1
    }

    fn solution(&self) -> Solution {
        self.candidates.iter().map(|bits| bits.trailing_zeros() as u8).collect()
    }
}

/// Options of a search with candidates.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Whether a last candidate is removed from the peers as a placed value is.
    pub cascade: bool,
    /// Whether a value with one position left in a house is placed there.
    pub hidden: bool,
    /// Whether the cell with the fewest candidates is next, instead of the first one.
    pub fewest: bool,
}

/// Runs a search with forward checking of candidates.
pub fn with_candidates(puzzle: &Puzzle, kind: Kind, most: usize) -> Count {
    let peers = peers(puzzle.grid());
    let cells = puzzle.cells().len();
    let all = u64::MAX >> (64 - puzzle.grid().values());
    let mut state = State { candidates: vec![all; cells], placed: vec![false; cells] };
    let mut count = Count::default();
    let givens = puzzle.cells().iter().enumerate().filter_map(|(cell, known)| Some((cell, known.value()?)));
    let mut sound = true;
    for (cell, value) in givens {
        sound = sound && place(&mut state, cell, value, kind, puzzle, &peers);
    }
    if sound {
        search(&state, kind, puzzle, &peers, most, &mut count);
    }
    count
}

fn search(state: &State, kind: Kind, puzzle: &Puzzle, peers: &[Vec<usize>], most: usize, count: &mut Count) {
    // With the cascade, a cell with one candidate needs no decision.
    let is_open = |&cell: &usize| if kind.cascade { !state.fixed(cell) } else { !state.placed[cell] };
    let mut open = (0..state.candidates.len()).filter(is_open);
    let next =
        if kind.fewest { open.min_by_key(|&cell| state.candidates[cell].count_ones()) } else { open.next() };
    let Some(cell) = next else {
        count.solutions.push(state.solution());
        return;
    };
    count.opened += 1;
    for value in (0..64).filter(|value| state.candidates[cell] >> value & 1 != 0) {
        if count.solutions.len() == most {
            return;
        }
        count.tried += 1;
        let mut next = state.clone();
        if place(&mut next, cell, value, kind, puzzle, peers) {
            search(&next, kind, puzzle, peers, most, count);
        } else {
            count.failures += 1;
        }
    }
}

/// Places a value. Returns false at a contradiction.
fn place(
    state: &mut State,
    cell: usize,
    value: u8,
    kind: Kind,
    puzzle: &Puzzle,
    peers: &[Vec<usize>],
) -> bool {
    if state.candidates[cell] >> value & 1 == 0 {
        return false;
    }
    state.candidates[cell] = 1 << value;
    let mut waiting = vec![cell];
    loop {
        while let Some(cell) = waiting.pop() {
            state.placed[cell] = true;
            let bit = state.candidates[cell];
            for &peer in &peers[cell] {
                if state.candidates[peer] & bit == 0 {
                    continue;
                }
                state.candidates[peer] &= !bit;
                if state.candidates[peer] == 0 {
                    return false;
                }
                if kind.cascade && state.fixed(peer) {
                    waiting.push(peer);
                }
            }
        }
        if !kind.hidden {
            return true;
        }
        match hidden_single(state, puzzle) {
            Ok(None) => return true,
            Ok(Some((cell, bit))) => {
                state.candidates[cell] = bit;
                waiting.push(cell);
            }
            Err(()) => return false,
        }
    }
}

/// Returns a cell that is the only one for a value in a house; an error if there is no cell.
fn hidden_single(state: &State, puzzle: &Puzzle) -> Result<Option<(usize, u64)>, ()> {
    let values = puzzle.grid().values();
    for house in puzzle.grid().houses().iter().filter(|house| house.cells().len() == values) {
        for bit in (0..values).map(|value| 1 << value) {
            let mut places = house
                .cells()
                .iter()
                .map(|&cell| usize::from(cell))
                .filter(|&cell| state.candidates[cell] & bit != 0);
            match (places.next(), places.next()) {
                (None, _) => return Err(()),
                (Some(cell), None) if !state.fixed(cell) => return Ok(Some((cell, bit))),
                _ => {}
            }
        }
    }
    Ok(None)
}
