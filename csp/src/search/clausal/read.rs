//! Translation of a model into lines and clauses.
//!
//! Constraints that their facts express completely are read from the facts. All others must [encode](crate::encode)
//! their meaning in clauses. A constraint that is too large for it is refused by name, since ignoring it would give
//! wrong answers.

use fixedbitset::FixedBitSet;

use crate::base::error::{Error, ErrorKind};
use crate::base::limits::{Meter, room};
use crate::compile::facts::Facts;
use crate::compile::presolve;
use crate::constraints::table::MOST_ROWS;
use crate::encode::{self, Encoder, MOST_ASSIGNMENTS, Number, Receiver};
use crate::engine::groups;
use crate::engine::store::{Slot, View};
use crate::model::Model;
use crate::model::config::Consistency;
use crate::model::constraint::Fact;
use crate::model::decision::Decision;
use crate::model::ids::{ConstraintId, Sources, Term, Var};

use super::clauses::watched_bytes;
use super::literal::{Atom, Literal};
use super::network::Network;
use super::variables::Variables;

/// Largest number of values of a variable, and of places of all values in all lines together.
const MOST_VALUES: usize = 1024;
const MOST_PLACES: usize = 1 << 24;
/// Largest number of literals in all clauses together.
const MOST_LITERALS: usize = 1 << 24;

/// A model as read.
#[derive(Debug)]
pub(super) struct Reading {
    pub network: Network,
    pub variables: Variables,
    pub groups: Vec<Group>,
    pub clauses: ReadClauses,
    /// Set if the model evidently has no solution.
    pub contradiction: bool,
}

/// Clauses, one after the other.
#[derive(Debug, Default)]
pub(super) struct ReadClauses {
    literals: Vec<Literal>,
    /// Where each clause ends.
    ends: Vec<u32>,
}

impl ReadClauses {
    fn push(&mut self, clause: &[Literal]) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len() as u32);
    }

    /// The clauses in the order in which they were read.
    pub fn iter(&self) -> impl Iterator<Item = &[Literal]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start as usize..end as usize])
    }

    /// Returns the bytes in use.
    fn bytes(&self) -> usize {
        room(&self.literals) + room(&self.ends)
    }

    /// Returns the bytes that the clauses will take beside these, when they are watched.
    pub fn bytes_watched(&self) -> usize {
        watched_bytes(self.ends.len(), self.literals.len())
    }
}

/// An all-different constraint.
#[derive(Debug)]
pub(super) struct Group {
    /// The lines of the constraint, one for each value.
    pub lines: std::ops::Range<u32>,
    pub members: usize,
}

/// Number of literals in clauses up to which a model is read in any case.
const FEW_LITERALS: usize = 1000;

pub(super) fn read(model: &Model, meter: &mut Meter) -> Result<Reading, Error> {
    if let Some(error) = model.error() {
        return Err(error.clone());
    }
    let mut facts = Facts::default();
    let mut clauses: Vec<Vec<Decision>> = Vec::new();
    let mut decisions = 0;
    let mut others: Vec<ConstraintId> = Vec::new();
    for (at, constraint) in model.constraints().enumerate() {
        let id = ConstraintId(at as u32);
        if !constraint.is_expressed_by_facts() {
            others.push(id);
            continue;
        }
        let own = |term: Term| model.local_term(term);
        constraint.facts(&mut |fact| match fact {
            Fact::AllDifferent(terms, _) => {
                facts.groups.push((terms.iter().copied().map(own).collect(), Consistency::default(), id));
            }
            Fact::Differ(a, b) => facts.differ.push((own(a), own(b), id)),
            Fact::Equal(a, b) => facts.equal.push((own(a), own(b), id)),
            Fact::Clause(clause) => {
                decisions += clause.len();
                clauses.push(clause.iter().map(|&decision| model.local_decision(decision)).collect());
            }
            Fact::Linear { .. } => {}
        });
        let bytes = || decisions * size_of::<Decision>() + clauses.len() * size_of::<Vec<Decision>>();
        heed(meter, bytes)?;
    }
    let mut reading = Reading {
        network: Network::default(),
        variables: Variables::default(),
        groups: Vec::new(),
        clauses: ReadClauses::default(),
        contradiction: false,
    };
    reading.add_variables(model, &facts)?;
    reading.add_groups(facts, meter)?;
    for decisions in clauses {
        reading.add_clause(&decisions);
        heed(meter, || reading.bytes())?;
    }
    reading.encode(model, &others, meter)?;
    reading.check_balance()?;
    reading.network.seal();
    match meter.is_over_now(reading.bytes()) {
        true => Err(over_limit()),
        false => Ok(reading),
    }
}

/// Returns an error if a limit is reached.
fn heed(meter: &mut Meter, bytes: impl FnOnce() -> usize) -> Result<(), Error> {
    match meter.is_due(1) && meter.is_over(bytes()) {
        true => Err(over_limit()),
        false => Ok(()),
    }
}

pub(super) fn over_limit() -> Error {
    Error::new(ErrorKind::Limit { what: "the model was read to learn from" })
}

fn refused(model: &Model, id: ConstraintId) -> Error {
    unsupported(format!(
        "{}, is not said by facts, and too much for clauses: they take parts with \
         up to {} assignments, and tables of up to {} rows; use Search for this model",
        model.describe(id),
        MOST_ASSIGNMENTS,
        MOST_ROWS
    ))
}

fn unsupported(what: String) -> Error {
    Error::new(ErrorKind::Unsupported { what })
}

impl Reading {
    /// Returns the bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.network.bytes() + self.clauses.bytes()
    }

    /// Adds the variables. Variables that must be equal share a slot.
    fn add_variables(&mut self, model: &Model, facts: &Facts) -> Result<(), Error> {
        let merged = presolve::equal::merge(model, facts, &FixedBitSet::new());
        self.contradiction |= merged.as_ref().is_some_and(|merged| merged.contradiction);
        for index in 0..model.variables() {
            let var = Var(index as u32);
            let (values, representative) = match &merged {
                None => (model.declared(var), Term::from(var)),
                Some(merged) => (&merged.domains[index], merged.representative[index]),
            };
            if representative.var != var {
                self.variables.add_equal(representative);
                continue;
            }
            if values.len() > MOST_VALUES {
                let (name, values) = (model.name(var), values.len());
                return Err(unsupported(format!(
                    "variable {name} has {values} values, and learning names every one of up to \
                     {MOST_VALUES}; use Search for this model"
                )));
            }
            let first = self.network.add_atoms(values.len());
            let atoms = self.variables.add(values.iter());
            debug_assert_eq!(first.0, atoms.start);
            self.network.add_line(atoms.map(Atom), true);
            self.check_size()?;
        }
        Ok(())
    }

    /// Encodes constraints that facts do not express.
    fn encode(
        &mut self,
        model: &Model,
        constraints: &[ConstraintId],
        meter: &mut Meter,
    ) -> Result<(), Error> {
        if constraints.is_empty() {
            return Ok(());
        }
        let copied = self.variables.bytes_as_numbers();
        if meter.is_over_now(self.bytes() + copied) {
            return Err(over_limit());
        }
        let (variables, domains) = self.variables.numbers();
        let mut clauses = Clauses { reading: self, meter, copied, error: None };
        let mut encoder = Encoder::of_values(model, variables, domains, &mut clauses);
        let failed = constraints.iter().find(|&&id| encoder.encode_one(id).is_err());
        match failed {
            Some(&id) => Err(clauses.error.unwrap_or_else(|| refused(model, id))),
            None => Ok(()),
        }
    }

    fn add_groups(&mut self, facts: Facts, meter: &mut Meter) -> Result<(), Error> {
        let mut groups: Vec<groups::Group> = Vec::with_capacity(facts.groups.len());
        for (terms, consistency, source) in facts.groups {
            let members = terms.iter().map(|&term| self.variables.view(term)).collect();
            groups.push(groups::Group::new(members, consistency, Sources::from_elem(source, 1)));
        }
        let pair = |(a, b, source)| (self.variables.view(a), self.variables.view(b), source);
        let pairs: Vec<(View, View, ConstraintId)> = facts.differ.into_iter().map(pair).collect();
        presolve::cliques::join(&pairs, Consistency::default(), &mut groups);
        for group in groups {
            self.add_group(&group.members);
            self.check_size()?;
            heed(meter, || self.bytes())?;
        }
        Ok(())
    }

    fn check_size(&self) -> Result<(), Error> {
        if self.network.members_in_all() <= MOST_PLACES {
            return Ok(());
        }
        Err(unsupported(format!(
            "the values of all variables and all-differents together are more than {MOST_PLACES}, too many to \
             learn about; use Search for this model"
        )))
    }

    /// Refuses a model of clauses rather than all-differents, unless all variables are Boolean: the decision heuristic
    /// suits all-differents and Booleans only.
    fn check_balance(&self) -> Result<(), Error> {
        let members = self.network.members_in_all();
        if self.clauses.literals.len() <= members.max(FEW_LITERALS) || members == 2 * self.network.lines() {
            return Ok(());
        }
        Err(unsupported("the model is clauses rather than all-differents".into()))
    }

    /// Adds an auxiliary variable with `values` values.
    fn add_choice(&mut self, values: usize) -> impl Iterator<Item = Atom> + use<> {
        let first = self.network.add_atoms(values);
        let atoms = self.variables.add_hidden(values);
        debug_assert_eq!(first.0, atoms.start);
        self.network.add_line(atoms.clone().map(Atom), true);
        atoms.map(Atom)
    }

    /// Adds an all-different, as a line for each value.
    fn add_group(&mut self, members: &[View]) {
        let mut sorted = members.to_vec();
        sorted.sort_unstable();
        self.contradiction |= sorted.windows(2).any(|pair| pair[0] == pair[1]);
        sorted.dedup();
        let mut places: Vec<(i32, Atom)> = Vec::new();
        for view in sorted {
            let atoms = self.variables.atoms(view.slot);
            places.extend(atoms.map(|atom| (self.variables.value(atom) + view.offset, atom)));
        }
        places.sort_unstable();
        let first = self.network.lines() as u32;
        for line in places.chunk_by(|a, b| a.0 == b.0) {
            self.network.add_line(line.iter().map(|&(_, atom)| atom), false);
        }
        self.groups.push(Group { lines: first..self.network.lines() as u32, members: members.len() });
    }

    fn add_clause(&mut self, decisions: &[Decision]) {
        let mut literals = Vec::with_capacity(decisions.len());
        let mut certain = false;
        for &decision in decisions {
            certain |= self.variables.literals(decision, &mut literals);
        }
        if !certain {
            self.push_clause(literals);
        }
    }

    fn push_clause(&mut self, mut literals: Vec<Literal>) {
        literals.sort_unstable();
        literals.dedup();
        if literals.windows(2).all(|pair| pair[0] != !pair[1]) {
            self.clauses.push(&literals);
        }
    }
}

/// Receives the clauses of constraints.
#[derive(Debug)]
struct Clauses<'r> {
    reading: &'r mut Reading,
    meter: &'r mut Meter,
    /// Bytes of the encoder's copy of the variables.
    copied: usize,
    /// The reason why no more are taken, if it is not their number.
    error: Option<Error>,
}

impl Receiver for Clauses<'_> {
    fn choice(&mut self, count: usize) -> Vec<encode::Literal> {
        self.reading.add_choice(count).map(|atom| encode::Literal::of_atom(atom.index())).collect()
    }

    fn clause(&mut self, literals: Vec<encode::Literal>) {
        self.reading
            .push_clause(literals.into_iter().map(|literal| Literal(literal.index() as u32)).collect());
    }

    fn all_different(&mut self, members: &[Number]) {
        let view = |number: &Number| {
            let slot = number.domain().expect("a variable has a domain") as u32;
            View { slot: Slot(slot), offset: number.offset() as i32 }
        };
        self.reading.add_group(&members.iter().map(view).collect::<Vec<View>>());
    }

    fn is_over(&mut self, work: usize) -> bool {
        if self.error.is_none() {
            let bytes = || self.reading.bytes() + self.copied;
            let is_over = self.meter.is_due(work as u32) && self.meter.is_over(bytes());
            self.error = self.reading.check_size().err().or_else(|| is_over.then(over_limit));
        }
        self.error.is_some() || self.reading.clauses.literals.len() > MOST_LITERALS
    }
}
