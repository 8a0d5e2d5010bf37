//! A model as a formula: one 0/1 variable for each value of each variable, and the constraints as inequalities.
//!
//! ```text
//!   x_5        x is 5; exactly one of them holds for each x
//!   x_ge5      x is at least 5, where bounds matter: x_ge5 = x_5 + x_ge6
//!   aux17      an auxiliary variable: the row of a table, the state of an automaton, a part of a condition
//! ```
//!
//! Every constraint encodes itself by [`Constraint::formula`]; by default all its assignments are tried. Solutions of
//! the formula, without the auxiliary variables, are exactly the solutions of the model.

mod conditions;
mod functions;
mod graphs;
mod kinds;
mod numbers;
mod trial;
mod visible;

use std::collections::HashMap;

use super::budget::Budget;
use super::formula::{Formula, Inequality, Literal};
use crate::TooMuch;
use crate::base::error::{Error, ErrorKind};
use crate::constraints::Operand;
use crate::model::Model;
use crate::model::constraint::{Constraint, Fact};
use crate::model::decision::Decision;
use crate::model::expression::{Expression, Part, is_unwieldy};
use crate::model::ids::{ConstraintId, Term, Var};

pub(crate) use kinds::Move;
use numbers::Domain;
pub(crate) use numbers::{Number, Sum};

/// Largest number of terms in all inequalities together.
const MOST_TERMS: usize = 1 << 23;

/// The kind of constraints in a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// Any inequalities, for checkers of pseudo-Boolean proofs.
    #[default]
    Inequalities,
    /// Clauses only, for checkers of clausal proofs. Sums with more than a few values have no encoding.
    Clauses,
}

/// Terms that take different values, for the derivation of Hall sets.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub members: Vec<Number>,
    /// For each value, the inequality that at most one member takes it.
    pub at_most_one: HashMap<i64, usize>,
}

/// Σ a·number = total, with the indices of the inequalities for "at most" and "at least".
#[derive(Clone, Debug)]
pub(crate) struct KnownEquation {
    pub terms: Vec<(i64, Number)>,
    pub rows: [usize; 2],
}

/// The context in which constraints encode themselves; see [`Constraint::formula`].
#[derive(Debug)]
pub struct Encoder<'m> {
    pub(crate) model: &'m Model,
    pub(crate) formula: Formula,
    pub(crate) domains: Vec<Domain>,
    pub(crate) groups: Vec<Group>,
    pub(crate) equations: Vec<KnownEquation>,
    /// The pairs of tasks that have a literal for their order.
    pub(crate) orders: HashMap<[Number; 2], Literal>,
    /// For numbers that are read in sequence, the literals of the states in between.
    pub(crate) layers: Vec<(Vec<Number>, Vec<Literal>)>,
    language: Language,
    /// The condition under which the encoded constraints hold; `None` if they always hold.
    when: Option<Literal>,
    terms: usize,
    pub(super) budget: Budget,
    /// Set if an inequality was too large.
    overflow: bool,
}

impl<'m> Encoder<'m> {
    /// Encodes a model. Fails with the first part that has no encoding.
    pub fn new(model: &'m Model, language: Language) -> Result<Encoder<'m>, Unsaid> {
        let mut encoder = Encoder::within(model, language, Budget::default());
        encoder.encode().map(|()| encoder)
    }

    /// Returns an encoder that has yet to [`encode`](Encoder::encode) its model.
    pub(super) fn within(model: &'m Model, language: Language, budget: Budget) -> Encoder<'m> {
        Encoder {
            model,
            formula: Formula::default(),
            domains: Vec::new(),
            groups: Vec::new(),
            equations: Vec::new(),
            orders: HashMap::new(),
            layers: Vec::new(),
            language,
            when: None,
            terms: 0,
            budget,
            overflow: false,
        }
    }

    /// Encodes the model. Fails with the first part that has no encoding, or at which a limit was reached.
    pub(super) fn encode(&mut self) -> Result<(), Unsaid> {
        let model = self.model;
        for index in 0..model.variables() {
            let var = Var(index as u32);
            let values: Vec<i64> = model.declared(var).iter().map(i64::from).collect();
            if values.len() > numbers::MOST_VALUES {
                return Err(Unsaid::Variable(var));
            }
            self.add_domain(format!("x{index}"), values);
            if self.is_too_large() {
                return Err(Unsaid::Variable(var));
            }
        }
        for (at, constraint) in model.constraints().enumerate() {
            let id = ConstraintId(at as u32);
            self.constraint(constraint).map_err(|TooMuch| Unsaid::Constraint(id))?;
            if self.is_too_large() {
                return Err(Unsaid::Constraint(id));
            }
        }
        Ok(())
    }

    /// Returns whether the formula is too large, or a limit was reached. Nothing more is added then.
    pub(super) fn is_too_large(&mut self) -> bool {
        self.overflow || self.terms > MOST_TERMS || self.budget.is_over(1)
    }

    pub(crate) fn only_clauses(&self) -> bool {
        self.language == Language::Clauses
    }

    /// Encodes that a decision holds.
    pub(super) fn assume(&mut self, decision: Decision) {
        let literal = self.decision(decision);
        self.clause([literal]);
    }

    /// Returns an expression as a sum, and literals that hold iff it is defined.
    pub(super) fn objective(&mut self, objective: &Expression) -> Result<(Sum, Vec<Literal>), TooMuch> {
        if is_unwieldy(Part::Sum(objective)) { Err(TooMuch) } else { self.sum(objective) }
    }

    /// Encodes a constraint. A constraint of one's own can encode itself by other constraints in this way.
    pub fn constraint(&mut self, constraint: &dyn Constraint) -> Result<(), TooMuch> {
        if constraint.is_said_by_facts() {
            return self.facts(|say| constraint.facts(say));
        }
        constraint.formula(self)
    }

    /// Encodes the facts, except sums.
    pub(crate) fn facts(&mut self, state: impl FnOnce(&mut dyn FnMut(Fact<'_>))) -> Result<(), TooMuch> {
        state(&mut |fact| match fact {
            Fact::AllDifferent(terms, _) => {
                let members: Vec<Number> = terms.iter().map(|&term| self.term(term)).collect();
                self.all_different(&members);
            }
            Fact::Differ(a, b) => {
                let members = [self.term(a), self.term(b)];
                self.differ(members);
            }
            Fact::Equal(a, b) => {
                let members = [self.term(a), self.term(b)];
                self.equal(members);
            }
            Fact::Clause(decisions) => {
                let literals: Vec<Literal> =
                    decisions.iter().map(|&decision| self.decision(decision)).collect();
                self.clause(literals);
            }
            Fact::Linear { .. } => {}
        });
        Ok(())
    }

    /// Adds Σ terms ≥ degree.
    pub(crate) fn at_least(&mut self, terms: impl IntoIterator<Item = (i64, Literal)>, degree: i64) {
        self.push(Inequality::new(terms, degree));
    }

    /// Adds Σ terms = total.
    pub(crate) fn equals(&mut self, terms: &[(i64, Literal)], total: i64) {
        self.at_least(terms.iter().copied(), total);
        self.at_least(terms.iter().map(|&(a, literal)| (-a, literal)), -total);
    }

    pub(crate) fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.push(Inequality::clause(literals));
    }

    /// Encodes that at most one of the literals holds. Returns the index of the inequality.
    pub(crate) fn at_most_one(&mut self, literals: &[Literal]) -> usize {
        if self.only_clauses() {
            for (at, &one) in literals.iter().enumerate() {
                literals[..at].iter().for_each(|&other| self.clause([!one, !other]));
            }
            return usize::MAX;
        }
        self.at_least(literals.iter().map(|&literal| (1, !literal)), literals.len() as i64 - 1);
        // None was added if the formula is too large.
        self.formula.constraints.len().wrapping_sub(1)
    }

    pub(crate) fn exactly_one(&mut self, literals: &[Literal]) {
        self.clause(literals.iter().copied());
        self.at_most_one(literals);
    }

    fn push(&mut self, mut inequality: Inequality) {
        if let Some(when) = self.when {
            let Inequality { terms, degree } = inequality;
            inequality = Inequality::new(terms.into_iter().chain([(degree.max(0), !when)]), degree);
        }
        if inequality.is_trivial() || self.is_too_large() {
            return;
        }
        let largest = inequality.terms.iter().map(|&(a, _)| a).max().unwrap_or(0);
        self.overflow |= largest.saturating_mul(inequality.terms.len() as i64) > 1 << 48;
        self.terms += inequality.terms.len();
        self.budget.is_over(inequality.terms.len());
        self.budget.bytes += size_of::<Inequality>() + size_of_val(&*inequality.terms);
        self.formula.constraints.push(inequality);
    }

    /// Calls `say`, whose inequalities are then conditional: they hold if `when` does.
    pub(crate) fn under<T>(&mut self, when: Literal, say: impl FnOnce(&mut Self) -> T) -> T {
        let both = match self.when {
            None => when,
            Some(outer) => self.conjunction(&[outer, when]),
        };
        let before = self.when.replace(both);
        let result = say(self);
        self.when = before;
        result
    }

    pub(crate) fn is_conditional(&self) -> bool {
        self.when.is_some()
    }

    /// Calls `say`, whose inequalities are about auxiliary variables and hold unconditionally.
    pub(crate) fn always<T>(&mut self, say: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.when.take();
        let result = say(self);
        self.when = before;
        result
    }

    /// Returns a literal that holds iff all of the literals do.
    pub(crate) fn conjunction(&mut self, literals: &[Literal]) -> Literal {
        let mut parts: Vec<Literal> =
            literals.iter().copied().filter(|&literal| literal != Literal::TRUE).collect();
        parts.sort_unstable();
        parts.dedup();
        if parts.contains(&Literal::FALSE) || parts.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Literal::FALSE;
        }
        match parts[..] {
            [] => return Literal::TRUE,
            [only] => return only,
            _ => {}
        }
        let all = self.formula.auxiliary();
        self.always(|encoder| {
            parts.iter().for_each(|&part| encoder.clause([!all, part]));
            encoder.clause(parts.iter().map(|&part| !part).chain([all]));
        });
        all
    }

    /// Returns a literal that holds iff one of the literals does.
    pub(crate) fn disjunction(&mut self, literals: &[Literal]) -> Literal {
        let negated: Vec<Literal> = literals.iter().map(|&literal| !literal).collect();
        !self.conjunction(&negated)
    }

    /// Returns the literal that is equivalent to a decision.
    pub(crate) fn decision(&mut self, decision: Decision) -> Literal {
        let number = self.term(decision.variable().into());
        match decision {
            Decision::Assign(_, value) => self.is(number, value.into()),
            Decision::Remove(_, value) => !self.is(number, value.into()),
            Decision::AtLeast(_, value) => self.number_at_least(number, value.into()),
            Decision::AtMost(_, value) => !self.number_at_least(number, i64::from(value) + 1),
        }
    }

    pub(crate) fn term(&self, term: Term) -> Number {
        let local = self.model.local_id(term.var);
        Number::variable(local.index()).plus(term.offset.into())
    }

    pub(crate) fn operand(&self, operand: Operand) -> Number {
        match operand {
            Operand::Constant(value) => Number::constant(value.into()),
            Operand::Term(term) => self.term(term),
        }
    }

    pub(crate) fn operands<'o>(&self, operands: impl IntoIterator<Item = &'o Operand>) -> Vec<Number> {
        operands.into_iter().map(|&operand| self.operand(operand)).collect()
    }
}

/// A part of the model that has no encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsaid {
    /// A variable has too many values.
    Variable(Var),
    /// A constraint has no encoding, or needs too many inequalities.
    Constraint(ConstraintId),
}

impl Unsaid {
    /// Returns an error that names the variable or constraint.
    pub fn error(self, model: &Model) -> Error {
        let what = match self {
            Unsaid::Variable(var) => format!("{} has too many values to be proved", model.name(var)),
            Unsaid::Constraint(id) => format!("cannot be proved: {}", model.describe(id)),
        };
        Error::new(ErrorKind::Unsupported { what })
    }
}
