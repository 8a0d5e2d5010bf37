//! The encoding of allowed rows: an auxiliary variable for the row, and each value needs a row that contains it.

use crate::encode::{Encoder, Language, Literal, Number, Refused};

/// Largest number of rows for the learner.
pub(crate) const MOST_ROWS: usize = 1 << 14;

/// Returns the literals of a row, once each; `None` if the numbers cannot take it.
pub(super) fn row(to: &Encoder<'_>, numbers: &[Number], row: &[i32]) -> Option<Vec<Literal>> {
    let mut held: Vec<(Literal, Option<usize>)> = Vec::with_capacity(row.len());
    for (&number, &value) in numbers.iter().zip(row) {
        match to.is(number, value.into()) {
            Literal::TRUE => {}
            Literal::FALSE => return None,
            is => held.push((is, number.domain())),
        }
    }
    held.sort_unstable();
    held.dedup();
    // A variable cannot take two values.
    let agrees = held.windows(2).all(|pair| pair[0].1 != pair[1].1);
    agrees.then(|| held.into_iter().map(|(is, _)| is).collect())
}

/// Encodes that the numbers take the values of one of the rows.
pub(super) fn one_of(to: &mut Encoder<'_>, numbers: &[Number], rows: &[Vec<Literal>]) -> Result<(), Refused> {
    if rows.is_empty() {
        to.clause([]);
        return Ok(());
    }
    if rows.len() > MOST_ROWS && to.language() == Language::Values {
        return Err(Refused::TooLarge);
    }
    let chosen = to.choice(rows.len());
    let mut held_by: Vec<(Literal, Literal)> = Vec::new();
    for (row, &is_chosen) in rows.iter().zip(&chosen) {
        held_by.extend(row.iter().map(|&is| (is, is_chosen)));
    }
    let is_sum = to.language() == Language::Inequalities;
    if !is_sum {
        held_by.iter().for_each(|&(is, is_chosen)| to.clause([!is_chosen, is]));
    }
    held_by.sort_unstable();
    let mut domains: Vec<usize> = numbers.iter().filter_map(|number| number.domain()).collect();
    domains.sort_unstable();
    domains.dedup();
    for domain in domains {
        for is in to.domains[domain].is.clone() {
            let from = held_by.partition_point(|&(held, _)| held < is);
            let rows = held_by[from..].iter().take_while(|(held, _)| *held == is);
            let rows: Vec<Literal> = rows.map(|&(_, is_chosen)| is_chosen).collect();
            if is_sum { to.one_of(is, &rows) } else { to.clause(rows.into_iter().chain([!is])) }
        }
    }
    Ok(())
}
