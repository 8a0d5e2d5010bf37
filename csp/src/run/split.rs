//! Splitting of a problem into parts for machines that share nothing.

use std::collections::VecDeque;

use super::Deduction;
use crate::base::error::Error;
use crate::model::decision::Decision;
use crate::model::ids::Var;

/// Domains beyond this size are halved; others have a part for each value.
const MOST_VALUES: u32 = 64;

impl Deduction {
    /// Splits the rest of the problem, under all suppositions, into at least `least` parts if possible. A part is a
    /// list of decisions about the variables `over`, none of which propagation refutes. Each solution satisfies
    /// exactly one part: numbers of solutions can be added, and the best of the parts is the best of all. Without any
    /// part there is no solution.
    ///
    /// Some 30 to 100 parts for each machine keep all of them busy to the end, although parts are unequal: Régin, Rezgui
    /// and Malapert, "Embarrassingly parallel search" (CP 2013).
    ///
    /// ```
    /// use csp::{Config, Model, deduce::Deduction};
    ///
    /// let mut model = Model::new();
    /// let x = model.vars(5, 1..=5);
    /// model.all_different(&x);
    /// let parts = Deduction::compile(&model, &Config::default())?.split(&x, 30)?;
    /// let mut search = model.search()?;
    /// let mut count = 0;
    /// for part in &parts {
    ///     search.assume(part)?;
    ///     count += search.solutions().count();
    /// }
    /// assert!(parts.len() >= 30);
    /// assert_eq!(count, 120);
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn split(&mut self, over: &[Var], least: usize) -> Result<Vec<Vec<Decision>>, Error> {
        if self.is_contradiction() {
            return Ok(Vec::new());
        }
        let (mut open, mut whole) = (VecDeque::from([Vec::new()]), Vec::new());
        while open.len() + whole.len() < least {
            // The shortest comes first.
            let Some(part) = open.pop_front() else { break };
            match self.cut(&part, over)? {
                Some(smaller) => open.extend(smaller),
                None => whole.push(part),
            }
        }
        whole.extend(open);
        Ok(whole)
    }

    /// Splits a part at the variable with the fewest values. `None` if all variables are fixed.
    fn cut(&mut self, part: &[Decision], over: &[Var]) -> Result<Option<Vec<Vec<Decision>>>, Error> {
        self.suppose(part)?;
        let open = over.iter().copied().filter(|&var| self.domain(var).len() > 1);
        let var = open.min_by_key(|&var| self.domain(var).len());
        let decisions = var.map(|var| self.choices(var));
        let mut smaller = Vec::new();
        for &decision in decisions.iter().flatten() {
            if self.suppose(&[decision])? {
                smaller.push([part, &[decision]].concat());
            }
            self.withdraw();
        }
        self.withdraw();
        Ok(decisions.map(|_| smaller))
    }

    /// Returns decisions of which exactly one holds.
    fn choices(&self, var: Var) -> Vec<Decision> {
        let domain = self.domain(var);
        if domain.len() <= MOST_VALUES {
            return domain.iter().map(|value| Decision::Assign(var, value)).collect();
        }
        let middle = i64::midpoint(domain.min().into(), domain.max().into()) as i32;
        let low = Decision::AtMost(var, middle);
        vec![low, !low]
    }
}
