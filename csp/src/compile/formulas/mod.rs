//! Translation of conditions into clauses and propagators.
//!
//! Negations move inwards to the leaves. A conjunction is posted part by part. A disjunction becomes a clause
//! of literals; a part that is not a literal gets an auxiliary Boolean that *implies* it (half reification:
//! Feydy, Somogyi, Stuckey 2011). Full reification is used only for the two sides of
//! [`iff`](Condition::iff) and for conditions that count as numbers, once for each part; otherwise a
//! chain of n equivalences would need 2^n parts. A short formula over few values becomes a
//! [table](small).
//!
//! What has yet to be posted waits in a list of [tasks](Task), so the program's stack does not depend on how deeply a
//! formula nests. A part that occurs several times in it gets one literal.
//!
//! Once all variables of the model are fixed, so is everything posted: an auxiliary Boolean is false if its
//! part does not hold, and an [auxiliary variable for a number](numbers) has that number as its value.

mod assumable;
mod guard;
mod key;
mod large;
mod nested;
mod numbers;
mod small;

use std::collections::{HashMap, HashSet};

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::encode::{Encoder, Refused};
use crate::engine::literal::Literal;
use crate::engine::store::View;
use crate::model::Model;
use crate::model::constraint::{Constraint, Fact};
use crate::model::expression::{Call, Condition, Formula, Part, Reach, parts, terms};
use crate::model::ids::Var;

use nested::{ConstructiveAny, Nested};
use numbers::{as_literal, is_direct, is_narrow_direct, linear_terms};

pub(crate) use numbers::{post_equation, post_sum};

impl Constraint for Condition {
    fn scope(&self) -> &[Var] {
        match self.formula() {
            Formula::Statement(statement) if statement.is_linear() => &statement.variables,
            _ => self.listed_scope(),
        }
    }

    fn accepts(&self, values: &[i32]) -> bool {
        match self.formula() {
            Formula::Statement(statement) if statement.is_linear() => statement.accepts(values),
            formula => {
                let scope = self.listed_scope();
                let place = |var| scope.binary_search(&var).expect("the scope has every variable");
                formula.is_met(&|var| values[place(var)])
            }
        }
    }

    fn memory(&self) -> usize {
        self.formula().memory()
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        self.formula().fault(model)
    }

    fn lint(&self, model: &Model) -> Option<Error> {
        self.formula().lint(model)
    }

    fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        self.formula().facts(say);
    }

    fn is_expressed_by_facts(&self) -> bool {
        self.formula().is_fact()
    }

    fn computed(&self) -> Option<Var> {
        match self.formula() {
            Formula::Statement(statement) => statement.computed(),
            _ => None,
        }
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.condition(self)
    }

    fn post(&self, to: &mut Posting<'_>) {
        post(to, self.formula());
    }
}

/// Posts a formula whose facts are already enforced.
pub(super) fn post(to: &mut Posting<'_>, formula: &Formula) {
    let mut translation = Translation::new(to, formula);
    for (term, wanted) in terms(formula, true, true) {
        match (term, wanted) {
            (term, wanted) if term.is_fact_term(wanted) => {}
            (Formula::Constraint(constraint), true) => {
                constraint.post(&mut translation.to.on_behalf_of(constraint));
            }
            (term, wanted) => translation.tasks.push(Task::Require(term, wanted)),
        }
        translation.run();
    }
}

/// Posts that `when` implies a formula.
pub(super) fn post_under(to: &mut Posting<'_>, when: Literal, formula: &Formula) {
    let mut translation = Translation::new(to, formula);
    translation.tasks.push(Task::Imply(when, formula, true));
    translation.run();
}

/// Returns a view that is 1 if a formula holds, else 0.
pub(crate) fn truth(to: &mut Posting<'_>, formula: &Formula) -> View {
    let mut translation = Translation::new(to, formula);
    let view = translation.new_truth_view(formula);
    translation.run();
    view
}

/// Something that has yet to be posted.
#[derive(Clone, Copy)]
enum Task<'f> {
    /// The formula holds or, if the second is false, its negation.
    Require(&'f Formula, bool),
    /// The literal implies it.
    Imply(Literal, &'f Formula, bool),
    /// The literal is equivalent to the formula, which is neither a literal nor a negation.
    Define(Literal, &'f Formula),
}

/// What a literal is to a part of the formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Role {
    Implies(bool),
    Equals,
}

/// The translation of one formula.
pub(super) struct Translation<'t, 'p, 'f> {
    pub to: &'t mut Posting<'p>,
    /// The last comes first.
    tasks: Vec<Task<'f>>,
    /// The parts that occur several times.
    repeated: HashSet<usize>,
    /// Their literals.
    literals: HashMap<(usize, Role), Literal>,
    /// Those that were required.
    required: HashSet<(usize, bool)>,
    /// The views of conditions that count as numbers.
    pub truths: HashMap<*const Call, View>,
}

/// A formula that is evidently a constant or a literal.
pub(super) enum Simple {
    Known(bool),
    Literal(Literal),
}

/// Returns the formula, or its negation if not `wanted`, as a constant or a literal; `None` if it is neither.
fn as_simple(to: &mut Posting<'_>, formula: &Formula, wanted: bool) -> Option<Simple> {
    let found = match formula {
        Formula::Not(part) => return as_simple(to, &part[0], !wanted),
        Formula::Decision(decision) => Simple::Literal(decision.literal(to.view(decision.variable()))),
        Formula::Statement(statement) if statement.is_linear() => {
            let (terms, bound) = linear_terms(to, statement);
            as_literal(&terms, statement.relation, bound)?
        }
        _ => return None,
    };
    let found = match found {
        Simple::Literal(literal) => match literal.status(to.store()) {
            Some(known) => Simple::Known(known),
            None => Simple::Literal(literal),
        },
        known => known,
    };
    Some(match found {
        Simple::Known(known) => Simple::Known(known == wanted),
        Simple::Literal(literal) => Simple::Literal(if wanted { literal } else { !literal }),
    })
}

impl<'t, 'p, 'f> Translation<'t, 'p, 'f> {
    fn new(to: &'t mut Posting<'p>, formula: &'f Formula) -> Self {
        let mut all = parts(Part::Formula(formula), Reach::Everything);
        all.by_ref().for_each(drop);
        let repeated = all.repeated;
        Translation {
            to,
            tasks: Vec::new(),
            repeated,
            literals: HashMap::new(),
            required: HashSet::new(),
            truths: HashMap::new(),
        }
    }

    fn run(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Require(formula, wanted) => {
                    let first = self.tasks.len();
                    // A term posts more than tasks, so only what comes after it can wait.
                    let mut rest = terms(formula, wanted, true);
                    let Some((term, wanted)) = rest.next() else { continue };
                    self.tasks.extend(rest.map(|(term, wanted)| Task::Require(term, wanted)));
                    self.tasks[first..].reverse();
                    self.require(term, wanted);
                }
                Task::Imply(when, formula, wanted) => {
                    let first = self.tasks.len();
                    let mut rest = terms(formula, wanted, true);
                    let Some((term, wanted)) = rest.next() else { continue };
                    self.tasks.extend(rest.map(|(term, wanted)| Task::Imply(when, term, wanted)));
                    self.tasks[first..].reverse();
                    self.imply(when, term, wanted);
                }
                Task::Define(literal, formula) => self.define(literal, formula),
            }
        }
    }

    /// Returns what identifies a part that occurs several times in the formula.
    fn identity(&self, formula: &Formula) -> Option<usize> {
        Part::Formula(formula).identity().filter(|identity| self.repeated.contains(identity))
    }

    /// Returns whether a formula that a literal implies occurs several times and has, or gets, a literal of its own.
    fn is_for_others(&self, when: Literal, formula: &Formula, wanted: bool) -> bool {
        let Some(identity) = self.identity(formula) else { return false };
        let is_own = |role, literal| self.literals.get(&(identity, role)) == Some(&literal);
        !is_own(Role::Implies(wanted), when) && !is_own(Role::Equals, if wanted { when } else { !when })
    }

    /// Posts a term of a conjunction.
    fn require(&mut self, term: &'f Formula, wanted: bool) {
        if let Some(identity) = self.identity(term)
            && !self.required.insert((identity, wanted))
        {
            return;
        }
        match (term, wanted) {
            (Formula::Constraint(_), true) => Nested::of_formula(self.to, term).post(self.to, None),
            (Formula::Statement(statement), true)
                if is_direct(statement) && is_narrow_direct(self.to, statement) =>
            {
                self.post_direct(statement);
            }
            (Formula::Statement(statement), _) if statement.is_linear() => {
                self.post_statement(term, statement, wanted, None);
            }
            (Formula::Same(parts), _) if self.post_same_literals(parts, wanted) => {}
            _ if small::post(self.to, term, wanted) => {}
            (Formula::Any { parts, constructive: true }, true) if !self.to.model().is_nested_deeply() => {
                let parts = parts.iter().map(|part| Nested::of_formula(self.to, part)).collect();
                self.to.propagator(ConstructiveAny::new(parts));
            }
            (Formula::Statement(statement), _) => self.post_statement(term, statement, wanted, None),
            (Formula::Same(parts), _) => self.post_same(parts, wanted, None),
            (Formula::Constraint(_), _) => Nested::of_negated(self.to, term).post(self.to, None),
            _ => self.post_clause(term, wanted, None),
        }
    }

    /// Posts that `when` implies a term of a conjunction.
    fn imply(&mut self, when: Literal, term: &'f Formula, wanted: bool) {
        if self.is_for_others(when, term, wanted) {
            let literal = self.implying_literal(term, wanted);
            return self.to.clause(vec![!when, literal]);
        }
        match (term, wanted) {
            (Formula::Statement(statement), _) => self.post_statement(term, statement, wanted, Some(when)),
            (Formula::Same(parts), _) => self.post_same(parts, wanted, Some(when)),
            (Formula::Constraint(_), true) => Nested::of_formula(self.to, term).post(self.to, Some(when)),
            (Formula::Constraint(_), false) => Nested::of_negated(self.to, term).post(self.to, Some(when)),
            _ => self.post_clause(term, wanted, Some(when)),
        }
    }

    /// Returns a literal that implies the formula, or its negation if not `wanted`.
    fn implying_literal(&mut self, formula: &'f Formula, wanted: bool) -> Literal {
        match as_simple(self.to, formula, wanted) {
            Some(Simple::Literal(literal)) => literal,
            Some(Simple::Known(known)) => self.to.boolean(Some(known)),
            None => {
                let make = |literal| Task::Imply(literal, formula, wanted);
                self.literal_of(formula, Role::Implies(wanted), make)
            }
        }
    }

    /// Returns a literal that is equivalent to the formula.
    pub fn reify(&mut self, formula: &'f Formula) -> Literal {
        match (formula, as_simple(self.to, formula, true)) {
            (_, Some(Simple::Literal(literal))) => literal,
            (_, Some(Simple::Known(known))) => self.to.boolean(Some(known)),
            (Formula::Not(part), None) => !self.reify_positive(&part[0]),
            (_, None) => self.reify_positive(formula),
        }
    }

    /// The same for what is neither a literal nor a negation. (There are no double negations.)
    fn reify_positive(&mut self, formula: &'f Formula) -> Literal {
        self.literal_of(formula, Role::Equals, |literal| Task::Define(literal, formula))
    }

    /// Returns the literal of a part. If it is new, `task` posts what it means.
    fn literal_of(
        &mut self,
        formula: &Formula,
        role: Role,
        task: impl FnOnce(Literal) -> Task<'f>,
    ) -> Literal {
        let identity = self.identity(formula);
        let known = identity.and_then(|identity| self.literals.get(&(identity, role)));
        if let Some(&literal) = known {
            return literal;
        }
        let literal = self.to.boolean(None);
        self.tasks.push(task(literal));
        if let Some(identity) = identity {
            self.literals.insert((identity, role), literal);
        }
        literal
    }

    /// Posts that a literal is equivalent to a formula.
    fn define(&mut self, literal: Literal, formula: &'f Formula) {
        match formula {
            Formula::Same(parts) => {
                let [a, b] = [self.reify(&parts[0]), self.reify(&parts[1])];
                for [one, other] in [[a, b], [!a, !b]] {
                    self.to.clause(vec![!literal, !one, other]);
                    self.to.clause(vec![literal, one, other]);
                }
            }
            Formula::All(parts) if formula.has_same() => self.define_any(!literal, parts, false),
            Formula::Any { parts, .. } if formula.has_same() => self.define_any(literal, parts, true),
            _ => {
                self.tasks.push(Task::Imply(!literal, formula, false));
                self.tasks.push(Task::Imply(literal, formula, true));
            }
        }
    }

    /// Posts that a literal holds iff one of the parts holds or, if not `wanted`, iff one of them does not hold.
    fn define_any(&mut self, any: Literal, parts: &'f [Formula], wanted: bool) {
        let mut literals = vec![!any];
        for part in parts {
            let part = self.reify(part);
            let part = if wanted { part } else { !part };
            self.to.clause(vec![any, !part]);
            literals.push(part);
        }
        self.to.clause(literals);
    }

    /// Posts, under the assumption `when`, that one part of a disjunction holds or, if not `wanted`, that one part of a
    /// conjunction does not hold.
    fn post_clause(&mut self, formula: &'f Formula, wanted: bool, when: Option<Literal>) {
        let mut literals: Vec<Literal> = when.map(|when| !when).into_iter().collect();
        let mut others = Vec::new();
        for (part, wanted) in terms(formula, wanted, false) {
            match as_simple(self.to, part, wanted) {
                Some(Simple::Known(true)) => return,
                Some(Simple::Known(false)) => {}
                Some(Simple::Literal(literal)) => literals.push(literal),
                None => others.push((part, wanted)),
            }
        }
        match (&literals[..], &others[..]) {
            // With one literal and one other part, the negated literal implies the part. No auxiliary Boolean is
            // needed.
            ([], &[(part, wanted)]) => self.tasks.push(Task::Require(part, wanted)),
            (&[only], &[(part, wanted)]) => self.tasks.push(Task::Imply(!only, part, wanted)),
            _ => {
                let first = self.tasks.len();
                for (part, wanted) in others {
                    literals.push(self.implying_literal(part, wanted));
                }
                self.tasks[first..].reverse();
                self.to.clause(literals);
            }
        }
    }

    /// Posts that two literals of different variables are both true or both false or, if not `wanted`, that one is true.
    /// Two clauses filter as much as a table, and their reasons are single literals. Returns false if they are no such
    /// literals.
    fn post_same_literals(&mut self, parts: &[Formula], wanted: bool) -> bool {
        let (a, b) = (as_simple(self.to, &parts[0], true), as_simple(self.to, &parts[1], wanted));
        let (Some(Simple::Literal(a)), Some(Simple::Literal(b))) = (a, b) else { return false };
        if a.slot == b.slot {
            return false;
        }
        self.to.clause(vec![!a, b]);
        self.to.clause(vec![a, !b]);
        true
    }

    /// Posts, under the assumption `when`, that both formulas hold or neither or, if not `wanted`, exactly one.
    fn post_same(&mut self, parts: &'f [Formula], wanted: bool, when: Option<Literal>) {
        let (a, b) = (&parts[0], &parts[1]);
        // A side that is a literal needs no auxiliary Boolean.
        let (a, b) = if as_simple(self.to, a, true).is_some() { (a, b) } else { (b, a) };
        let first = self.reify(a);
        if when.is_none() && !b.has_same() {
            self.tasks.push(Task::Imply(!first, b, !wanted));
            return self.tasks.push(Task::Imply(first, b, wanted));
        }
        let second = self.reify(b);
        let second = if wanted { second } else { !second };
        for either in [[!first, second], [first, !second]] {
            self.to.clause(when.map(|when| !when).into_iter().chain(either).collect());
        }
    }
}
