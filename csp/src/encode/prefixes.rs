//! The assignments that a constraint excludes, as shortest prefixes, from its meaning alone.

use super::Refused;

/// Largest number of assignments that are tried; they take some 5 ms.
pub(crate) const MOST_ASSIGNMENTS: usize = 1 << 16;

/// Receives the literals of a prefix.
type Exclude<'t, L> = &'t mut dyn FnMut(&[L]) -> Result<(), Refused>;

/// Returns the number of assignments of `choices`; `None` if they are too many to be tried.
pub(super) fn assignments<V, L>(choices: &[Vec<(V, L)>]) -> Option<usize> {
    let count = choices.iter().try_fold(1_usize, |all, values| all.checked_mul(values.len()));
    count.filter(|&count| count <= MOST_ASSIGNMENTS)
}

/// Tries all assignments of `choices`, which has the values of each variable with their literals. Calls `exclude` with
/// each shortest prefix that no allowed assignment begins with. For the empty prefix, it returns false instead: no
/// assignment is allowed.
pub(super) fn exclude_prefixes<V: Copy, L: Copy>(
    choices: &[Vec<(V, L)>],
    allows: &dyn Fn(&[V]) -> bool,
    exclude: Exclude<'_, L>,
) -> Result<bool, Refused> {
    assignments(choices).ok_or(Refused::TooLarge)?;
    let mut trial = Trial { choices, allows, exclude, values: Vec::new(), taken: Vec::new() };
    Ok(trial.run()? != Allowed::None)
}

/// Whether all, none or some of the assignments with a prefix are allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Allowed {
    All,
    None,
    /// Some are allowed, and the prefixes of the others have been passed to `exclude`.
    Some,
}

struct Trial<'t, V, L> {
    choices: &'t [Vec<(V, L)>],
    allows: &'t dyn Fn(&[V]) -> bool,
    exclude: Exclude<'t, L>,
    /// The current prefix.
    values: Vec<V>,
    taken: Vec<L>,
}

/// What the choices of a variable have shown so far.
struct Tried<L> {
    next: usize,
    refused: Vec<L>,
    all: bool,
}

impl<V: Copy, L: Copy> Trial<'_, V, L> {
    /// Tries all assignments.
    fn run(&mut self) -> Result<Allowed, Refused> {
        // A variable for each, those of the prefix and perhaps the one after it.
        let mut open: Vec<Tried<L>> = Vec::new();
        loop {
            let mut allowed = None;
            if open.len() < self.choices.len() {
                open.push(Tried { next: 0, refused: Vec::new(), all: true });
            } else {
                allowed = Some(if (self.allows)(&self.values) { Allowed::All } else { Allowed::None });
            }
            // What is known of a prefix goes to its last variable, until one has a further choice.
            loop {
                let Some(tried) = open.last_mut() else { return Ok(allowed.expect("all was tried")) };
                if let Some(allowed) = allowed {
                    self.values.pop();
                    let literal = self.taken.pop().expect("the last choice is taken");
                    tried.all &= allowed == Allowed::All;
                    if allowed == Allowed::None {
                        tried.refused.push(literal);
                    }
                }
                if let Some(&(value, literal)) = self.choices[self.values.len()].get(tried.next) {
                    tried.next += 1;
                    self.values.push(value);
                    self.taken.push(literal);
                    break;
                }
                let tried = open.pop().expect("it is the last");
                allowed = Some(self.conclude(tried)?);
            }
        }
    }

    /// Excludes the refused choices after the current prefix, unless all choices are refused.
    fn conclude(&mut self, tried: Tried<L>) -> Result<Allowed, Refused> {
        if tried.refused.len() == self.choices[self.values.len()].len() {
            return Ok(Allowed::None);
        }
        for literal in tried.refused {
            self.taken.push(literal);
            (self.exclude)(&self.taken)?;
            self.taken.pop();
        }
        Ok(if tried.all { Allowed::All } else { Allowed::Some })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_prefixes_are_excluded() {
        let choices = vec![vec![(0, 'a'), (1, 'b')], vec![(0, 'c'), (1, 'd'), (2, 'e')]];
        let excluded = |allows: &dyn Fn(&[i32]) -> bool| {
            let mut found: Vec<String> = Vec::new();
            let allowed = exclude_prefixes(&choices, allows, &mut |prefix| {
                found.push(prefix.iter().collect());
                Ok(())
            });
            (allowed.unwrap(), found)
        };
        assert_eq!(
            excluded(&|values| values[0] == 0 && values[1] != 1),
            (true, vec!["ad".into(), "b".into()])
        );
        assert_eq!(excluded(&|_| true), (true, vec![]));
        assert_eq!(excluded(&|_| false), (false, vec![]));
    }

    #[test]
    fn too_many_assignments_are_refused() {
        let choices = vec![vec![(0, ()), (1, ())]; 17];
        assert!(exclude_prefixes(&choices, &|_| true, &mut |_| Ok(())).is_err());
        assert!(exclude_prefixes(&choices[1..], &|_| true, &mut |_| Ok(())).is_ok());
    }
}
