//! Element: `array[index] = value`, and `rows[row][column] = value`.
//!
//! Meaning: the index is in the array, and the entry there is equal to the value. Strength: domain
//! consistency, unless a variable occurs twice or is very wide; if the value is [wide](WIDE), the bounds of
//! value and entries. Cost: for an array of constants that of a [table](mod@super::table) of indices and values;
//! otherwise each possible entry is compared with the value. An entry of a matrix is one of the list of its rows; its place,
//! row and column are auxiliary variables.

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::absence::ALL;
use crate::constraints::equal::make_equal;
use crate::constraints::narrowing::{have_common_value, is_plain, pass_status};
use crate::constraints::table;
use crate::constraints::windows::{keep_windows, window};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Shape, Slot, Store, View};
use crate::model::Model;
use crate::model::decision::Decision;
use crate::model::expression::{Condition, Defined, Expression, Function};
use crate::model::values::Range;

/// Returns the entry at `index` of an array of constants or variables. Indices begin at 0; for an array that
/// begins at 1, use `i - 1`. A comparison with an index outside the array is false. Every entry must be
/// defined, not only the one at the index.
///
/// ```
/// # use csp::{Model, element};
/// let mut model = Model::new();
/// let (i, price) = (model.var(0..=9), model.var(0..=5));
/// model.post(element([7, 4, 9, 5], i).eq(price));
/// let shelf = model.vars(3, 1..=1);
/// model.post(element(&shelf, i - 1).eq(1));
/// let found: Vec<_> = model.search()?.solutions().map(|found| (found[i], found[price])).collect();
/// assert_eq!(found, [(1, 4), (3, 5)]);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn element<T: Into<Expression>>(
    array: impl IntoIterator<Item = T>,
    index: impl Into<Expression>,
) -> Expression {
    element_of(array.into_iter().map(Into::into), index.into(), None)
}

/// Returns the entry in a row and a column of a matrix of constants or variables, given as rows of one length. Rows and
/// columns begin at 0. A comparison with a row or a column outside the matrix is false. Every entry must be defined.
///
/// ```
/// # use csp::{Model, constraints::entry};
/// let mut model = Model::new();
/// let [from, to] = model.array(0..=9);
/// model.post(entry([[0, 7, 4], [6, 0, 2]], from, to).le(3));
/// model.post(from.ne(to));
/// let found = model.search()?.first()?.unwrap();
/// assert_eq!((found[from], found[to]), (1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn entry<R: IntoIterator<Item: Into<Expression>>>(
    rows: impl IntoIterator<Item = R>,
    row: impl Into<Expression>,
    column: impl Into<Expression>,
) -> Expression {
    let rows: Vec<Vec<Expression>> =
        rows.into_iter().map(|row| row.into_iter().map(Into::into).collect()).collect();
    let width = rows.first().map_or(0, Vec::len);
    let uneven = rows.iter().map(Vec::len).find(|&other| other != width).map(|other| [width, other]);
    // Row and column are looked up in lists that end where the matrix ends: a column beyond it is no entry of the next row.
    let begins = element((0..rows.len() as i64).map(|row| row * width as i64), row);
    let within = element(0..width as i64, column);
    element_of(rows.into_iter().flatten(), begins + within, uneven)
}

fn element_of(
    array: impl Iterator<Item = Expression>,
    index: Expression,
    uneven: Option<[usize; 2]>,
) -> Expression {
    let mut arguments = vec![index];
    arguments.extend(array);
    let length = arguments.len() - 1;
    let constant = |part: &Expression| part.as_constant().and_then(|value| i32::try_from(value).ok());
    let constants: Option<Vec<i32>> = arguments[1..].iter().map(constant).collect();
    if constants.is_some() {
        arguments.truncate(1);
    }
    Expression::call(Element { length, constants, uneven }, arguments)
}

impl Condition {
    /// Returns an expression that is equal to `then` if the condition holds, else to `otherwise`.
    ///
    /// The result is defined only if both expressions are: `y.ne(0).choose(quotient(x, y), 0)` is undefined
    /// for `y` = 0. Divide by an expression that is never 0, such as `maximum([y, 1])`, or post two
    /// implications.
    ///
    /// ```
    /// # use csp::Model;
    /// let mut model = Model::new();
    /// let (guests, price) = (model.var(1..=9), model.var(0..=99));
    /// model.post(guests.ge(5).choose(guests * 4, guests * 6).eq(price));
    /// model.post(price.lt(20));
    /// assert_eq!(model.search()?.solutions().count(), 3);
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn choose(self, then: impl Into<Expression>, otherwise: impl Into<Expression>) -> Expression {
        element([otherwise.into(), then.into()], self)
    }
}

impl Decision {
    /// Returns `then` if the decision holds, else `otherwise`; see [`Condition::choose`].
    pub fn choose(self, then: impl Into<Expression>, otherwise: impl Into<Expression>) -> Expression {
        Condition::from(self).choose(then, otherwise)
    }
}

/// The first argument is the index. The other arguments are the array, unless all its entries are constants.
#[derive(Debug)]
struct Element {
    length: usize,
    constants: Option<Vec<i32>>,
    /// The lengths of two rows of a matrix that differ.
    uneven: Option<[usize; 2]>,
}

impl Function for Element {
    fn name(&self) -> &'static str {
        "element"
    }

    fn value(&self, arguments: &[i64]) -> Option<i64> {
        let index = usize::try_from(arguments[0]).ok()?;
        match &self.constants {
            Some(array) => array.get(index).map(|&value| value.into()),
            None => arguments[1..].get(index).copied(),
        }
    }

    fn range(&self, arguments: &[Range]) -> Range {
        let constants = self.constants.iter().flatten().map(|&value| (value.into(), value.into()));
        let all = constants.chain(arguments[1..].iter().copied());
        all.reduce(|(a, b), (c, d)| (a.min(c), b.max(d))).unwrap_or((0, 0))
    }

    fn domain(&self) -> Option<(usize, Defined)> {
        Some((0, Defined::Below(self.length)))
    }

    fn fault(&self, _arguments: &[Expression], _model: &Model) -> Option<Error> {
        let [first, other] = self.uneven?;
        Some(Error::bad_constraint(format!(
            "a matrix with a row of {first} and a row of {other} entries; give rows of one length"
        )))
    }

    fn lint(&self, arguments: &[Expression], model: &Model) -> Option<Error> {
        (self.length == 0).then(|| {
            Error::bad_constraint(format!(
                "an element of an empty array, at {}; give the array one entry at least",
                arguments[0].show(model)
            ))
        })
    }

    fn post(&self, to: &mut Posting<'_>, arguments: &[View], value: View) {
        if let Some(array) = &self.constants {
            let pairs = array.iter().enumerate().map(|(index, &value)| [index as i32, value]);
            return table::post(to, &[arguments[0], value], pairs, true);
        }
        post(to, arguments[1..].into(), arguments[0], value);
    }
}

/// Posts `array[index] = value` over variables.
pub(crate) fn post(to: &mut Posting<'_>, array: Box<[View]>, index: View, value: View) {
    let by_bounds = to.store().size(value) > WIDE;
    let plain = !by_bounds && is_plain(to.store(), array.iter().chain([&index, &value]));
    let shifts = if plain { shifts(to.store(), &array, value) } else { None };
    to.propagator(Filter { index, value, array, shifts, places: Vec::new(), plain, by_bounds });
}

/// Returns, if the value and all entries are domains of one word, the shift from each entry's bits to the value's.
fn shifts(store: &Store, array: &[View], value: View) -> Option<Box<[i32]>> {
    let base =
        |view: View| (store.shape(view.slot) == Shape::Word).then(|| store.base(view.slot) + view.offset);
    let zero = base(value)?;
    array.iter().map(|&part| Some(base(part)? - zero)).collect()
}

/// Values of the result beyond which bounds are filtered only: the holes of a start or a load rarely matter, and each
/// run would look at all its values in all entries.
const WIDE: u32 = 256;

/// Largest number of passes over the entries in search of one that covers the next values.
const MOST_ROUNDS: usize = 3;

#[derive(Debug)]
struct Filter {
    index: View,
    value: View,
    array: Box<[View]>,
    /// See [`shifts`].
    shifts: Option<Box<[i32]>>,
    plain: bool,
    by_bounds: bool,
    /// Scratch: the indices whose entry can be equal to the value.
    places: Vec<i32>,
}

impl Filter {
    /// Keeps the places whose entry can be equal to the value, and the values that these have: for domains of one word,
    /// without repeated variables.
    fn keep_words(&self, shifts: &[i32], store: &mut Store) -> Result<(), Conflict> {
        let Filter { index, value, .. } = *self;
        store.at_least(index, 0)?;
        store.at_most(index, self.array.len() as i32 - 1)?;
        let (word, mut kept) = (store.one_word(value.slot), 0);
        let mut next = store.next_value(index, 0);
        while let Some(place) = next {
            let entry = store.one_word(self.array[place as usize].slot);
            let common = match shifts[place as usize] {
                shift @ 0..64 => entry << shift,
                shift @ -63..0 => entry >> -shift,
                _ => 0,
            } & word;
            kept |= common;
            if common == 0 {
                store.remove(index, place)?;
            }
            next = store.next_value(index, place + 1);
        }
        store.keep_in_word(value.slot, kept)
    }

    fn keep_places(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let index = self.index;
        store.at_least(index, 0)?;
        store.at_most(index, self.array.len() as i32 - 1)?;
        self.places.clear();
        let (low, high) = store.bounds(self.value);
        let mut next = store.next_value(index, 0);
        while let Some(place) = next {
            let part = self.array[place as usize];
            let fits = if self.by_bounds {
                store.min(part) <= high && store.max(part) >= low
            } else {
                have_common_value(store, part, self.value)
            };
            if fits {
                self.places.push(place);
            } else {
                store.remove(index, place)?;
            }
            next = store.next_value(index, place + 1);
        }
        // A very wide index may have kept inner values that were removed above.
        store.at_most(index, *self.places.last().ok_or(Conflict)?)
    }

    fn keep_values(&self, store: &mut Store) -> Result<(), Conflict> {
        let value = self.value;
        let parts = || self.places.iter().map(|&place| self.array[place as usize]);
        let low = parts().map(|part| store.min(part)).min().expect("a place is left");
        let high = parts().map(|part| store.max(part)).max().expect("a place is left");
        store.keep_between(value, low, high)?;
        if self.by_bounds || store.is_range_only(value) || self.covers(store, value) {
            return Ok(());
        }
        keep_windows(store, value, |store, first| {
            // Often few entries have all the values that are left.
            let (left, mut kept) = (window(store, value, first), 0);
            for part in parts() {
                kept |= window(store, part, first);
                if left & !kept == 0 {
                    break;
                }
            }
            kept
        })
    }

    /// Returns whether entries without holes evidently cover all values. For wide domains this is faster than windows.
    fn covers(&self, store: &Store, value: View) -> bool {
        let (mut open, last) = store.bounds(value);
        for _ in 0..MOST_ROUNDS {
            let beyond = |&place: &i32| {
                let part = self.array[place as usize];
                let (low, high) = store.bounds(part);
                let is_next = low <= open && open <= high && store.size(part) == high.abs_diff(low) + 1;
                is_next.then_some(high)
            };
            match self.places.iter().filter_map(beyond).max() {
                Some(high) if high < last => open = high + 1,
                covered => return covered.is_some(),
            }
        }
        false
    }

    /// Explains that the entry at a place is not the result within an interval: the index is not the place, or the
    /// entry and the result have no common value in the interval.
    fn explain_place(&self, place: usize, interval: (i32, i32), why: &mut Why<'_>) -> bool {
        let Filter { index, value, .. } = *self;
        let part = self.array[place];
        if why.store().contains(index, place as i32)
            || why.is_known(|why| why.have_no_common(part, value, interval))
        {
            return why.have_no_common(part, value, interval);
        }
        why.is_not(index, place as i32);
        true
    }

    /// Explains that the index is not in an interval.
    fn explain_index(&self, (low, high): (i32, i32), why: &mut Why<'_>) -> bool {
        (low.max(0)..=high.min(self.array.len() as i32 - 1)).all(|place| {
            why.is_outside(self.index, (place, place))
                || why.have_no_common(self.array[place as usize], self.value, ALL)
        })
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "element"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.array.iter().chain([&self.index, &self.value]).for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        let places = || 0..self.array.len();
        if query.is_conflict() {
            return places().all(|place| self.explain_place(place, ALL, why));
        }
        // The variable may occur several times; each occurrence is tried.
        let of_index = query.intervals(self.index).into_iter();
        let of_value = query.intervals(self.value).into_iter();
        query.is_about(self.index)
            && why.attempt(|why| of_index.clone().all(|asked| self.explain_index(asked, why)))
            || query.is_about(self.value)
                && why.attempt(|why| {
                    of_value.clone().all(|asked| places().all(|place| self.explain_place(place, asked, why)))
                })
            || places().any(|place| {
                let (part, mut asked) = (self.array[place], query.intervals(self.array[place]).into_iter());
                query.is_about(part)
                    && why.store().value(self.index) == Some(place as i32)
                    && why.attempt(|why| {
                        why.fixed(self.index);
                        asked.all(|asked| why.have_no_common(self.value, part, asked))
                    })
            })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        if let Some(shifts) = &self.shifts {
            self.keep_words(shifts, store)?;
        } else {
            self.keep_places(store)?;
            self.keep_values(store)?;
        }
        if let Some(place) = store.value(self.index) {
            let part = self.array[place as usize];
            if self.by_bounds {
                let (low, high) = store.bounds(self.value);
                store.keep_between(part, low, high)?;
            } else {
                make_equal(store, self.value, part)?;
            }
            if store.is_fixed(part) && store.is_fixed(self.value) {
                return if store.min(part) == store.min(self.value) {
                    Ok(Status::Entailed)
                } else {
                    Err(Conflict)
                };
            }
        }
        Ok(pass_status(store, began, self.plain))
    }
}
