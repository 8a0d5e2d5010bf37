//! Relations and links from the model of a puzzle.

use std::collections::{HashMap, HashSet};

use csp::{Constraint, ConstraintId, Model, Term, Var, extend::Fact};

use super::{Linear, Relation, sums};
use crate::candidates::Candidates;
use crate::explain::truth::Candidate;
use crate::explain::work::Work;
use crate::puzzle::Puzzle;
use crate::rules::Origin;
use crate::solver::board::Board;

/// The bytes of a pair of candidates that exclude each other, here and in the map that is made of this.
const EACH_EXCLUDED: usize = 3 * size_of::<Excluded>();

/// A clue with more cells is divided into its constraints.
const MOST_CELLS: usize = 16;

/// Cells that are different, and the clue that says so.
pub(in crate::explain) type Different = (Origin, Vec<u16>);

/// Two candidates that exclude each other, and the clue that says so.
pub(in crate::explain) type Excluded = (Origin, [Candidate; 2]);

/// The statements of a puzzle's clues.
pub(in crate::explain) struct Gathered<'a> {
    puzzle: &'a Puzzle,
    board: Board,
    cell_of: HashMap<Var, usize>,
    /// For each clue, its constraints that say more than that cells differ.
    own: Vec<Vec<ConstraintId>>,
    /// The candidates that clues about single cells leave.
    pub kept: Vec<Candidates>,
    pub different: Vec<Different>,
    pub excluded: Vec<Excluded>,
}

impl Gathered<'_> {
    /// Gathers the statements of a puzzle's clues; `None` after a limit.
    pub fn of<'p>(puzzle: &'p Puzzle, work: &mut Work) -> Option<Gathered<'p>> {
        let open = Puzzle::open_with(puzzle.grid.clone(), puzzle.symbols.clone());
        let open = Puzzle { rules: puzzle.rules.clone(), ..open };
        let Ok(board) = Board::new(&open, work.limits()) else {
            work.end();
            return None;
        };
        let mut kept = open.cells;
        for &(cell, values, _) in &board.taken {
            kept[usize::from(cell)] = kept[usize::from(cell)].without(values);
        }
        let cell_of = board.cells.iter().enumerate().map(|(cell, &var)| (var, cell)).collect();
        let own = vec![Vec::new(); puzzle.clues().len()];
        let (different, excluded) = (Vec::new(), Vec::new());
        let mut gathered = Gathered { puzzle, cell_of, own, kept, different, excluded, board };
        let model = gathered.board.model.clone();
        for ((constraint, id), at) in model.constraints().zip(model.constraint_ids()).zip(0..) {
            if work.spend(1) {
                return None;
            }
            if let origin @ Origin::Clue(clue) = gathered.board.origins[at]
                && !gathered.link(constraint, origin, work)
            {
                gathered.own[clue].push(id);
            }
        }
        gathered.exclude_pairs(&model, work);
        (!work.is_over()).then_some(gathered)
    }

    /// Records the cells that a constraint makes different. Returns whether the constraint says nothing else.
    fn link(&mut self, constraint: &dyn Constraint, origin: Origin, work: &mut Work) -> bool {
        let mut is_link = constraint.is_expressed_by_facts();
        let Gathered { cell_of, different, .. } = self;
        let cell = |term: &Term| cell_of.get(&term.var).map(|&cell| cell as u16);
        let mut apart: Vec<([u16; 2], i32)> = Vec::new();
        constraint.facts(&mut |fact| match fact {
            Fact::AllDifferent(terms, _) if terms.iter().all(|term| term.offset == terms[0].offset) => {
                match terms.iter().map(cell).collect::<Option<Vec<u16>>>() {
                    Some(cells) => different.push((origin, cells)),
                    None => is_link = false,
                }
            }
            Fact::Differ(a, b) => match (cell(&a), cell(&b)) {
                (Some(one), Some(other)) => apart.push(([one, other], a.offset - b.offset)),
                _ => is_link = false,
            },
            _ => is_link = false,
        });
        for (cells, offset) in apart {
            match offset {
                0 => self.different.push((origin, cells.to_vec())),
                _ => self.exclude_where(cells, origin, |x, y| x + offset == y, work),
            }
        }
        is_link
    }

    /// Turns constraints on two cells into pairs of candidates, if a clue has many constraints.
    fn exclude_pairs(&mut self, model: &Model, work: &mut Work) {
        let constraints: Vec<&dyn Constraint> = model.constraints().collect();
        for clue in 0..self.own.len() {
            if self.cells(&constraints, &self.own[clue]).len() <= MOST_CELLS {
                continue;
            }
            for id in std::mem::take(&mut self.own[clue]) {
                if work.spend(2) {
                    return;
                }
                let constraint = constraints[id.index()];
                let cells: Vec<u16> = constraint
                    .scope()
                    .iter()
                    .filter_map(|var| self.cell_of.get(var))
                    .map(|&cell| cell as u16)
                    .collect();
                match (constraint.scope().len(), &cells[..]) {
                    (2, &[a, b]) => {
                        let is_excluded = |x, y| !constraint.accepts(&[x, y]);
                        self.exclude_where([a, b], Origin::Clue(clue), is_excluded, work);
                    }
                    _ => self.own[clue].push(id),
                }
            }
        }
    }

    fn exclude_where(
        &mut self,
        [a, b]: [u16; 2],
        origin: Origin,
        is_excluded: impl Fn(i32, i32) -> bool,
        work: &mut Work,
    ) {
        let grid = self.puzzle.grid();
        let candidate = |cell: u16, value: u8| usize::from(cell) * grid.values() + usize::from(value);
        for (x, y) in (0..grid.values() as u8).flat_map(|x| (0..grid.values() as u8).map(move |y| (x, y))) {
            if is_excluded(grid.number(x), grid.number(y)) {
                self.excluded.push((origin, [candidate(a, x), candidate(b, y)]));
            }
        }
        work.hold(EACH_EXCLUDED * self.excluded.len());
        work.spend((grid.values() * grid.values() / 64) as u32);
    }

    /// The relations of the clues and of sums. `sees` says which cells are different. After a limit some are missing.
    pub fn relations(&self, sees: &dyn Fn(usize, usize) -> bool, work: &mut Work) -> Vec<Relation> {
        let constraints: Vec<&dyn Constraint> = self.board.model.constraints().collect();
        let mut model = self.board.model.clone();
        let mut relations = Vec::new();
        for (clue, own) in self.own.iter().enumerate().filter(|(_, own)| !own.is_empty()) {
            for component in self.components(&constraints, own, work) {
                if self.is_over(&relations, work) {
                    return relations;
                }
                let cells = self.cells(&constraints, &component);
                relations.push(self.relation(
                    &mut model,
                    vec![Origin::Clue(clue)],
                    &cells,
                    component,
                    sees,
                    work,
                ));
            }
        }
        for clues in self.linked(&constraints, work) {
            if self.is_over(&relations, work) {
                return relations;
            }
            let component: Vec<ConstraintId> =
                clues.iter().flat_map(|&clue| &self.own[clue]).copied().collect();
            let cells = self.cells(&constraints, &component);
            let origins = clues.into_iter().map(Origin::Clue).collect();
            relations.push(self.relation(&mut model, origins, &cells, component, sees, work));
        }
        for (sum, origins) in sums::of(&self.board.model, &self.board.origins, &self.cell_of, work.limits()) {
            if self.is_over(&relations, work) {
                return relations;
            }
            let mut cells: Vec<Var> =
                sum.added.iter().chain(&sum.taken).map(|&cell| self.board.cells[cell]).collect();
            cells.sort_unstable();
            let of = |cells: &[usize], sign: i64| {
                cells.iter().map(|&cell| (sign, self.board.cells[cell])).collect::<Vec<(i64, Var)>>()
            };
            let terms = of(&sum.added, 1).into_iter().chain(of(&sum.taken, -1));
            let id = model.post(terms.collect::<csp::Expression>().eq(sum.total as i32));
            let relation = self.relation(&mut model, origins, &cells, vec![id], sees, work);
            relations.push(Relation { sum: Some(sum), ..relation });
        }
        relations
    }

    /// A relation from some constraints of a model, with added constraints for cells that are different.
    fn relation(
        &self,
        model: &mut Model,
        origins: Vec<Origin>,
        cells: &[Var],
        mut constraints: Vec<ConstraintId>,
        sees: &dyn Fn(usize, usize) -> bool,
        work: &mut Work,
    ) -> Relation {
        let cell = |var: &Var| self.cell_of[var];
        let cliques = cliques(cells, |a, b| sees(cell(a), cell(b)), work);
        constraints.extend(cliques.map(|clique| model.all_different(clique)));
        let (mut part, pairs) = model.part(&constraints);
        let inside = |var: &Var| pairs.iter().find(|(here, _)| here == var).expect("it is in the scope").1;
        let vars: Vec<Var> = cells.iter().map(inside).collect();
        part.branch_on(&vars);
        let linear = self.linear(&part, &origins);
        Relation { origins, cells: cells.iter().map(cell).collect(), model: part, vars, sum: None, linear }
    }

    /// The sums of cells that the constraints of a part of the model say, or a clue.
    fn linear(&self, part: &Model, origins: &[Origin]) -> Vec<Linear> {
        let mut sums = Vec::new();
        if let &[Origin::Clue(at)] = origins {
            let clue = &self.puzzle.clues()[at];
            let terms = (clue.kind.balance)(clue);
            if !terms.is_empty() {
                let terms = terms.into_iter().map(|(weight, cell)| (weight, cell.into())).collect();
                return vec![Linear { terms, total: 0 }];
            }
            if clue.kind.says.contains("{equal sums}") {
                return self.equal(&(clue.kind.pieces)(clue, self.puzzle.grid()));
            }
        }
        for constraint in part.constraints() {
            constraint.facts(&mut |fact| {
                if let Fact::Linear { coefficients, variables, total } = fact {
                    let cells = variables.iter().map(|var| self.cell_of.get(var).copied());
                    let terms = coefficients.iter().zip(cells).map(|(&weight, cell)| Some((weight, cell?)));
                    let terms: Option<Vec<(i64, usize)>> = terms.collect();
                    sums.extend(terms.map(|terms| Linear { terms, total }));
                }
            });
        }
        sums
    }

    /// That sets of cells have the same sum, for each two of them.
    fn equal(&self, pieces: &[Vec<u16>]) -> Vec<Linear> {
        let terms = |weight: i64, cells: &[u16]| -> Vec<(i64, usize)> {
            cells.iter().map(|&cell| (weight, cell.into())).collect()
        };
        let pairs = pieces
            .iter()
            .enumerate()
            .flat_map(|(at, one)| pieces[..at].iter().map(move |other| (other, one)));
        let apart = pairs.filter(|(one, other)| one.iter().all(|cell| !other.contains(cell)));
        apart
            .map(|(one, other)| Linear { terms: [terms(1, one), terms(-1, other)].concat(), total: 0 })
            .collect()
    }

    /// Sets of two or more clues that share auxiliary variables.
    fn linked(&self, constraints: &[&dyn Constraint], work: &mut Work) -> Vec<Vec<usize>> {
        let mut linked: Vec<(Vec<usize>, HashSet<Var>)> = Vec::new();
        for (clue, own) in self.own.iter().enumerate() {
            if work.spend((own.len() + linked.len()) as u32 + 1) {
                break;
            }
            let scopes = own.iter().flat_map(|id| constraints[id.index()].scope()).copied();
            let mut helpers: HashSet<Var> = scopes.filter(|var| !self.cell_of.contains_key(var)).collect();
            let mut clues = vec![clue];
            linked.retain(|(others, theirs)| {
                let is_apart = helpers.is_disjoint(theirs);
                if !is_apart {
                    clues.extend(others);
                    helpers.extend(theirs);
                }
                is_apart
            });
            if !helpers.is_empty() {
                clues.sort_unstable();
                linked.push((clues, helpers));
            }
        }
        linked.into_iter().map(|(clues, _)| clues).filter(|clues| clues.len() > 1).collect()
    }

    /// Divides the constraints of a clue into components: a single one if the clue has few cells, otherwise sets that
    /// share auxiliary variables.
    fn components(
        &self,
        constraints: &[&dyn Constraint],
        own: &[ConstraintId],
        work: &mut Work,
    ) -> Vec<Vec<ConstraintId>> {
        if self.cells(constraints, own).len() <= MOST_CELLS {
            return vec![own.to_vec()];
        }
        // For each constraint an earlier one of its component, or itself: the paths lead to the first.
        let mut earlier: Vec<usize> = (0..own.len()).collect();
        let first = |earlier: &mut Vec<usize>, mut at: usize| {
            while earlier[at] != at {
                earlier[at] = earlier[earlier[at]];
                at = earlier[at];
            }
            at
        };
        let mut with: HashMap<Var, usize> = HashMap::new();
        for (at, id) in own.iter().enumerate() {
            let scope = constraints[id.index()].scope();
            if work.spend(scope.len() as u32) {
                return Vec::new();
            }
            for &helper in scope.iter().filter(|var| !self.cell_of.contains_key(var)) {
                let other = *with.entry(helper).or_insert(at);
                let [one, other] = [at, other].map(|at| first(&mut earlier, at));
                earlier[one.max(other)] = one.min(other);
            }
        }
        let mut components: Vec<Vec<ConstraintId>> = vec![Vec::new(); own.len()];
        for (at, &id) in own.iter().enumerate() {
            components[first(&mut earlier, at)].push(id);
        }
        components.retain(|component| !component.is_empty());
        components
    }

    /// Counts relations, and returns whether a limit has been reached.
    fn is_over(&self, relations: &[Relation], work: &mut Work) -> bool {
        if let Some(last) = relations.last() {
            let bytes = EACH_EXCLUDED * self.excluded.len() + relations.len() * last.bytes();
            work.hold(bytes);
        }
        work.spend(16)
    }

    /// The cells of constraints, by their variables, ascending.
    fn cells(&self, constraints: &[&dyn Constraint], own: &[ConstraintId]) -> Vec<Var> {
        let scopes = own.iter().flat_map(|id| constraints[id.index()].scope()).copied();
        let mut cells: Vec<Var> = scopes.filter(|var| self.cell_of.contains_key(var)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// Sets of variables that are all related, which together cover each related pair.
fn cliques(
    vars: &[Var],
    is_related: impl Fn(&Var, &Var) -> bool,
    work: &mut Work,
) -> impl Iterator<Item = Vec<Var>> {
    let mut cliques: Vec<Vec<Var>> = Vec::new();
    for (at, a) in vars.iter().enumerate() {
        for b in &vars[at + 1..] {
            if work.spend(1 + cliques.len() as u32) {
                break;
            }
            if is_related(a, b) && !cliques.iter().any(|clique| clique.contains(a) && clique.contains(b)) {
                let mut clique = vec![*a, *b];
                work.spend(vars.len() as u32);
                for other in vars {
                    if !clique.contains(other) && clique.iter().all(|member| is_related(member, other)) {
                        clique.push(*other);
                    }
                }
                cliques.push(clique);
            }
        }
    }
    cliques.into_iter()
}
