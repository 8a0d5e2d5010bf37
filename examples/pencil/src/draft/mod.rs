//! The model of a puzzle while it is made: variables in layers, and constraints that know their rule and place.

mod flow;
mod halves;
mod lemmas;
mod lines;
mod loops;
mod place;
mod shades;
mod tiles;
mod triangles;

pub use flow::{End, Flow};
pub use halves::halves;
pub use loops::Links;
pub use place::Place;
pub use tiles::{Tile, placements, rectangles, tetrominoes};

use csp::{Constraint, ConstraintId, Model, Values, Var};

use crate::kind::Rule;
use crate::puzzle::Puzzle;

/// What a solver draws. Other variables help, and are not part of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// Cells that are shaded, or have a lamp or a star.
    Shade,
    /// Numbers, or other signs, in cells.
    Number,
    /// Lines between the centres of neighbouring cells.
    Link,
    /// Lines along the sides of cells.
    Edge,
    /// Walls between neighbouring cells.
    Wall,
}

/// Why a constraint was posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It states a rule, or a part of it.
    Rule,
    /// It says what a variable means that is not drawn, for each drawing that keeps the rules.
    Meaning,
    /// It follows from the rules, and only helps.
    Lemma,
}

/// A constraint with its rule and place.
#[derive(Clone, Copy, Debug)]
pub struct Posted {
    /// The rule, or a sentence of what it means.
    pub rule: &'static Rule,
    /// Why it is there.
    pub role: Role,
    /// Where it is.
    pub place: Place,
    /// The constraint.
    pub constraint: ConstraintId,
}

/// A model with what its parts mean.
#[derive(Debug)]
pub struct Draft<'p> {
    /// The puzzle.
    pub puzzle: &'p Puzzle,
    /// The model so far.
    pub model: Model,
    /// The variables of the answer, by layer.
    pub answer: Vec<(Layer, Vec<Var>)>,
    /// The constraints.
    pub posted: Vec<Posted>,
    /// The constraints by which the cells with a value are connected.
    pub connected: Vec<(ConstraintId, i32)>,
    /// Memory that is needed besides the model, in bytes.
    beside: usize,
    /// Whether what follows from the rules is stated, too.
    has_lemmas: bool,
    /// Whether the model would be too large. Then it is not complete, and nothing follows from it.
    pub is_full: bool,
}

/// The most memory that a model may need, in bytes. Published puzzles need a hundredth of it.
const MOST_MEMORY: usize = 1 << 28;

impl<'p> Draft<'p> {
    /// Makes the model of a puzzle.
    pub fn of(puzzle: &'p Puzzle) -> Draft<'p> {
        Draft::with(puzzle, true)
    }

    /// Makes a model of the rules alone, without what follows from them.
    pub fn of_rules(puzzle: &'p Puzzle) -> Draft<'p> {
        Draft::with(puzzle, false)
    }

    fn with(puzzle: &'p Puzzle, has_lemmas: bool) -> Draft<'p> {
        let mut draft = Draft {
            puzzle,
            model: Model::new(),
            answer: Vec::new(),
            posted: Vec::new(),
            connected: Vec::new(),
            beside: 0,
            has_lemmas,
            is_full: false,
        };
        (puzzle.kind.declare)(&mut draft);
        draft
    }

    /// Counts memory that a kind needs for itself, in bytes, and returns whether there is room for more. Where a board
    /// may need much more than the model of a usual one, a kind asks before it goes on.
    pub fn has_room(&mut self, bytes: usize) -> bool {
        self.beside += bytes;
        self.is_full |= self.beside + self.model.memory() > MOST_MEMORY;
        !self.is_full
    }

    /// Declares a variable for each of some places of the answer.
    fn layer(&mut self, layer: Layer, count: usize, values: impl Into<Values>) -> Vec<Var> {
        let vars = self.model.vars(count, values);
        self.answer.push((layer, vars.clone()));
        vars
    }

    /// Declares the cells as white, 0, or shaded, 1.
    pub fn shade(&mut self) -> Vec<Var> {
        self.layer(Layer::Shade, self.puzzle.board.cells.len(), 0..=1)
    }

    /// Declares what is drawn in the cells, of which most may be left blank: 0.
    pub fn signs(&mut self, values: impl Into<Values>) -> Vec<Var> {
        self.layer(Layer::Shade, self.puzzle.board.cells.len(), values)
    }

    /// Declares a number in each cell.
    pub fn numbers(&mut self, values: impl Into<Values>) -> Vec<Var> {
        self.layer(Layer::Number, self.puzzle.board.cells.len(), values)
    }

    /// Declares a number in each cell, each with values of its own.
    pub fn numbers_of<V: Into<Values>>(&mut self, values: impl Fn(usize) -> V) -> Vec<Var> {
        let cells = 0..self.puzzle.board.cells.len();
        let vars: Vec<Var> = cells.map(|cell| self.model.var(values(cell))).collect();
        self.answer.push((Layer::Number, vars.clone()));
        vars
    }

    /// Declares whether there is a wall between each two neighbouring cells.
    pub fn walls(&mut self) -> Vec<Var> {
        self.layer(Layer::Wall, self.puzzle.board.cells.pairs().len(), 0..=1)
    }

    /// Posts constraints of a rule.
    pub fn rule(&mut self, rule: &'static Rule) -> By<'_, 'p> {
        By { draft: self, rule, role: Role::Rule, place: Place::Board }
    }

    /// Posts constraints that follow from the rules.
    pub fn lemma(&mut self, rule: &'static Rule) -> By<'_, 'p> {
        By { role: Role::Lemma, ..self.rule(rule) }
    }

    /// Posts what variables mean that are not drawn, and that a rule needs.
    pub fn meaning(&mut self, rule: &'static Rule) -> By<'_, 'p> {
        By { role: Role::Meaning, ..self.rule(rule) }
    }
}

/// Posts constraints of one rule.
#[derive(Debug)]
pub struct By<'a, 'p> {
    draft: &'a mut Draft<'p>,
    rule: &'static Rule,
    role: Role,
    place: Place,
}

impl By<'_, '_> {
    /// The constraints that follow belong to this place.
    pub fn at(&mut self, place: Place) -> &mut Self {
        self.place = place;
        self
    }

    /// The constraints that follow belong to this cell.
    pub fn cell(&mut self, cell: usize) -> &mut Self {
        self.at(Place::Cell(cell))
    }

    /// Posts a constraint.
    pub fn post(&mut self, constraint: impl Constraint + 'static) -> &mut Self {
        self.post_as(self.role, constraint)
    }

    /// Posts a constraint that says what a variable means that the rule needs.
    fn means(&mut self, constraint: impl Constraint + 'static) -> &mut Self {
        let role = if self.role == Role::Rule { Role::Meaning } else { self.role };
        self.post_as(role, constraint)
    }

    fn post_as(&mut self, role: Role, constraint: impl Constraint + 'static) -> &mut Self {
        if !self.draft.has_room(0) || (role == Role::Lemma && !self.draft.has_lemmas) {
            return self;
        }
        let constraint = self.draft.model.post(constraint);
        let By { rule, place, .. } = *self;
        self.draft.posted.push(Posted { rule, role, place, constraint });
        self
    }
}
