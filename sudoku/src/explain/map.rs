//! The data of a puzzle that never change while it is explained: groups, the cells that see each other, and the
//! numbers of truths.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, OnceLock};

use csp::limits::Held;

use super::relations::{Gathered, Relation};
use super::truth::{Candidate, Group, Numbering, ones, ones_of};
use super::work::Work;
use crate::candidates::Candidates;
use crate::grid::House;
use crate::puzzle::Puzzle;
use crate::rules::Origin;

/// The bytes of an exclusion.
const EACH_EXCLUDED: usize = size_of::<(Candidate, Origin)>();

/// The groups and links of a puzzle's grid and rules.
#[derive(Debug)]
pub(super) struct Map {
    pub puzzle: Puzzle,
    pub numbering: Numbering,
    /// All groups. Those with a place for each value, the houses, come first.
    pub groups: Vec<Group>,
    /// For each cell: the houses that contain it, with its position.
    pub houses_of: Vec<Vec<(usize, u32)>>,
    /// For each cell: the groups that contain it.
    pub groups_of: Vec<Vec<usize>>,
    /// The candidates of each place of a value in a house, by their positions.
    members: Vec<u32>,
    /// For each cell: the cells that see it, as a list and as bits.
    pub peers: Vec<Vec<usize>>,
    peer_bits: Vec<u64>,
    /// Words of a set of cells.
    pub words: usize,
    /// Pairs of lists of disjoint houses for fish: rows and columns of a grid.
    pub crossings: Vec<[Vec<usize>; 2]>,
    /// For each candidate: further candidates that it excludes, with the rule.
    pub excluded: Vec<Vec<(Candidate, Origin)>>,
    /// The names of the clues, made on demand.
    clue_names: OnceLock<Vec<Arc<str>>>,
    /// The candidates of each cell that rules about single cells leave, and those that the puzzle declares.
    pub kept: Vec<Candidates>,
    pub relations: Vec<Relation>,
    /// For each cell: the relations that contain it, with its place there.
    pub relations_of: Vec<Vec<(usize, usize)>>,
    /// The size compared with that of a classic puzzle, for counting work.
    pub scale: u32,
    /// The memory of all this, counted while the map exists.
    held: Held,
}

impl Map {
    /// Gathers the data of a puzzle. After a limit some of it may be missing.
    pub fn new(puzzle: &Puzzle, work: &mut Work) -> Arc<Map> {
        let grid = puzzle.grid();
        let (cells, values) = (grid.cells(), grid.values());
        let gathered = (!puzzle.clues().is_empty()).then(|| Gathered::of(puzzle, work)).flatten();
        let groups = groups(puzzle, gathered.as_ref(), work);
        let houses = groups.iter().filter(|group| group.is_full).count();
        let words = cells.div_ceil(64);
        let mut map = Map {
            numbering: Numbering { cells, values, houses, relations: 0 },
            houses_of: vec![Vec::new(); cells],
            groups_of: vec![Vec::new(); cells],
            members: Vec::with_capacity(houses * values * values),
            peers: vec![Vec::new(); cells],
            peer_bits: vec![0; cells * words],
            words,
            crossings: Vec::new(),
            excluded: vec![Vec::new(); cells * values],
            kept: vec![puzzle.all_values(); cells],
            relations_of: vec![Vec::new(); cells],
            relations: Vec::new(),
            clue_names: OnceLock::new(),
            scale: 1 + ((cells + houses * values) / 512) as u32,
            held: Held::new(work.limits()),
            groups,
            puzzle: puzzle.clone(),
        };
        for (house, group) in map.groups[..houses].iter().enumerate() {
            for (position, &cell) in group.cells.iter().enumerate() {
                map.houses_of[usize::from(cell)].push((house, position as u32));
            }
        }
        for (at, group) in map.groups.iter().enumerate() {
            group.cells.iter().for_each(|&cell| map.groups_of[usize::from(cell)].push(at));
        }
        for group in &map.groups[..houses] {
            for value in 0..values {
                map.members
                    .extend(group.cells.iter().map(|&cell| u32::from(cell) * values as u32 + value as u32));
            }
        }
        map.see(work);
        map.cross();
        if let Some(gathered) = gathered {
            map.relate(gathered, work);
        }
        map.held.set(map.bytes());
        work.hold(0);
        Arc::new(map)
    }

    /// Adds the relations and exclusions of the clues.
    fn relate(&mut self, gathered: Gathered<'_>, work: &mut Work) {
        self.relations = gathered.relations(&|a, b| self.sees(a, b), work);
        self.numbering.relations = self.relations.len();
        for (relation, about) in self.relations.iter().enumerate() {
            for (at, &cell) in about.cells.iter().enumerate() {
                self.relations_of[cell].push((relation, at));
            }
        }
        for (origin, [a, b]) in gathered.excluded {
            if work.spend(1) {
                break;
            }
            self.excluded[a].push((b, origin));
            self.excluded[b].push((a, origin));
        }
        self.kept = gathered.kept;
    }

    /// Sets which cells see each other.
    fn see(&mut self, work: &mut Work) {
        for group in &self.groups {
            if work.spend(1 + group.cells.len() as u32) {
                return;
            }
            for &a in group.cells.iter() {
                for &b in group.cells.iter().filter(|&&b| a != b) {
                    self.peer_bits[usize::from(a) * self.words + usize::from(b) / 64] |= 1 << (b % 64);
                }
            }
        }
        for cell in 0..self.numbering.cells {
            if work.spend(4) {
                return;
            }
            self.peers[cell] = ones_of(self.peer_bits(cell)).collect();
        }
    }

    /// The bytes of the parts that grow with the rules.
    fn bytes(&self) -> usize {
        let groups: usize = self.groups.iter().map(|group| size_of::<Group>() + 2 * group.cells.len()).sum();
        let peers: usize = self.peers.iter().map(|peers| 8 * peers.capacity()).sum();
        let excluded: usize = self.excluded.iter().map(|excluded| EACH_EXCLUDED * excluded.capacity()).sum();
        let relations: usize = self.relations.iter().map(Relation::bytes).sum();
        groups + peers + 8 * self.peer_bits.len() + 4 * self.members.len() + excluded + relations
    }

    /// Whether the map serves a puzzle, which may differ only in its givens.
    pub fn is_of(&self, puzzle: &Puzzle) -> bool {
        let same_rules = match (&self.puzzle.rules, &puzzle.rules) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one == other,
            _ => false,
        };
        same_rules
            && (Arc::ptr_eq(&self.puzzle.grid, &puzzle.grid) || self.puzzle.grid == puzzle.grid)
            && Arc::ptr_eq(&self.puzzle.symbols, &puzzle.symbols)
    }

    /// Finds the rows and columns of each grid.
    fn cross(&mut self) {
        let houses = self.puzzle.grid().houses();
        let mut grids: Vec<Option<&str>> = houses.iter().map(|house| house.part()).collect();
        grids.sort_unstable();
        grids.dedup();
        for grid in grids {
            let lines = |is_line: fn(&House) -> bool| -> Vec<usize> {
                let is_one = |&house: &usize| match self.groups[house].origin {
                    Origin::House(at) => houses[at].part() == grid && is_line(&houses[at]),
                    Origin::Clue(_) => false,
                };
                (0..self.numbering.houses).filter(is_one).collect()
            };
            let lines = [lines(House::is_row), lines(House::is_column)];
            if lines.iter().all(|lines| lines.len() > 1) {
                self.crossings.push(lines);
            }
        }
    }

    /// Whether two cells are different because of a group or a rule.
    pub fn sees(&self, a: usize, b: usize) -> bool {
        self.peer_bits[a * self.words + b / 64] >> (b % 64) & 1 != 0
    }

    /// The cells that see a cell, as bits.
    pub fn peer_bits(&self, cell: usize) -> &[u64] {
        &self.peer_bits[cell * self.words..][..self.words]
    }

    #[inline(always)]
    pub fn candidate(&self, cell: usize, value: usize) -> Candidate {
        cell * self.numbering.values + value
    }

    /// The cell and value of a candidate.
    #[inline(always)]
    pub fn split(&self, candidate: Candidate) -> (usize, usize) {
        (candidate / self.numbering.values, candidate % self.numbering.values)
    }

    /// The candidates that a candidate excludes, by their cells and values: other values of its cell, those given; its
    /// value in the cells that see it; and those that rules exclude.
    pub fn excluded_by(
        &self,
        candidate: Candidate,
        others: u64,
    ) -> impl Iterator<Item = (usize, usize)> + '_ {
        let (cell, value) = self.split(candidate);
        let here = ones(others).map(move |other| (cell, other));
        let seen = self.peers[cell].iter().map(move |&peer| (peer, value));
        let excluded = self.excluded[candidate].iter().map(|&(excluded, _)| self.split(excluded));
        here.chain(seen).chain(excluded)
    }

    /// The houses and clues by which a candidate excludes another one, but for different values of one cell.
    pub fn links(&self, one: Candidate, other: Candidate) -> impl Iterator<Item = Origin> + '_ {
        let ((a, x), (b, y)) = (self.split(one), self.split(other));
        let are_equal = x == y && a != b;
        let groups = self.groups_of[a].iter().filter(move |at| are_equal && self.groups_of[b].contains(at));
        let excluded = self.excluded[one].iter().filter(move |(excluded, _)| *excluded == other);
        groups.map(|&at| self.groups[at].origin).chain(excluded.map(|&(_, origin)| origin))
    }

    /// The first of these, a house of the grid if there is one.
    pub fn link(&self, one: Candidate, other: Candidate) -> Option<Origin> {
        self.links(one, other).min_by_key(|origin| matches!(origin, Origin::Clue(_)))
    }

    /// The candidate of a cell or of a place that a bit of its mask stands for.
    #[inline(always)]
    pub fn member(&self, truth: usize, bit: usize) -> Candidate {
        match truth.checked_sub(self.numbering.cells) {
            None => self.candidate(truth, bit),
            Some(place) => self.members.as_slice()[place * self.numbering.values + bit] as usize,
        }
    }

    /// The position of a cell in a house, as a bit; 0 if it is not there.
    pub fn position(&self, cell: usize, house: usize) -> u64 {
        let found = self.houses_of[cell].iter().find(|(at, _)| *at == house);
        found.map_or(0, |&(_, position)| 1 << position)
    }

    /// The name of a house or clue.
    pub fn name(&self, origin: Origin) -> String {
        match origin {
            Origin::House(at) => self.grid_house_name(&self.puzzle.grid().houses()[at]),
            Origin::Clue(at) => {
                let names = self.clue_names.get_or_init(|| crate::trace::clue_names(&self.puzzle));
                names[at].to_string()
            }
        }
    }

    /// The name of a house of the grid. No board shows the symbols of regions, so these are named by a cell.
    fn grid_house_name(&self, house: &House) -> String {
        match (house.is_named_by_symbol(), house.cells()) {
            (true, [first, ..]) => format!("the region of {}", self.puzzle.grid().name(usize::from(*first))),
            _ => house.to_string(),
        }
    }

    /// The name of a house. Rules that make several houses do not tell them apart, so these are named by their cells.
    pub fn house_name(&self, house: usize) -> String {
        let group = &self.groups[house];
        let kind = match group.origin {
            Origin::Clue(at) => self.puzzle.clues()[at].kind.name,
            Origin::House(_) => "",
        };
        let cell = |cell: &u16| self.puzzle.grid().name(usize::from(*cell));
        match (kind, group.cells()) {
            ("windoku", cells) => self.window_name(cells),
            ("disjoint", [first, ..]) => format!("the disjoint group of {}", cell(first)),
            ("diagonals" | "diagonal+" | "diagonal-", [first, .., last]) => {
                format!("the diagonal from {} to {}", cell(first), cell(last))
            }
            _ => self.name(group.origin),
        }
    }

    /// The name of a window. Those that the windows of a puzzle leave over are no squares, so these tell all their lines.
    fn window_name(&self, cells: &[u16]) -> String {
        let columns = self.puzzle.grid().columns() as u16;
        let lines = |line: &dyn Fn(u16) -> u16| -> BTreeSet<u16> {
            cells.iter().map(|&cell| line(cell) + 1).collect()
        };
        let (rows, columns) = (lines(&|cell| cell / columns), lines(&|cell| cell % columns));
        let is_run = |lines: &BTreeSet<u16>| {
            lines.iter().zip(lines.iter().skip(1)).all(|(one, next)| one + 1 == *next)
        };
        if is_run(&rows) && is_run(&columns) {
            return format!("the window at {}", self.puzzle.grid().name(usize::from(cells[0])));
        }
        let listed = |lines: BTreeSet<u16>| {
            let lines: Vec<String> = lines.iter().map(u16::to_string).collect();
            lines.join(", ")
        };
        format!("the hidden window where rows {} meet columns {}", listed(rows), listed(columns))
    }

    /// All values, as bits.
    pub fn all_values(&self) -> u64 {
        Candidates::all(self.numbering.values).bits()
    }

    /// The cell at a position of a house.
    #[inline(always)]
    pub fn cell_at(&self, house: usize, position: u32) -> usize {
        usize::from(self.groups.as_slice()[house].cells[position as usize])
    }

    /// Whether a group is a box or region of the grid.
    pub fn is_region(&self, group: usize) -> bool {
        matches!(self.groups[group].origin, Origin::House(at) if self.puzzle.grid().houses()[at].is_region())
    }
}

/// The groups of the grid and of the clues, those with all values first.
fn groups(puzzle: &Puzzle, gathered: Option<&Gathered<'_>>, work: &mut Work) -> Vec<Group> {
    let grid = puzzle.grid();
    let values = grid.values();
    let different = gathered.iter().flat_map(|gathered| &gathered.different);
    let of_grid = grid.houses().iter().enumerate().map(|(at, house)| (Origin::House(at), house.cells()));
    let mut groups: Vec<Group> = Vec::new();
    let mut known: HashSet<Box<[u16]>> = HashSet::new();
    for (origin, cells) in of_grid.chain(different.map(|(origin, cells)| (*origin, cells.as_slice()))) {
        let mut cells: Box<[u16]> = cells.into();
        cells.sort_unstable();
        if work.spend(2) {
            break;
        }
        if cells.len() > 1 && known.insert(cells.clone()) {
            groups.push(Group { origin, is_full: cells.len() == values, cells });
        }
    }
    groups.sort_by_key(|group| !group.is_full);
    groups
}
