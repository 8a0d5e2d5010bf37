//! Constraints as clauses and inequalities over 0/1 variables, for proofs and for the learner of clauses.
//!
//! ```text
//!   x_5        x is 5; exactly one of them holds for each x
//!   x_ge5      x is at least 5, where bounds matter: x_ge5 = x_5 + x_ge6
//!   aux17      an auxiliary variable: the row of a table, the state of an automaton, a part of a condition
//! ```
//!
//! Every constraint encodes itself by [`Constraint::encode`]; by default all its assignments are tried. Solutions of
//! the formula, without the auxiliary variables, are exactly the solutions of the model.
//!
//! There are two receivers: a formula, which has all that is encoded, and the [learner](crate::Learner) of models
//! that are clauses. The learner names values only, and its auxiliary variables are functions of the model's
//! variables, since otherwise it would find solutions more than once.
//!
//! A constraint of one's own is proved by trial if it has few assignments, and else by an encoding:
//!
//! ```
//! use csp::encode::{Encoder, Language, Refused};
//! use csp::proof::{Prover, Unproved};
//! use csp::{Constraint, Model, Var};
//!
//! /// No value is more than 1 larger than the one before it.
//! #[derive(Debug)]
//! struct SlowRise(Vec<Var>);
//!
//! impl Constraint for SlowRise {
//!     fn scope(&self) -> &[Var] { &self.0 }
//!     fn accepts(&self, values: &[i32]) -> bool { values.windows(2).all(|pair| pair[1] <= pair[0] + 1) }
//!     fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
//!         to.needs(Language::Clauses)?;
//!         for pair in to.numbers(&self.0).windows(2) {
//!             for value in to.values(pair[0]) {
//!                 // If the first is at most a value, the second is at most the value + 1.
//!                 let clause = [to.at_least(pair[0], value + 1), !to.at_least(pair[1], value + 2)];
//!                 to.clause(clause);
//!             }
//!         }
//!         Ok(())
//!     }
//! }
//!
//! let mut model = Model::new();
//! let x = model.vars(20, 0..=30);
//! model.post(SlowRise(x.clone()));
//! model.post(x[0].at_most(3));
//! model.post(x[19].at_least(23));
//! let proof = Prover::new(&model).no_solution()?;
//! assert!(proof.lines.contains("conclusion UNSAT"));
//! # Ok::<(), Unproved>(())
//! ```

mod budget;
mod conditions;
mod connected;
mod facts;
mod formula;
mod functions;
mod numbers;
mod prefixes;
mod trial;

use std::collections::HashMap;
use std::fmt::Debug;

use crate::base::error::{Error, ErrorKind};
use crate::constraints::Operand;
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::decision::Decision;
use crate::model::ids::{ConstraintId, Var};

pub(crate) use budget::Budget;
pub(crate) use formula::{Formula, Inequality, write_dimacs};
pub(crate) use numbers::Domain;
pub(crate) use prefixes::MOST_ASSIGNMENTS;

pub use formula::Literal;
pub use numbers::{Number, Sum};

/// Largest number of terms in all inequalities together.
const MOST_TERMS: usize = 1 << 23;

/// The forms of statements that an encoder takes, from the least to the most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// Clauses about values, and auxiliary variables that are functions of the model's: for the learner. It fares best
    /// with the clauses of [`Encoder::by_trial`].
    Values,
    /// Clauses only, for checkers of clausal proofs.
    Clauses,
    /// Any inequalities, for checkers of pseudo-Boolean proofs.
    #[default]
    Inequalities,
}

/// Why a constraint was not encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// The encoding needs more than the encoder's language has; see [`Encoder::needs`].
    Language,
    /// It would be too large.
    TooLarge,
}

/// Receives clauses in place of a formula.
pub(crate) trait Receiver: Debug {
    /// Returns new literals of which exactly one holds.
    fn choice(&mut self, count: usize) -> Vec<Literal>;

    /// Takes a clause: literals in ascending order, none of them constant or twice.
    fn clause(&mut self, literals: Vec<Literal>);

    /// Takes that the members differ.
    fn all_different(&mut self, members: &[Number]);

    /// Counts work. Returns whether nothing more can be taken.
    fn is_over(&mut self, work: usize) -> bool;
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

/// The context in which constraints encode themselves; see [`Constraint::encode`].
#[derive(Debug)]
pub struct Encoder<'m> {
    model: &'m Model,
    /// The language of the formula.
    language: Language,
    /// The number of each variable of the model.
    variables: Vec<Number>,
    pub(crate) domains: Vec<Domain>,
    pub(crate) formula: Formula,
    /// Receives the clauses in place of the formula; its language is values.
    receiver: Option<&'m mut dyn Receiver>,
    pub(crate) groups: Vec<Group>,
    pub(crate) equations: Vec<KnownEquation>,
    /// The pairs of tasks that have a literal for their order.
    pub(crate) orders: HashMap<[Number; 2], Literal>,
    /// For numbers that are read in sequence, the literals of the states in between.
    pub(crate) layers: Vec<(Vec<Number>, Vec<Literal>)>,
    /// The condition under which the encoded constraints hold; `None` if they always hold.
    when: Option<Literal>,
    terms: usize,
    pub(crate) budget: Budget,
    /// Set if an inequality was too large, or no clause where only clauses are allowed.
    overflow: bool,
}

impl<'m> Encoder<'m> {
    /// Returns an encoder that writes a formula. It has yet to [`encode`](Encoder::encode) its model.
    pub(crate) fn new(model: &'m Model, language: Language, budget: Budget) -> Encoder<'m> {
        Encoder {
            model,
            language,
            variables: Vec::new(),
            domains: Vec::new(),
            formula: Formula::default(),
            receiver: None,
            groups: Vec::new(),
            equations: Vec::new(),
            orders: HashMap::new(),
            layers: Vec::new(),
            when: None,
            terms: 0,
            budget,
            overflow: false,
        }
    }

    /// Returns an encoder of constraints in values. `variables` and `domains` are the model's variables, as the
    /// receiver knows them.
    pub(crate) fn of_values(
        model: &'m Model,
        variables: Vec<Number>,
        domains: Vec<Domain>,
        receiver: &'m mut dyn Receiver,
    ) -> Encoder<'m> {
        let receiver = Some(receiver);
        let encoder = Encoder::new(model, Language::default(), Budget::default());
        Encoder { variables, domains, receiver, ..encoder }
    }

    /// Encodes the model. Fails with the first part that has no encoding, or at which a limit was reached.
    pub(crate) fn encode(&mut self) -> Result<(), NotEncodable> {
        let model = self.model;
        for index in 0..model.variables() {
            let var = Var(index as u32);
            let values: Vec<i64> = model.declared(var).iter().map(i64::from).collect();
            if values.len() > numbers::MOST_VALUES {
                return Err(NotEncodable::Variable(var));
            }
            let number = self.add_domain(format!("x{index}"), values);
            self.variables.push(number);
            if self.is_over(1) {
                return Err(NotEncodable::Variable(var));
            }
        }
        (0..model.shared_constraints().len()).try_for_each(|at| self.encode_one(ConstraintId(at as u32)))
    }

    /// Encodes one constraint of the model.
    pub(crate) fn encode_one(&mut self, id: ConstraintId) -> Result<(), NotEncodable> {
        let model = self.model;
        let encoded = self.constraint(&*model.shared_constraints()[id.index()]);
        if encoded.is_err() || self.is_over(1) { Err(NotEncodable::Constraint(id)) } else { Ok(()) }
    }

    /// Encodes another constraint.
    pub fn constraint(&mut self, constraint: &dyn Constraint) -> Result<(), Refused> {
        // A receiver's all-differents always hold.
        if self.language() == Language::Values && self.is_conditional() {
            return self.by_trial(constraint);
        }
        if constraint.is_expressed_by_facts() {
            return self.facts(|state| constraint.facts(state));
        }
        match constraint.encode(self) {
            Err(Refused::Language) => self.by_trial(constraint),
            encoded => encoded,
        }
    }

    /// Encodes a constraint by its meaning alone: tries all its assignments, and excludes the beginnings of those that
    /// are not allowed. Fails if there are too many.
    pub fn by_trial(&mut self, constraint: &(impl Constraint + ?Sized)) -> Result<(), Refused> {
        self.tried(constraint.scope(), &|values| constraint.accepts(values))
    }

    /// Returns the encoder's language.
    pub fn language(&self) -> Language {
        if self.receiver.is_some() { Language::Values } else { self.language }
    }

    /// Fails unless the encoder takes a language. The encoding begins with it if it needs more than values: a
    /// constraint that fails in this way is encoded [by trial](Encoder::by_trial).
    pub fn needs(&self, language: Language) -> Result<(), Refused> {
        if self.language() < language { Err(Refused::Language) } else { Ok(()) }
    }

    /// Counts work. Returns whether the formula is too large, or a limit was reached. Nothing more is added then.
    pub(crate) fn is_over(&mut self, work: usize) -> bool {
        self.overflow
            || match &mut self.receiver {
                Some(receiver) => receiver.is_over(work),
                None => self.terms > MOST_TERMS || self.budget.is_over(work),
            }
    }

    /// Returns the number of an operand.
    pub fn number(&self, operand: impl Into<Operand>) -> Number {
        match operand.into() {
            Operand::Constant(value) => Number::constant(value.into()),
            Operand::Term(term) => {
                let local = self.model.local_id(term.var);
                self.variables[local.index()].plus(term.offset.into())
            }
        }
    }

    /// Returns the numbers of operands.
    pub fn numbers<T: Into<Operand>>(&self, operands: impl IntoIterator<Item = T>) -> Vec<Number> {
        operands.into_iter().map(|operand| self.number(operand)).collect()
    }

    /// Encodes Σ terms ≥ degree. Needs [`Language::Inequalities`], unless it is a clause.
    pub fn sum_of_literals(&mut self, terms: impl IntoIterator<Item = (i64, Literal)>, degree: i64) {
        self.push(Inequality::new(terms, degree));
    }

    /// Encodes Σ terms = total.
    fn equals(&mut self, terms: &[(i64, Literal)], total: i64) {
        self.sum_of_literals(terms.iter().copied(), total);
        self.sum_of_literals(terms.iter().map(|&(a, literal)| (-a, literal)), -total);
    }

    /// Encodes that one of the literals holds.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        let Some(receiver) = &mut self.receiver else { return self.push(Inequality::clause(literals)) };
        let when = self.when.map(|when| !when);
        let mut literals: Vec<Literal> = literals.into_iter().chain(when).collect();
        literals.sort_unstable();
        literals.dedup();
        literals.retain(|&literal| literal != Literal::FALSE);
        let is_certain =
            literals.last() == Some(&Literal::TRUE) || literals.windows(2).any(|pair| pair[0] == !pair[1]);
        if !is_certain && !self.overflow && !receiver.is_over(literals.len() + 1) {
            receiver.clause(literals);
        }
    }

    /// Encodes that at most one of the literals holds.
    pub fn at_most_one(&mut self, literals: &[Literal]) {
        self.row_of_at_most_one(literals);
    }

    /// Like `at_most_one`. Returns the index of the inequality, if it is one.
    fn row_of_at_most_one(&mut self, literals: &[Literal]) -> Option<usize> {
        if self.language() != Language::Inequalities {
            for (at, &one) in literals.iter().enumerate() {
                literals[..at].iter().for_each(|&other| self.clause([!one, !other]));
            }
            return None;
        }
        let row = self.formula.constraints.len();
        let negated = literals.iter().map(|&literal| (1, !literal));
        self.sum_of_literals(negated, literals.len() as i64 - 1);
        (self.formula.constraints.len() > row).then_some(row)
    }

    /// Encodes that exactly one of the literals holds.
    pub fn exactly_one(&mut self, literals: &[Literal]) {
        self.clause(literals.iter().copied());
        self.at_most_one(literals);
    }

    /// Encodes that a literal holds iff one of several mutually exclusive literals does.
    pub fn one_of(&mut self, literal: Literal, parts: &[Literal]) {
        if self.language() != Language::Inequalities || parts.len() < 2 {
            parts.iter().for_each(|&part| self.clause([!part, literal]));
            return self.clause(parts.iter().copied().chain([!literal]));
        }
        let terms: Vec<(i64, Literal)> = parts.iter().map(|&part| (1, part)).chain([(-1, literal)]).collect();
        self.equals(&terms, 0);
    }

    fn push(&mut self, mut inequality: Inequality) {
        if self.language() == Language::Values {
            if inequality.is_clause() {
                self.clause(inequality.terms.iter().map(|&(_, literal)| literal));
            } else {
                self.overflow |= !inequality.is_trivial();
            }
            return;
        }
        if let Some(when) = self.when {
            let Inequality { terms, degree } = inequality;
            inequality = Inequality::new(terms.into_iter().chain([(degree.max(0), !when)]), degree);
        }
        if inequality.is_trivial() || self.is_over(1 + inequality.terms.len()) {
            return;
        }
        let largest = inequality.terms.iter().map(|&(a, _)| a).max().unwrap_or(0);
        self.overflow |= largest.saturating_mul(inequality.terms.len() as i64) > 1 << 48;
        self.overflow |= self.language() != Language::Inequalities && !inequality.is_clause();
        self.terms += inequality.terms.len();
        self.budget.bytes += size_of::<Inequality>() + size_of_val(&*inequality.terms);
        self.formula.constraints.push(inequality);
    }

    /// Calls `say`, whose statements are then conditional: they hold if `when` does.
    pub fn under<T>(&mut self, when: Literal, say: impl FnOnce(&mut Self) -> T) -> T {
        let both = match self.when {
            None => when,
            Some(outer) => self.conjunction(&[outer, when]),
        };
        let before = self.when.replace(both);
        let result = say(self);
        self.when = before;
        result
    }

    /// Returns whether statements are made under a condition.
    pub(crate) fn is_conditional(&self) -> bool {
        self.when.is_some()
    }

    /// Calls `say`, whose statements define auxiliary variables and hold without a condition.
    pub fn always<T>(&mut self, say: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.when.take();
        let result = say(self);
        self.when = before;
        result
    }

    /// Returns the literal of a new auxiliary variable. Needs [`Language::Clauses`].
    pub fn auxiliary(&mut self) -> Result<Literal, Refused> {
        self.needs(Language::Clauses).map(|()| self.fresh())
    }

    /// Returns the literal of a new auxiliary variable, which has to become a function of the model's variables if the
    /// language is values.
    pub(crate) fn fresh(&mut self) -> Literal {
        match &mut self.receiver {
            Some(receiver) => receiver.choice(2)[1],
            None => self.formula.auxiliary(),
        }
    }

    /// Returns new literals of which exactly one holds, as for [`fresh`](Encoder::fresh).
    pub(crate) fn choice(&mut self, count: usize) -> Vec<Literal> {
        if let Some(receiver) = &mut self.receiver {
            return receiver.choice(count);
        }
        let literals: Vec<Literal> = (0..count).map(|_| self.formula.auxiliary()).collect();
        self.always(|encoder| encoder.exactly_one(&literals));
        literals
    }

    /// Returns a literal that holds iff all of the literals do.
    pub fn conjunction(&mut self, literals: &[Literal]) -> Literal {
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
        let all = self.fresh();
        self.always(|encoder| {
            parts.iter().for_each(|&part| encoder.clause([!all, part]));
            encoder.clause(parts.iter().map(|&part| !part).chain([all]));
        });
        all
    }

    /// Returns a literal that holds iff one of the literals does.
    pub fn disjunction(&mut self, literals: &[Literal]) -> Literal {
        let negated: Vec<Literal> = literals.iter().map(|&literal| !literal).collect();
        !self.conjunction(&negated)
    }

    /// Returns the literal that is equivalent to a decision.
    pub fn decision(&mut self, decision: Decision) -> Literal {
        let number = self.number(decision.variable());
        match decision {
            Decision::Assign(_, value) => self.is(number, value.into()),
            Decision::Remove(_, value) => !self.is(number, value.into()),
            Decision::AtLeast(_, value) => self.at_least(number, value.into()),
            Decision::AtMost(_, value) => !self.at_least(number, i64::from(value) + 1),
        }
    }
}

/// A part of the model that has no encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotEncodable {
    /// A variable has too many values.
    Variable(Var),
    /// A constraint has no encoding, or needs too many inequalities.
    Constraint(ConstraintId),
}

impl NotEncodable {
    /// Returns an error that names the variable or constraint.
    pub fn error(self, model: &Model) -> Error {
        let what = match self {
            NotEncodable::Variable(var) => format!("{} has too many values to be proved", model.name(var)),
            NotEncodable::Constraint(id) => format!("cannot be proved: {}", model.describe(id)),
        };
        Error::new(ErrorKind::Unsupported { what })
    }
}
