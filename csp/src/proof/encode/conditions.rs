//! Conditions: comparisons of sums, and formulas of comparisons.

use super::super::formula::Literal;
use super::{Encoder, Number, Sum};
use crate::TooMuch;
use crate::model::constraint::Constraint;
use crate::model::expression::{Condition, Formula, Part, Relation, Statement, is_unwieldy, terms};
use crate::model::ids::Var;

impl Encoder<'_> {
    /// Encodes a condition, unless it is unwieldy.
    pub(crate) fn condition(&mut self, condition: &Condition) -> Result<(), TooMuch> {
        match is_unwieldy(Part::Formula(condition.formula())) {
            true => Err(TooMuch),
            false => self.require(condition.formula(), true),
        }
    }

    /// Says a formula, or its negation if not `wanted`.
    fn require(&mut self, formula: &Formula, wanted: bool) -> Result<(), TooMuch> {
        terms(formula, wanted, true).try_for_each(|(term, wanted)| self.require_term(term, wanted))
    }

    /// Says a term of a conjunction.
    fn require_term(&mut self, term: &Formula, wanted: bool) -> Result<(), TooMuch> {
        match (term, wanted) {
            (Formula::Constraint(constraint), true) => self.constraint(&**constraint),
            (Formula::Constraint(constraint), false) => self.by_trial(&**constraint, false),
            (Formula::Statement(statement), true) if statement.is_fact() => {
                self.facts(|say| statement.facts(say))
            }
            (Formula::Statement(statement), _) if self.only_clauses() => {
                self.tried_statement(statement, wanted)
            }
            (Formula::Statement(statement), true)
                if statement.relation == Relation::Equal && statement.is_linear() =>
            {
                let terms = statement.coefficients.iter().zip(&statement.variables);
                let terms: Vec<(i64, Number)> = terms.map(|(&a, &var)| (a, self.term(var.into()))).collect();
                self.equation(&terms, statement.bound);
                Ok(())
            }
            (Formula::Statement(statement), true) if statement.relation != Relation::Different => {
                let Ok((sum, defined)) = self.sum(&statement.sum()) else {
                    return self.tried_statement(statement, true);
                };
                defined.into_iter().for_each(|literal| self.clause([literal]));
                self.sum_at_most(&sum, statement.bound);
                if statement.relation == Relation::Equal {
                    self.sum_at_least(&sum, statement.bound);
                }
                Ok(())
            }
            (Formula::Any { .. } | Formula::All(_), _) => {
                let literals: Result<Vec<Literal>, TooMuch> =
                    terms(term, wanted, false).map(|(part, wanted)| self.implying(part, wanted)).collect();
                self.clause(literals?);
                Ok(())
            }
            _ => {
                let holds = self.reify(term)?;
                self.clause([if wanted { holds } else { !holds }]);
                Ok(())
            }
        }
    }

    /// Returns a literal that is equivalent to the formula, or to its negation, or that implies it if an equivalence
    /// would need too many cases.
    fn implying(&mut self, formula: &Formula, wanted: bool) -> Result<Literal, TooMuch> {
        if let Ok(part) = self.reify(formula) {
            return Ok(if wanted { part } else { !part });
        }
        let holds = self.formula.auxiliary();
        self.always(|encoder| encoder.under(holds, |encoder| encoder.require(formula, wanted)))?;
        Ok(holds)
    }

    /// Returns a literal that is equivalent to the formula.
    pub(super) fn reify(&mut self, formula: &Formula) -> Result<Literal, TooMuch> {
        if self.is_too_large() {
            return Err(TooMuch);
        }
        match formula {
            Formula::Not(part) => Ok(!self.reify(&part[0])?),
            &Formula::Decision(decision) => Ok(self.decision(decision)),
            Formula::All(parts) | Formula::Any { parts, .. } => {
                let parts: Result<Vec<Literal>, TooMuch> =
                    parts.iter().map(|part| self.reify(part)).collect();
                Ok(match formula {
                    Formula::All(_) => self.conjunction(&parts?),
                    _ => self.disjunction(&parts?),
                })
            }
            Formula::Same(parts) => {
                let [a, b] = [self.reify(&parts[0])?, self.reify(&parts[1])?];
                let both = self.conjunction(&[a, b]);
                let neither = self.conjunction(&[!a, !b]);
                Ok(self.disjunction(&[both, neither]))
            }
            Formula::Constraint(constraint) => {
                let holds = self.formula.auxiliary();
                self.always(|encoder| {
                    encoder.under(holds, |encoder| encoder.constraint(&**constraint))?;
                    encoder.under(!holds, |encoder| encoder.by_trial(&**constraint, false))
                })?;
                Ok(holds)
            }
            Formula::Statement(statement) => {
                if !self.only_clauses()
                    && let Ok(holds) = self.reify_statement(statement)
                {
                    return Ok(holds);
                }
                let holds = self.formula.auxiliary();
                self.always(|encoder| {
                    encoder.under(holds, |encoder| encoder.tried_statement(statement, true))?;
                    encoder.under(!holds, |encoder| encoder.tried_statement(statement, false))
                })?;
                Ok(holds)
            }
        }
    }

    fn tried_statement(&mut self, statement: &Statement, wanted: bool) -> Result<(), TooMuch> {
        let mut vars: Vec<Var> = Vec::new();
        statement.each_variable(&mut |var| vars.push(var));
        vars.sort_unstable();
        vars.dedup();
        let place = |var| vars.binary_search(&var).expect("every variable is in the list");
        self.tried(&vars, &|values| statement.is_met(&|var| values[place(var)] as i32) == wanted)
    }

    fn reify_statement(&mut self, statement: &Statement) -> Result<Literal, TooMuch> {
        if let ([a], [var], true) =
            (&statement.coefficients[..], &statement.variables[..], statement.is_linear())
        {
            let number = self.term((*var).into());
            return Ok(self.compare_with_constant(number, *a, statement.relation, statement.bound));
        }
        let (sum, mut defined) = self.sum(&statement.sum())?;
        let bound = statement.bound;
        let compared = match statement.relation {
            Relation::AtMost => self.is_at_most(&sum, bound),
            Relation::Equal | Relation::Different => {
                let bounds = [self.is_at_most(&sum, bound), !self.is_at_most(&sum, bound - 1)];
                let equal = self.conjunction(&bounds);
                if statement.relation == Relation::Equal { equal } else { !equal }
            }
        };
        defined.push(compared);
        Ok(self.conjunction(&defined))
    }

    /// Returns the literal for a comparison of `a`·number with a bound.
    fn compare_with_constant(&mut self, number: Number, a: i64, relation: Relation, bound: i64) -> Literal {
        let equal = |encoder: &Self| match bound % a {
            0 => encoder.is(number, bound / a),
            _ => Literal::FALSE,
        };
        match relation {
            Relation::Equal => equal(self),
            Relation::Different => !equal(self),
            Relation::AtMost if a > 0 => !self.number_at_least(number, bound.div_euclid(a) + 1),
            // a·x ≤ b is x ≥ b / a, rounded up.
            Relation::AtMost => self.number_at_least(number, -bound.div_euclid(-a)),
        }
    }

    /// Returns a literal that holds iff a sum is at most a bound.
    fn is_at_most(&mut self, sum: &Sum, bound: i64) -> Literal {
        let (low, high) = sum.range();
        if high <= bound {
            return Literal::TRUE;
        }
        if low > bound {
            return Literal::FALSE;
        }
        let holds = self.formula.auxiliary();
        self.always(|encoder| {
            encoder.under(holds, |encoder| encoder.sum_at_most(sum, bound));
            encoder.under(!holds, |encoder| encoder.sum_at_least(sum, bound + 1));
        });
        holds
    }
}

impl Encoder<'_> {
    /// Says Σ a·x = total.
    pub(crate) fn linear(
        &mut self,
        coefficients: &[i64],
        variables: &[Var],
        total: i64,
        constraint: &dyn Constraint,
    ) -> Result<(), TooMuch> {
        if self.only_clauses() {
            return self.by_trial(constraint, true);
        }
        let terms = coefficients.iter().zip(variables).map(|(&a, &var)| (a, self.term(var.into())));
        let terms: Vec<(i64, Number)> = terms.collect();
        self.equation(&terms, total);
        Ok(())
    }
}
