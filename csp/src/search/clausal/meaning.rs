//! Translation into clauses of constraints that facts do not express.
//!
//! ```text
//!   !a & (b | c)                  each part of a conjunction by itself; a disjunction as one clause of literals
//!   a & b in a disjunction, iff   an auxiliary Boolean that is equivalent to the part
//!   x.lt(y), sums, functions      assignments are tried; a clause excludes each prefix that no allowed assignment has
//!   a table of many columns       an auxiliary variable for the row; each value needs a row that contains it
//! ```
//!
//! Auxiliary variables are functions of the model's variables. Otherwise solutions would be found more than
//! once.

use super::literal::Literal;
use super::read::Reading;
use crate::base::limits::Meter;
use crate::constraints::Operand;
use crate::engine::store::{Slot, View};
use crate::model::Model;
use crate::model::constraint::{Constraint, Fact};
use crate::model::decision::Decision;
use crate::model::expression::{Condition, Formula, Part, is_unwieldy, terms};
use crate::model::ids::{Term, Var};
use crate::model::prefixes::{TooMuch, assignments, exclude_prefixes};

/// Largest number of possible rows in a table.
pub(super) const MOST_ROWS: usize = 1 << 14;
/// Largest number of literals in all clauses together.
const MOST_LITERALS: usize = 1 << 24;

/// The context in which constraints add clauses to the learner; see [`Constraint::clauses`].
pub struct Meaning<'a> {
    model: &'a Model,
    reading: &'a mut Reading,
    meter: &'a mut Meter,
    /// Set if a limit ended the translation.
    pub(super) is_over: bool,
}

impl Meaning<'_> {
    pub(super) fn new<'a>(model: &'a Model, reading: &'a mut Reading, meter: &'a mut Meter) -> Meaning<'a> {
        Meaning { model, reading, meter, is_over: false }
    }

    /// Counts work, and ends the translation if a limit is reached.
    fn spend(&mut self, work: usize) -> Result<(), TooMuch> {
        self.is_over = self.meter.is_due(work as u32) && self.meter.is_over(self.reading.bytes());
        if self.is_over { Err(TooMuch) } else { Ok(()) }
    }

    /// Translates a constraint by its meaning alone, if it has few enough assignments.
    pub(crate) fn by_trial(&mut self, constraint: &(impl Constraint + ?Sized)) -> Result<(), TooMuch> {
        self.tried(constraint.scope(), &|values| constraint.accepts(values), None)
    }

    /// Adds a condition, unless it is unwieldy.
    pub(crate) fn condition(&mut self, condition: &Condition) -> Result<(), TooMuch> {
        match is_unwieldy(Part::Formula(condition.formula())) {
            true => Err(TooMuch),
            false => self.require(condition.formula(), true, None),
        }
    }

    /// Adds that the operands take the values of one of the rows or, if not `allowed`, of none.
    pub(crate) fn rows(
        &mut self,
        operands: &[Operand],
        rows: &[&[i32]],
        allowed: bool,
    ) -> Result<(), TooMuch> {
        let rows: Vec<Vec<Literal>> = rows.iter().filter_map(|row| self.row(operands, row)).collect();
        if !allowed {
            return rows.into_iter().try_for_each(|row| self.clause(row.into_iter().map(|held| !held), None));
        }
        if rows.is_empty() {
            return self.clause([], None);
        }
        if rows.len() > MOST_ROWS {
            return Err(TooMuch);
        }
        let chosen = self.choice(rows.len());
        let mut held_by: Vec<(Literal, Literal)> = Vec::new();
        for (row, &is_chosen) in rows.iter().zip(&chosen) {
            for &held in row {
                self.clause([!is_chosen, held], None)?;
                held_by.push((held, is_chosen));
            }
        }
        held_by.sort_unstable();
        let mut slots: Vec<Slot> = operands.iter().filter_map(|&operand| self.slot(operand)).collect();
        slots.sort_unstable();
        slots.dedup();
        for slot in slots {
            for atom in self.reading.variables.atoms(slot) {
                let from = held_by.partition_point(|&(held, _)| held < atom.is());
                let rows = held_by[from..].iter().take_while(|(held, _)| *held == atom.is());
                let rows: Vec<Literal> = rows.map(|&(_, is_chosen)| is_chosen).collect();
                self.clause([atom.is_not()].into_iter().chain(rows), None)?;
            }
        }
        Ok(())
    }

    fn view(&self, term: Term) -> View {
        self.reading.variables.view(self.model.local_term(term))
    }

    /// Appends the literals of a decision. Returns whether it is always true.
    fn literals(&self, decision: Decision, literals: &mut Vec<Literal>) -> bool {
        self.reading.variables.literals(self.model.local_decision(decision), literals)
    }

    fn slot(&self, operand: Operand) -> Option<Slot> {
        match operand {
            Operand::Constant(_) => None,
            Operand::Term(term) => Some(self.view(term).slot),
        }
    }

    /// Returns the literals of a row, once each; `None` if the variables cannot take it.
    fn row(&self, operands: &[Operand], row: &[i32]) -> Option<Vec<Literal>> {
        let variables = &self.reading.variables;
        let mut held: Vec<Literal> = Vec::with_capacity(row.len());
        for (&operand, &value) in operands.iter().zip(row) {
            match operand {
                Operand::Constant(constant) if constant == value => {}
                Operand::Constant(_) => return None,
                Operand::Term(term) => {
                    let view = self.view(term);
                    let wanted = i64::from(value) - i64::from(view.offset);
                    held.push(variables.atom(view.slot, i32::try_from(wanted).ok()?)?.is());
                }
            }
        }
        held.sort_unstable();
        held.dedup();
        // A variable cannot take two values.
        let agrees =
            |pair: &[Literal]| variables.slot_of(pair[0].atom()) != variables.slot_of(pair[1].atom());
        held.windows(2).all(agrees).then_some(held)
    }

    /// Adds that the formula, or its negation if not `wanted`, holds under the assumption `when`.
    fn require(&mut self, formula: &Formula, wanted: bool, when: Option<Literal>) -> Result<(), TooMuch> {
        terms(formula, wanted, true).try_for_each(|(term, wanted)| self.require_term(term, wanted, when))
    }

    fn require_term(&mut self, term: &Formula, wanted: bool, when: Option<Literal>) -> Result<(), TooMuch> {
        match (term, wanted) {
            (Formula::Any { .. } | Formula::All(_) | Formula::Decision(_) | Formula::Not(_), _) => {
                let mut literals = Vec::new();
                for (part, wanted) in terms(term, wanted, false) {
                    if self.disjunct(part, wanted, &mut literals)? {
                        return Ok(());
                    }
                }
                self.clause(literals, when)
            }
            (Formula::Same(parts), _) => {
                let [a, b] = [self.reify(&parts[0])?, self.reify(&parts[1])?];
                let b = if wanted { b } else { !b };
                self.clause([!a, b], when)?;
                self.clause([a, !b], when)
            }
            (Formula::Constraint(constraint), true) if when.is_none() => self.constraint(&**constraint),
            (Formula::Constraint(constraint), _) => {
                self.tried(constraint.scope(), &|values| constraint.accepts(values) == wanted, when)
            }
            (Formula::Statement(statement), _) => {
                if wanted && when.is_none() && statement.is_fact() {
                    return self.facts(|say| statement.facts(say));
                }
                let mut scope: Vec<Var> = Vec::new();
                statement.each_variable(&mut |var| scope.push(var));
                scope.sort_unstable();
                scope.dedup();
                let place = |var| scope.binary_search(&var).expect("the scope has every variable");
                let allows = |values: &[i32]| statement.is_met(&|var| values[place(var)]) == wanted;
                self.tried(&scope, &allows, when)
            }
        }
    }

    /// Adds a constraint without an assumption.
    fn constraint(&mut self, constraint: &dyn Constraint) -> Result<(), TooMuch> {
        if constraint.is_said_by_facts() {
            return self.facts(|say| constraint.facts(say));
        }
        constraint.clauses(self)
    }

    fn facts(&mut self, state: impl FnOnce(&mut dyn FnMut(Fact<'_>))) -> Result<(), TooMuch> {
        let mut result = Ok(());
        state(&mut |fact| {
            let said = match fact {
                Fact::AllDifferent(terms, _) => self.different(terms),
                Fact::Differ(a, b) => self.different(&[a, b]),
                Fact::Equal(a, b) => {
                    let at = |term: Term, value: i32| i64::from(term.offset) + i64::from(value);
                    self.tried(&[a.var, b.var], &|values| at(a, values[0]) == at(b, values[1]), None)
                }
                Fact::Clause(decisions) => {
                    let own = decisions.iter().map(|&decision| self.model.local_decision(decision));
                    self.reading.add_clause(&own.collect::<Vec<Decision>>());
                    Ok(())
                }
                Fact::Linear { .. } => Ok(()),
            };
            if result.is_ok() {
                result = said;
            }
        });
        result
    }

    fn different(&mut self, terms: &[Term]) -> Result<(), TooMuch> {
        let members: Vec<_> = terms.iter().map(|&term| self.view(term)).collect();
        self.reading.add_group(&members);
        self.reading.check_size().map_err(|_| TooMuch)
    }

    /// Appends literals of which one holds if a term of a disjunction does. Returns whether the term is always true.
    fn disjunct(
        &mut self,
        term: &Formula,
        wanted: bool,
        literals: &mut Vec<Literal>,
    ) -> Result<bool, TooMuch> {
        if let &Formula::Decision(decision) = term {
            return Ok(self.literals(if wanted { decision } else { !decision }, literals));
        }
        let part = self.reify(term)?;
        literals.push(if wanted { part } else { !part });
        Ok(false)
    }

    /// Returns a literal that is equivalent to the formula. Each part is translated once.
    fn reify(&mut self, formula: &Formula) -> Result<Literal, TooMuch> {
        match formula {
            Formula::Not(part) => Ok(!self.reify(&part[0])?),
            Formula::All(parts) => Ok(!self.reify_any(parts, false)?),
            Formula::Any { parts, .. } => self.reify_any(parts, true),
            Formula::Same(parts) => {
                let [a, b] = [self.reify(&parts[0])?, self.reify(&parts[1])?];
                let same = self.boolean();
                for [one, other] in [[a, b], [!a, !b]] {
                    self.clause([!same, !one, other], None)?;
                    self.clause([same, one, other], None)?;
                }
                Ok(same)
            }
            Formula::Decision(_) | Formula::Statement(_) | Formula::Constraint(_) => {
                let mut literals = Vec::new();
                if let &Formula::Decision(decision) = formula
                    && !self.literals(decision, &mut literals)
                    && let [only] = literals[..]
                {
                    return Ok(only);
                }
                let holds = self.boolean();
                self.require(formula, true, Some(holds))?;
                self.require(formula, false, Some(!holds))?;
                Ok(holds)
            }
        }
    }

    /// Returns a literal that holds iff one of the parts holds or, if not `wanted`, iff one of them does not
    /// hold.
    fn reify_any(&mut self, parts: &[Formula], wanted: bool) -> Result<Literal, TooMuch> {
        let any = self.boolean();
        let mut literals = vec![!any];
        for part in parts {
            let part = self.reify(part)?;
            let part = if wanted { part } else { !part };
            self.clause([any, !part], None)?;
            literals.push(part);
        }
        self.clause(literals, None)?;
        Ok(any)
    }

    fn boolean(&mut self) -> Literal {
        self.choice(2)[1]
    }

    /// Returns new literals of which exactly one holds.
    fn choice(&mut self, count: usize) -> Vec<Literal> {
        self.reading.add_choice(count).map(|atom| atom.is()).collect()
    }

    /// Adds the clause of the literals, under the assumption `when`.
    fn clause(
        &mut self,
        literals: impl IntoIterator<Item = Literal>,
        when: Option<Literal>,
    ) -> Result<(), TooMuch> {
        let literals: Vec<Literal> = literals.into_iter().chain(when.map(|when| !when)).collect();
        self.spend(literals.len() + 1)?;
        self.reading.push_clause(literals);
        if self.reading.literals > MOST_LITERALS { Err(TooMuch) } else { Ok(()) }
    }

    /// Adds that the values of the scope are allowed, under the assumption `when`.
    fn tried(
        &mut self,
        scope: &[Var],
        allows: &dyn Fn(&[i32]) -> bool,
        when: Option<Literal>,
    ) -> Result<(), TooMuch> {
        let variables = &self.reading.variables;
        let mut slots: Vec<Slot> = Vec::new();
        // For each position of the scope the index of its slot and its offset, or its only value.
        let mut places: Vec<(Option<usize>, i32)> = Vec::with_capacity(scope.len());
        for &var in scope {
            let view = self.view(var.into());
            let mut atoms = variables.atoms(view.slot);
            if let (Some(only), None) = (atoms.next(), atoms.next()) {
                places.push((None, variables.value(only) + view.offset));
                continue;
            }
            let known = slots.iter().position(|&slot| slot == view.slot);
            places.push((known.or(Some(slots.len())), view.offset));
            if known.is_none() {
                slots.push(view.slot);
            }
        }
        let of = |&slot: &Slot| -> Vec<(i32, Literal)> {
            variables.atoms(slot).map(|atom| (variables.value(atom), atom.is())).collect()
        };
        let choices: Vec<Vec<(i32, Literal)>> = slots.iter().map(of).collect();
        self.spend(assignments(&choices).ok_or(TooMuch)?)?;
        let allows = |values: &[i32]| {
            let value = |&(at, offset): &(Option<usize>, i32)| at.map_or(0, |at| values[at]) + offset;
            allows(&places.iter().map(value).collect::<Vec<i32>>())
        };
        let mut exclude = |taken: &[Literal]| self.clause(taken.iter().map(|&taken| !taken), when);
        match exclude_prefixes(&choices, &allows, &mut exclude)? {
            true => Ok(()),
            false => self.clause([], when),
        }
    }
}

impl std::fmt::Debug for Meaning<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Meaning").finish_non_exhaustive()
    }
}
