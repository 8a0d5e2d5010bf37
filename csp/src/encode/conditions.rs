//! Conditions: comparisons of sums, and formulas of comparisons.
//!
//! ```text
//!   !a & (b | c)                  each part of a conjunction by itself; a disjunction as one clause of literals
//!   a & b in a disjunction, iff   an auxiliary variable that is equivalent to the part
//!   x + y ≤ z                     an inequality; where only clauses are allowed, assignments are tried
//! ```

use super::{Encoder, Language, Literal, Number, Refused, Sum};
use crate::model::expression::{Condition, Formula, Part, Relation, Statement, is_unwieldy, terms};
use crate::model::ids::Var;

impl Encoder<'_> {
    /// Encodes a condition, unless it is unwieldy.
    pub(crate) fn condition(&mut self, condition: &Condition) -> Result<(), Refused> {
        if is_unwieldy(Part::Formula(condition.formula())) {
            Err(Refused::TooLarge)
        } else {
            self.require(condition.formula(), true)
        }
    }

    /// Encodes a formula, or its negation if not `wanted`.
    fn require(&mut self, formula: &Formula, wanted: bool) -> Result<(), Refused> {
        terms(formula, wanted, true).try_for_each(|(term, wanted)| self.require_term(term, wanted))
    }

    /// Encodes a term of a conjunction.
    fn require_term(&mut self, term: &Formula, wanted: bool) -> Result<(), Refused> {
        match (term, wanted) {
            (Formula::Any { .. } | Formula::All(_) | Formula::Decision(_) | Formula::Not(_), _) => {
                let mut literals = Vec::new();
                for (part, wanted) in terms(term, wanted, false) {
                    if self.disjunct(part, wanted, &mut literals)? {
                        return Ok(());
                    }
                }
                self.clause(literals);
                Ok(())
            }
            (Formula::Same(parts), _) => {
                let [a, b] = [self.reify(&parts[0])?, self.reify(&parts[1])?];
                let b = b.if_wanted(wanted);
                self.clause([!a, b]);
                self.clause([a, !b]);
                Ok(())
            }
            (Formula::Constraint(constraint), true) => self.constraint(&**constraint),
            (Formula::Constraint(constraint), false) => {
                self.tried(constraint.scope(), &|values| !constraint.accepts(values))
            }
            // A receiver's all-differents always hold.
            (Formula::Statement(statement), true)
                if statement.is_fact() && (self.language() != Language::Values || !self.is_conditional()) =>
            {
                self.facts(|state| statement.facts(state))
            }
            (Formula::Statement(statement), _) => match self.statement(statement, wanted) {
                Err(_) => self.tried_statement(statement, wanted),
                Ok(()) => Ok(()),
            },
        }
    }

    /// Appends literals of which one holds if a term of a disjunction does. Returns whether the term always holds.
    fn disjunct(
        &mut self,
        term: &Formula,
        wanted: bool,
        literals: &mut Vec<Literal>,
    ) -> Result<bool, Refused> {
        if let &Formula::Decision(decision) = term {
            return Ok(self.literals_of(if wanted { decision } else { !decision }, literals));
        }
        let literal = match self.reify(term) {
            Ok(part) => part.if_wanted(wanted),
            Err(_) if self.language() != Language::Values => self.implying(term, wanted)?,
            Err(refused) => return Err(refused),
        };
        literals.push(literal);
        Ok(false)
    }

    /// Returns a literal that implies the formula, or its negation: for formulas of which an equivalence would need too
    /// many cases. It is no function of the model's variables.
    fn implying(&mut self, formula: &Formula, wanted: bool) -> Result<Literal, Refused> {
        let holds = self.fresh();
        self.always(|encoder| encoder.under(holds, |encoder| encoder.require(formula, wanted)))?;
        Ok(holds)
    }

    /// Returns a literal that is equivalent to the formula.
    pub(crate) fn reify(&mut self, formula: &Formula) -> Result<Literal, Refused> {
        if self.is_over(1) {
            return Err(Refused::TooLarge);
        }
        self.always(|encoder| encoder.reify_always(formula))
    }

    fn reify_always(&mut self, formula: &Formula) -> Result<Literal, Refused> {
        match formula {
            Formula::Not(part) => Ok(!self.reify(&part[0])?),
            Formula::All(parts) => Ok(!self.reify_any(parts, false)?),
            Formula::Any { parts, .. } => self.reify_any(parts, true),
            Formula::Same(parts) => {
                let [a, b] = [self.reify(&parts[0])?, self.reify(&parts[1])?];
                let same = self.fresh();
                for [one, other] in [[a, b], [!a, !b]] {
                    self.clause([!same, !one, other]);
                    self.clause([same, one, other]);
                }
                Ok(same)
            }
            Formula::Decision(_) | Formula::Statement(_) | Formula::Constraint(_) => {
                let mut literals = Vec::new();
                if let &Formula::Decision(decision) = formula
                    && !self.literals_of(decision, &mut literals)
                    && let [only] = literals[..]
                {
                    return Ok(only);
                }
                if let Formula::Statement(statement) = formula
                    && let Ok(holds) = self.reify_statement(statement)
                {
                    return Ok(holds);
                }
                let holds = self.fresh();
                self.under(holds, |encoder| encoder.require_part(formula, true))?;
                self.under(!holds, |encoder| encoder.require_part(formula, false))?;
                Ok(holds)
            }
        }
    }

    /// Encodes a part that has no literal, or its negation if not `wanted`.
    fn require_part(&mut self, part: &Formula, wanted: bool) -> Result<(), Refused> {
        match part {
            Formula::Statement(statement) => self.tried_statement(statement, wanted),
            _ => self.require_term(part, wanted),
        }
    }

    /// Returns a literal that holds iff one of the parts holds or, if not `wanted`, iff one of them does not hold.
    fn reify_any(&mut self, parts: &[Formula], wanted: bool) -> Result<Literal, Refused> {
        let any = self.fresh();
        let mut literals = vec![!any];
        for part in parts {
            let part = self.reify(part)?.if_wanted(wanted);
            self.clause([any, !part]);
            literals.push(part);
        }
        self.clause(literals);
        Ok(any)
    }

    fn tried_statement(&mut self, statement: &Statement, wanted: bool) -> Result<(), Refused> {
        let mut scope: Vec<Var> = Vec::new();
        statement.each_variable(&mut |var| scope.push(var));
        scope.sort_unstable();
        scope.dedup();
        let place = |var| scope.binary_search(&var).expect("the scope has every variable");
        self.tried(&scope, &|values| statement.is_met(&|var| values[place(var)]) == wanted)
    }

    /// Encodes a comparison, or its negation if not `wanted`, as inequalities.
    fn statement(&mut self, statement: &Statement, wanted: bool) -> Result<(), Refused> {
        self.needs(Language::Inequalities)?;
        if !wanted || statement.relation == Relation::Different {
            let holds = self.reify_statement(statement)?;
            self.clause([holds.if_wanted(wanted)]);
            return Ok(());
        }
        if statement.relation == Relation::Equal && statement.is_linear() {
            let terms = statement.coefficients.iter().zip(&statement.variables);
            let terms: Vec<(i64, Number)> = terms.map(|(&a, &var)| (a, self.number(var))).collect();
            self.equation(&terms, statement.bound);
            return Ok(());
        }
        let (sum, defined) = self.sum(&statement.sum())?;
        defined.into_iter().for_each(|literal| self.clause([literal]));
        self.sum_at_most(&sum, statement.bound);
        if statement.relation == Relation::Equal {
            self.sum_at_least(&sum, statement.bound);
        }
        Ok(())
    }

    fn reify_statement(&mut self, statement: &Statement) -> Result<Literal, Refused> {
        self.needs(Language::Inequalities)?;
        if let ([a], [var], true) =
            (&statement.coefficients[..], &statement.variables[..], statement.is_linear())
        {
            let number = self.number(*var);
            return Ok(self.compare_with_constant(number, *a, statement.relation, statement.bound));
        }
        let (sum, mut defined) = self.sum(&statement.sum())?;
        let bound = statement.bound;
        let compared = match statement.relation {
            Relation::AtMost => self.is_at_most(&sum, bound),
            Relation::Equal | Relation::Different => {
                let bounds = [self.is_at_most(&sum, bound), !self.is_at_most(&sum, bound - 1)];
                let equal = self.conjunction(&bounds);
                equal.if_wanted(statement.relation == Relation::Equal)
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
            Relation::AtMost if a > 0 => !self.at_least(number, bound.div_euclid(a) + 1),
            // a·x ≤ b is x ≥ b / a, rounded up.
            Relation::AtMost => self.at_least(number, -bound.div_euclid(-a)),
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
        let holds = self.fresh();
        self.always(|encoder| {
            encoder.under(holds, |encoder| encoder.sum_at_most(sum, bound));
            encoder.under(!holds, |encoder| encoder.sum_at_least(sum, bound + 1));
        });
        holds
    }
}
