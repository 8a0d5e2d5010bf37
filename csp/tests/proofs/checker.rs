//! A checker of proofs, as simple as possible and without code of the engine: sums, reverse unit propagation, definitions
//! of new variables; of proofs by clauses, reverse unit propagation alone.

use std::collections::BTreeMap;

/// Σ a·variable ≥ degree, with coefficients of any sign.
#[derive(Clone, Debug, Default)]
struct Row {
    terms: BTreeMap<String, i64>,
    degree: i64,
}

/// Checks a proof. Returns its conclusion, or what is wrong.
pub fn check(formula: &str, proof: &str) -> Result<String, String> {
    let mut rows = Vec::new();
    let mut objective = Row::default();
    for line in formula.lines().filter(|line| !line.starts_with('*')) {
        match line.strip_prefix("min:") {
            Some(terms) => objective = Row::parse(&format!("{} >= 0", terms.trim_end_matches(';')))?,
            None => rows.push(Row::parse(line.trim_end_matches(';'))?),
        }
    }
    let mut best = None;
    for line in proof.lines() {
        let line = line.strip_suffix(" ;").unwrap_or(line);
        let (rule, rest) = line.split_once(' ').unwrap_or((line, ""));
        match rule {
            "pseudo-Boolean" | "output" | "end" | "del" => {}
            "f" if rest == rows.len().to_string() => {}
            "rup" => {
                let row = Row::parse(rest)?;
                let mut all = rows.clone();
                all.push(row.negated());
                if !is_refuted(&all, BTreeMap::new()) {
                    return Err(format!("not by unit propagation: {line}"));
                }
                rows.push(row);
            }
            "pol" => rows.push(sum(rest, &rows)?),
            "red" => {
                let (row, witness) = rest.split_once(" : ").ok_or("a witness is lacking")?;
                let row = Row::parse(row)?;
                let (variable, value) = witness.split_once(" -> ").ok_or("a witness maps")?;
                define(&row, variable, value == "1", &rows)?;
                rows.push(row);
            }
            "soli" => {
                let values = assignment(rest);
                best = Some(objective_of(&objective, &rows, &values)?);
                // From now on, the objective must be less than the value of this solution.
                let mut better = objective.negated();
                better.degree = 1 - best.unwrap_or_default() - objective.degree;
                rows.push(better);
            }
            "conclusion" => return conclude(rest, &rows, &objective, best),
            _ => return Err(format!("no rule: {line}")),
        }
    }
    Err("no conclusion".into())
}

fn conclude(rest: &str, rows: &[Row], objective: &Row, best: Option<i64>) -> Result<String, String> {
    let (what, hint) = rest.split_once(" : ").ok_or("a hint is lacking")?;
    let line = hint.split(' ').next().and_then(|line| line.parse::<usize>().ok());
    let is_empty = |line: usize| rows.get(line - 1).is_some_and(|row| row.greatest() < row.degree);
    match what.split(' ').next() {
        Some("UNSAT") if line.is_some_and(is_empty) && best.is_none() => Ok("UNSAT".into()),
        Some("SAT") => objective_of(objective, rows, &assignment(hint)).map(|_| "SAT".into()),
        Some("BOUNDS") if line.is_some_and(is_empty) => {
            let bounds = [what.split(' ').nth(1), hint.split(' ').nth(1)];
            let best = best.map(|best| best.to_string());
            if bounds != [best.as_deref(); 2] {
                return Err(format!("bounds {bounds:?} of {best:?}"));
            }
            Ok(what.into())
        }
        _ => Err(format!("unfounded: {rest}")),
    }
}

/// Checks a part of the definition of a variable by the redundance rule: for this value of the variable, the row
/// itself and all rows with the variable must follow from all rows and the negation of the row.
fn define(row: &Row, variable: &str, value: bool, rows: &[Row]) -> Result<(), String> {
    let fixed = BTreeMap::from([(variable.to_owned(), value)]);
    let mut negated = rows.to_vec();
    negated.push(row.negated());
    for goal in rows.iter().filter(|row| row.terms.contains_key(variable)).chain([row]) {
        let mut all = negated.clone();
        all.push(goal.with(&fixed).negated());
        if !is_refuted(&all, BTreeMap::new()) {
            return Err(format!("{variable} is not free for {row:?}"));
        }
    }
    Ok(())
}

fn assignment(literals: &str) -> BTreeMap<String, bool> {
    let value = |literal: &str| (literal.trim_start_matches('~').to_owned(), !literal.starts_with('~'));
    literals.split(' ').filter(|word| !word.is_empty()).map(value).collect()
}

fn objective_of(objective: &Row, rows: &[Row], values: &BTreeMap<String, bool>) -> Result<i64, String> {
    for row in rows {
        if row.with(values).greatest() < row.with(values).degree || !row.with(values).terms.is_empty() {
            return Err(format!("no solution of {row:?}"));
        }
    }
    Ok(-objective.with(values).degree)
}

/// A sum in reverse Polish notation.
fn sum(words: &str, rows: &[Row]) -> Result<Row, String> {
    let mut stack: Vec<Row> = Vec::new();
    let mut number = None;
    for word in words.split(' ') {
        let top = stack.len();
        match word {
            "+" => {
                let (one, other) = (stack.pop().ok_or("too few")?, stack.pop().ok_or("too few")?);
                stack.push(one.plus(&other, 1));
                number = None;
            }
            "*" | "d" => {
                let by = number.take().ok_or("no number")?;
                // The factor was also pushed on the stack as if it were the number of a line.
                stack.pop();
                let row = stack.pop().ok_or("too few")?;
                stack.push(if word == "*" { Row::default().plus(&row, by) } else { row.divided(by) });
            }
            "s" => {
                let row = stack.pop().ok_or("too few")?.saturated();
                stack.push(row);
            }
            word => {
                number = word.parse::<i64>().ok();
                let row = match number {
                    Some(line) if top > 0 => rows.get(line as usize - 1).cloned().unwrap_or_default(),
                    Some(line) => rows.get(line as usize - 1).cloned().ok_or(format!("no line {line}"))?,
                    None => Row::parse(&format!("1 {word} >= 0"))?,
                };
                stack.push(row);
            }
        }
    }
    match &stack[..] {
        [one] => Ok(one.clone()),
        _ => Err(format!("not one row: {words}")),
    }
}

/// Checks a refutation by clauses (DIMACS and DRAT without deletions). Returns what is wrong.
pub fn check_clauses(formula: &str, proof: &str) -> Result<(), String> {
    let clause = |line: &str| {
        let literals = line.strip_suffix('0').ok_or(format!("no end: {line}"))?.split_whitespace();
        let term = |literal: &str| match literal.strip_prefix('-') {
            Some(number) => format!("1 ~x{number} "),
            None => format!("1 x{literal} "),
        };
        Row::parse(&format!("{}>= 1", literals.map(term).collect::<String>()))
    };
    let clauses = formula.lines().filter(|line| !line.starts_with(['c', 'p']));
    let mut rows = clauses.map(clause).collect::<Result<Vec<Row>, String>>()?;
    for line in proof.lines() {
        let row = clause(line)?;
        rows.push(row.negated());
        if !is_refuted(&rows, BTreeMap::new()) {
            return Err(format!("not by unit propagation: {line}"));
        }
        if row.terms.is_empty() {
            return Ok(());
        }
        *rows.last_mut().expect("the negation") = row;
    }
    Err("no empty clause".into())
}

impl Row {
    fn parse(text: &str) -> Result<Row, String> {
        let (terms, degree) = text.split_once(">=").ok_or(format!("no inequality: {text}"))?;
        let mut row = Row { degree: degree.trim().parse().map_err(|_| text.to_owned())?, ..Row::default() };
        let words: Vec<&str> = terms.split_whitespace().collect();
        for pair in words.chunks(2) {
            let a: i64 = pair[0].parse().map_err(|_| text.to_owned())?;
            let literal = pair.get(1).ok_or(text)?;
            match literal.strip_prefix('~') {
                Some(name) => {
                    row.degree -= a;
                    *row.terms.entry(name.into()).or_default() -= a;
                }
                None => *row.terms.entry((*literal).into()).or_default() += a,
            }
        }
        Ok(row)
    }

    fn greatest(&self) -> i64 {
        self.terms.values().map(|&a| a.max(0)).sum()
    }

    fn least(&self) -> i64 {
        self.terms.values().map(|&a| a.min(0)).sum()
    }

    fn negated(&self) -> Row {
        let terms = self.terms.iter().map(|(name, a)| (name.clone(), -a)).collect();
        Row { terms, degree: 1 - self.degree }
    }

    fn with(&self, values: &BTreeMap<String, bool>) -> Row {
        let mut row = Row { degree: self.degree, ..Row::default() };
        for (name, &a) in &self.terms {
            match values.get(name) {
                Some(&value) => row.degree -= if value { a } else { 0 },
                None => {
                    row.terms.insert(name.clone(), a);
                }
            }
        }
        row
    }

    fn plus(&self, other: &Row, times: i64) -> Row {
        let mut row = self.clone();
        row.degree += times * other.degree;
        for (name, a) in &other.terms {
            *row.terms.entry(name.clone()).or_default() += times * a;
        }
        row
    }

    /// Changes the coefficients and the degree of the row's normal form: positive coefficients over literals.
    fn changed(&self, change: impl Fn(i64, i64) -> i64, degree: impl Fn(i64) -> i64) -> Row {
        let own = self.degree - self.least();
        let terms = self.terms.iter().map(|(name, &a)| (name.clone(), a.signum() * change(a.abs(), own)));
        let mut row = Row { terms: terms.collect(), degree: 0 };
        row.degree = degree(own) + row.least();
        row
    }

    fn divided(&self, by: i64) -> Row {
        self.changed(|a, _| (a + by - 1) / by, |degree| (degree + by - 1).div_euclid(by))
    }

    fn saturated(&self) -> Row {
        self.changed(|a, degree| a.min(degree.max(0)), |degree| degree)
    }
}

/// Returns whether unit propagation finds that the rows cannot hold together.
fn is_refuted(rows: &[Row], mut values: BTreeMap<String, bool>) -> bool {
    loop {
        let known = values.len();
        for row in rows {
            let row = row.with(&values);
            let slack = row.greatest() - row.degree;
            if slack < 0 {
                return true;
            }
            let forced = row.terms.iter().filter(|(_, a)| a.abs() > slack);
            values.extend(forced.map(|(name, &a)| (name.clone(), a > 0)));
        }
        if values.len() == known {
            return false;
        }
    }
}
