//! The first two rows of the form of a complete grid.
//!
//! Every first row of a complete grid becomes 1 to 9, in each of 1,296 orders of the columns. So the columns are
//! ordered by the second row instead: a column gets its place when its value of the first row is met in the second.

use super::{BAND, Row, SIDE, Source, State};

/// A column, stack or place that is not yet known.
const UNKNOWN: u8 = u8::MAX;

/// Whether each row has each value.
pub(super) fn is_complete(source: &Source) -> bool {
    let all = |row: &Row| row.iter().fold(0_u16, |bits, &value| bits | 1 << value) == 0b11_1111_1110;
    source.rows.iter().all(all)
}

/// The smallest second row, and the states that give it.
pub(super) fn second_rows(sources: &[Source]) -> (Row, Vec<State>) {
    let mut search = PairSearch { best: [u8::MAX; SIDE], states: Vec::new() };
    for (number, source) in sources.iter().enumerate() {
        for first in 0..SIDE {
            let band = first / BAND * BAND;
            for second in (band..band + BAND).filter(|&second| second != first) {
                let pair = Pair::new(number as u8, source, first, second);
                search.place(&pair, Order::new(), [0; SIDE], 0);
            }
        }
    }
    (search.best, search.states)
}

/// Two rows of a source.
struct Pair {
    source: u8,
    used: u16,
    first: Row,
    /// For each column, the column where the first row has the value that the second has here.
    partner: Row,
}

impl Pair {
    fn new(number: u8, source: &Source, first: usize, second: usize) -> Pair {
        let (used, first, second) = (1 << first | 1 << second, source.rows[first], source.rows[second]);
        let mut column_of = [0; SIDE + 1];
        (0..).zip(first).for_each(|(column, value)| column_of[usize::from(value)] = column);
        Pair { source: number, used, first, partner: second.map(|value| column_of[usize::from(value)]) }
    }

    /// The state with all columns in order.
    fn state(&self, order: &Order) -> State {
        let mut digits = [0; SIDE + 1];
        let values = order.columns.map(|column| self.first[usize::from(column)]);
        (1..).zip(values).for_each(|(digit, value)| digits[usize::from(value)] = digit);
        State {
            used: self.used,
            columns: order.columns,
            tied: 0,
            tied_stacks: 0,
            digits,
            seen: SIDE as u8,
            ..State::new(self.source)
        }
    }
}

/// An order of the columns, as far as it is known.
#[derive(Clone, Copy)]
struct Order {
    /// The column at each place.
    columns: Row,
    /// The place of each column.
    places: Row,
    /// The stack of the source at each stack of the form.
    stacks: [u8; BAND],
}

impl Order {
    fn new() -> Order {
        Order { columns: [UNKNOWN; SIDE], places: [UNKNOWN; SIDE], stacks: [UNKNOWN; BAND] }
    }

    /// Gives a column the first free place of its stack, and the stack the first free one.
    fn put(&mut self, column: u8) {
        let stack = column / BAND as u8;
        let known = self.stacks.iter().position(|&other| other == stack);
        let free = || self.stacks.iter().position(|&other| other == UNKNOWN);
        let at = known.or_else(free).expect("a stack without a place leaves one free");
        self.stacks[at] = stack;
        let places = BAND * at..BAND * (at + 1);
        let place = places.clone().find(|&place| self.columns[place] == UNKNOWN);
        let place = place.expect("a column without a place leaves one free");
        self.columns[place] = column;
        self.places[usize::from(column)] = place as u8;
    }
}

struct PairSearch {
    best: Row,
    states: Vec<State>,
}

impl PairSearch {
    /// Completes the second row from a place on, in every way that may give the smallest one.
    fn place(&mut self, pair: &Pair, mut order: Order, mut row: Row, at: usize) {
        if at == SIDE {
            if row < self.best {
                self.best = row;
                self.states.clear();
            }
            self.states.push(pair.state(&order));
            return;
        }
        if order.columns[at] == UNKNOWN {
            let stack = order.stacks[at / BAND];
            let fits = |column: &u8| {
                order.places[usize::from(*column)] == UNKNOWN
                    && match stack {
                        UNKNOWN => !order.stacks.contains(&(column / BAND as u8)),
                        stack => column / BAND as u8 == stack,
                    }
            };
            for column in (0..SIDE as u8).filter(fits) {
                let mut order = order;
                order.put(column);
                self.place(pair, order, row, at);
            }
            return;
        }
        let partner = pair.partner[usize::from(order.columns[at])];
        if order.places[usize::from(partner)] == UNKNOWN {
            order.put(partner);
        }
        row[at] = order.places[usize::from(partner)] + 1;
        if row[..=at] <= self.best[..=at] {
            self.place(pair, order, row, at + 1);
        }
    }
}
