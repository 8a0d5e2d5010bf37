//! The functions of the module that make numbers and conditions, as a table: arguments, and what they make.

use csp::constraints::{self as made, Operand as Place};
use csp::{Values, holds};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::arguments::{
    Argument, Int, Item, Language, List, Quotas, Set, Sizes, Variable, same_length as same,
};
use super::condition::{Condition, Side};
use super::expression::{Expression, Operand};
use super::recipe::Recipe;

/// Declares functions, which give an `Expression` or a `Condition`. The value of each argument is what the engine takes.
macro_rules! functions {
    ($($(#[$about:meta])* $kind:ident $name:ident($($argument:ident: $type:ty),*) { $make:expr })*) => {
        $(
            #[pyfunction]
            $(#[$about])*
            fn $name($($argument: $type),*) -> PyResult<$kind> {
                let arguments = vec![$((stringify!($argument), $argument.recipe())),*];
                let recipe = Recipe::call(stringify!($name), arguments);
                let mut owner = None;
                $(let $argument = Argument::take($argument, &mut owner)?;)*
                Ok($kind::made($make, owner, recipe))
            }
        )*

        pub(super) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
}

type Numbers<'py> = List<Operand<'py>>;
type Items<'py> = List<Item<'py>>;
type Variables<'py> = List<Variable<'py>>;
type Conditions<'py> = List<Side<'py>>;
type Edges = Vec<(usize, usize)>;

fn not_empty<T>(list: Vec<T>) -> PyResult<Vec<T>> {
    if list.is_empty() {
        return Err(PyValueError::new_err("the list is empty; at least one number is needed"));
    }
    Ok(list)
}

/// All different, but for values that may be taken several times.
fn different_except(items: Vec<Place>, values: Values) -> made::Independent {
    let count = items.len();
    made::independent(items, move |place, value, each| {
        if !values.contains(value) {
            (place + 1..count).for_each(each);
        }
    })
}

fn with_sizes(labels: Vec<Place>, edges: Edges, sizes: Vec<(i32, usize, usize)>) -> made::Regions {
    let begun = made::regions(labels, edges);
    sizes.into_iter().fold(begun, |regions, (label, least, most)| regions.region(label, least..=most))
}

functions! {
    /// The sum of a list.
    Expression sum(numbers: Numbers<'_>) { csp::sum(numbers) }

    /// The sum of a list of numbers, each times its weight.
    ///
    /// >>> from sudoku import csp
    /// >>> model = csp.Model()
    /// >>> x = model.vars(3, 0, 1)
    /// >>> model.maximize(csp.weighted_sum([5, -2, 3], x))[1]
    /// 8
    Expression weighted_sum(weights: Vec<i64>, numbers: Numbers<'_>) {{
        same(&[weights.len(), numbers.len()], "weights and numbers")?;
        csp::weighted_sum(weights.into_iter().zip(numbers))
    }}

    /// The greatest of a list.
    Expression maximum(numbers: Numbers<'_>) { csp::maximum(not_empty(numbers)?) }

    /// The least of a list.
    Expression minimum(numbers: Numbers<'_>) { csp::minimum(not_empty(numbers)?) }

    /// The member of a list at an index, counted from 0. The index must be one of the list's.
    ///
    /// >>> from sudoku import csp
    /// >>> model = csp.Model()
    /// >>> i = model.var(0, 9)
    /// >>> model.maximize(csp.element([3, 1, 4, 1, 5, 9, 2, 6], i))[1]
    /// 9
    Expression element(array: Numbers<'_>, index: Operand<'_>) { csp::element(not_empty(array)?, index) }

    /// The number of members of a list that have the value, or one of the values.
    ///
    /// >>> from sudoku import csp
    /// >>> model = csp.Model()
    /// >>> x = model.vars(3, 1, 3)
    /// >>> model.add(csp.count(x, [1, 2]) == 0)
    /// Constraint(0)
    /// >>> model.solve()[x]
    /// [3, 3, 3]
    Expression count(numbers: Numbers<'_>, values: Set) { csp::count(numbers, values) }

    /// The number of different values in a list.
    Expression number_of_values(numbers: Numbers<'_>) { made::number_of_values(not_empty(numbers)?) }

    /// The quotient rounded towards zero; `x // y` is rounded down. The divisor must not be 0.
    Expression quotient(x: Operand<'_>, y: Operand<'_>) { made::quotient(x, y) }

    /// The remainder of `quotient`, with the sign of `x`; that of `x % y` is the sign of `y`.
    Expression remainder(x: Operand<'_>, y: Operand<'_>) { made::remainder(x, y) }

    /// The condition that all of a list hold.
    Condition all(conditions: Conditions<'_>) { csp::all(conditions) }

    /// The condition that at least one of a list holds. If `constructive`, values that none of them allows are removed
    /// at once, which filters more and costs more.
    #[pyo3(signature = (conditions, *, constructive = false))]
    Condition any(conditions: Conditions<'_>, constructive: bool) {
        if constructive { made::constructive_any(conditions) } else { csp::any(conditions) }
    }

    /// All variables of a list are different.
    Condition all_different(variables: Variables<'_>) { holds(csp::all_different(variables)) }

    /// All members of a list are different, but for values that may occur several times.
    ///
    /// >>> from sudoku import csp
    /// >>> model = csp.Model()
    /// >>> x = model.vars(3, 0, 1)
    /// >>> model.add(csp.all_different_except(x, 0))
    /// Constraint(0)
    /// >>> [solution[x] for solution in model.solutions()]
    /// [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]]
    Condition all_different_except(items: Items<'_>, values: Set) { holds(different_except(items, values)) }

    /// Each value of a dictionary is taken as often as it says: a number, a variable, or a pair of the least and the
    /// greatest number. If `closed`, no other value is taken.
    ///
    /// >>> from sudoku import csp
    /// >>> model = csp.Model()
    /// >>> x, ones = model.vars(3, 1, 3), model.var(0, 3)
    /// >>> model.add(csp.cardinality(x, {1: ones, 2: (2, 3), 3: 1}))
    /// Constraint(0)
    /// >>> model.count(), model.solve()[ones]
    /// ((3, True), 0)
    #[pyo3(signature = (items, quotas, *, closed = false))]
    Condition cardinality(items: Items<'_>, quotas: Quotas<'_>, closed: bool) {{
        let cardinality = made::cardinality(items, quotas);
        holds(if closed { cardinality.closed() } else { cardinality })
    }}

    /// The first list is a permutation of the second.
    Condition same_values(first: Items<'_>, second: Items<'_>) { holds(made::same_values(first, second)) }

    /// The members of a list are different and together one of the sets.
    Condition one_of_sets(items: Items<'_>, sets: List<Set>) { holds(made::one_of_sets(items, sets)) }

    /// Of each class of values a member of the list takes one. No value is in two classes.
    Condition cover(items: Items<'_>, classes: List<Set>) { holds(made::cover(items, classes)) }

    /// If the first list has `j` at place `i`, the second has `i` at place `j`, counted from 0.
    Condition inverse(first: Variables<'_>, second: Variables<'_>) { holds(made::inverse(first, second)) }

    /// Item `i` lies in bin `bins[i]`, and each load is the sum of the sizes in its bin.
    Condition bin_packing(bins: Items<'_>, sizes: List<Int>, loads: Items<'_>) {
        holds(made::bin_packing(bins, sizes, loads))
    }

    /// The members of a list, taken together, are one of the tuples; none of them, if `forbidden`.
    ///
    /// >>> from sudoku import csp
    /// >>> model = csp.Model()
    /// >>> x, y = model.vars(2, 0, 9)
    /// >>> model.add(csp.table([x, y], [(1, 2), (3, 4), (5, 6)]), csp.table([x, y], [(3, 4)], forbidden=True))
    /// Constraint(0)
    /// >>> model.count()
    /// (2, True)
    #[pyo3(signature = (items, tuples, *, forbidden = false))]
    Condition table(items: Items<'_>, tuples: List<List<Int>>, forbidden: bool) {{
        let table = csp::table(items, tuples);
        if forbidden { holds(!table) } else { holds(table) }
    }}

    /// The members of a list, read in order, are a word of a language: a regular expression over numbers such as
    /// `"0* 1{3} 0+ 1 0*"`, or an automaton: the number of states, the first state, a list of accepting states, and a list
    /// of transitions (state, value, next state).
    ///
    /// >>> from sudoku import csp
    /// >>> model = csp.Model()
    /// >>> row = model.vars(6, 0, 1)
    /// >>> model.add(csp.regular(row, "0* 1{3} 0+ 1 0*"))
    /// Constraint(0)
    /// >>> model.count()
    /// (3, True)
    Condition regular(word: Items<'_>, language: Language) { holds(made::regular(word, language)) }

    /// Each member of a list is at least as large as the one before; larger, if `strict`.
    #[pyo3(signature = (items, *, strict = false))]
    Condition increasing(items: Items<'_>, strict: bool) {
        holds(if strict { made::strictly_increasing(items) } else { made::increasing(items) })
    }

    /// The first list precedes the second in lexicographic order.
    Condition lex_less(first: Items<'_>, second: Items<'_>) { holds(made::lex_less(first, second)) }

    /// The first list precedes the second in lexicographic order, or is equal to it.
    Condition lex_less_or_equal(first: Items<'_>, second: Items<'_>) {
        holds(made::lex_less_or_equal(first, second))
    }

    /// A member takes the value `after` only if an earlier one takes `before`.
    Condition value_precedence(before: Int, after: Int, items: Items<'_>) {
        holds(made::value_precedence(before, after, items))
    }

    /// The members are different and add up to a total.
    Condition different_sum(items: Items<'_>, total: Item<'_>) { holds(made::different_sum(items, total)) }

    /// As many members as `number` says are larger than all before them, and than `above`.
    #[pyo3(signature = (items, number, *, above = None))]
    Condition visible_count(items: Items<'_>, number: Item<'_>, above: Option<Int>) {{
        let count = made::visible_count(items, number);
        holds(match above {
            Some(ground) => count.above(ground),
            None => count,
        })
    }}

    /// The successors, as indices from 0, form one circuit through all places.
    Condition circuit(successors: Variables<'_>) { holds(made::circuit(successors)) }

    /// The successors, as indices from 0, form one circuit through some places, or none. Each other place is its own
    /// successor.
    Condition subcircuit(successors: Variables<'_>) { holds(made::subcircuit(successors)) }

    /// The edges whose link is 1 form one loop.
    Condition single_loop(links: Items<'_>, edges: Edges) { holds(made::single_loop(links, edges)) }

    /// The places with the value `inside` are connected by edges, which are pairs of places, counted from 0.
    #[pyo3(signature = (places, edges, *, inside = Int(1)))]
    Condition connected(places: Items<'_>, edges: Edges, inside: Int) {
        holds(made::connected(places, edges, inside))
    }

    /// The places of each label are connected by edges, and as many as a dictionary says for the label: a pair of the
    /// least and the greatest number, or None for any.
    Condition regions(labels: Items<'_>, edges: Edges, sizes: Sizes) { holds(with_sizes(labels, edges, sizes)) }

    /// Each place has the number of places that its number is connected with, itself included.
    Condition areas(numbers: Items<'_>, edges: Edges) { holds(made::areas(numbers, edges)) }

    /// The places are divided into connected parts of a size. Parts are numbered from 0 in the order of their first
    /// places.
    Condition partition(labels: Items<'_>, edges: Edges, size: usize) {
        holds(made::partition(labels, edges, size))
    }

    /// No two tasks run at the same time. See `Interval` for tasks that may be left out.
    Condition disjunctive(starts: Items<'_>, durations: Items<'_>) {{
        same(&[starts.len(), durations.len()], "starts and durations")?;
        holds(made::disjunctive(starts, durations))
    }}

    /// At any time the demands of the running tasks add up to at most the capacity.
    Condition cumulative(starts: Items<'_>, durations: Items<'_>, demands: Items<'_>, capacity: Item<'_>) {{
        same(&[starts.len(), durations.len(), demands.len()], "starts, durations and demands")?;
        holds(made::cumulative(starts, durations, demands, capacity))
    }}

    /// No two rectangles overlap.
    Condition no_overlap(x: Items<'_>, y: Items<'_>, widths: Items<'_>, heights: Items<'_>) {{
        same(&[x.len(), y.len(), widths.len(), heights.len()], "places, widths and heights")?;
        holds(made::no_overlap(x, y, widths, heights))
    }}
}
