//! Small models as data.

use csp::{ConstraintId, Model, Var};
use testkit::Bytes;

use crate::list::{List, Target};
use crate::statement::Statement;

/// Constraint of a problem.
#[derive(Clone, Debug)]
pub enum Post {
    List(List),
    Statement(Statement),
}

impl Post {
    pub fn any(bytes: &mut Bytes<'_>, vars: usize) -> Post {
        if bytes.below(2) == 0 {
            Post::List(List::any(bytes, vars))
        } else {
            let depth = bytes.below(4);
            Post::Statement(Statement::any(bytes, vars, depth))
        }
    }

    pub fn holds(&self, x: &[i32]) -> bool {
        match self {
            Post::List(list) => list.holds(x),
            Post::Statement(statement) => statement.holds(x),
        }
    }

    pub fn post(&self, x: &[Var], to: &mut impl Target) -> Option<ConstraintId> {
        match self {
            Post::List(list) => list.post(x, to),
            Post::Statement(statement) => to.take(statement.build(x)),
        }
    }
}

/// Domains and constraints.
#[derive(Clone, Debug)]
pub struct Problem {
    pub domains: Vec<Vec<i32>>,
    pub posts: Vec<Post>,
}

/// Maximum number of assignments to try.
const MOST_ASSIGNMENTS: usize = 400;

impl Problem {
    pub fn any(bytes: &mut Bytes<'_>) -> Problem {
        let mut product = 1;
        let domains: Vec<Vec<i32>> = bytes.list(1, 6, |bytes| {
            let mut domain = domain(bytes);
            domain.truncate((MOST_ASSIGNMENTS / product).max(1));
            product *= domain.len();
            domain
        });
        let vars = domains.len();
        let posts = bytes.list(0, 4, |bytes| Post::any(bytes, vars));
        Problem { domains, posts }
    }

    /// Prints the problem if the environment asks for it.
    pub fn show(&self) {
        if std::env::var_os("FUZZ_SHOW").is_some() {
            eprintln!("{self:#?}");
        }
    }

    /// Returns the crate's model and its variables.
    pub fn model(&self) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let x: Vec<Var> = self.domains.iter().map(|domain| model.var(&domain[..])).collect();
        self.posts.iter().for_each(|post| _ = post.post(&x, &mut model));
        (model, x)
    }

    /// Returns whether the values are a solution.
    pub fn holds(&self, x: &[i32]) -> bool {
        self.posts.iter().all(|post| post.holds(x))
    }
}

/// Returns the values of a variable in ascending order: few around 0, or some spread over several words.
pub fn domain(bytes: &mut Bytes<'_>) -> Vec<i32> {
    const FAR: [i32; 12] = [-130, -70, -64, -63, -1, 0, 1, 62, 63, 64, 65, 130];
    let shape = bytes.below(8);
    let mut values: Vec<i32> = match shape {
        0..4 => {
            let low = bytes.between(-2, 2);
            (low..=low + bytes.between(0, 5)).collect()
        }
        4..7 => bytes.list(1, 5, |bytes| bytes.between(-3, 6)),
        _ => bytes.list(1, 4, |bytes| bytes.pick(&FAR)),
    };
    values.sort_unstable();
    values.dedup();
    values
}
