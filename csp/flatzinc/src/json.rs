//! The reader of FlatZinc as JSON.

use serde_json::Value;

use crate::syntax::{
    Call, Constraint, Declaration, Expr, Fault, Goal, Kind, Problem, Ranges, Shown, ranges_of,
};

/// Parses the JSON document; [`read`] makes a problem of it.
pub fn parse(text: &str) -> Result<Value, Fault> {
    serde_json::from_str(text).map_err(|error| {
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default();
        Fault { place: Some((error.line(), error.column())), at: None, what: what.to_string() }
    })
}

/// Reads a whole document. Faults have no place, but name the constraint or variable.
pub fn read(document: &Value) -> Result<Problem<'_>, Fault> {
    let mut problem = Problem::default();
    for (name, variable) in entries(document, "variables") {
        let declaration = variable_of(name, variable).map_err(|fault| about(name, fault))?;
        problem.declarations.push(declaration);
    }
    for (name, array) in entries(document, "arrays") {
        let value = list(array.get("a")).map_err(|fault| about(name, fault))?;
        let value = Some(Expr::Array(value.into()));
        problem.declarations.push(Declaration {
            name,
            variable: None,
            domain: None,
            value,
            shown: None,
            at: 0,
        });
    }
    let places: std::collections::HashMap<&str, usize> =
        problem.declarations.iter().enumerate().map(|(at, declaration)| (declaration.name, at)).collect();
    for shown in document.get("output").and_then(Value::as_array).into_iter().flatten() {
        let place = shown.as_str().and_then(|name| places.get(name));
        let Some(&place) = place else { return Err(Fault::new(format!("output: {shown} is not declared"))) };
        problem.declarations[place].shown = Some(Shown::Scalar);
    }
    for constraint in document.get("constraints").and_then(Value::as_array).into_iter().flatten() {
        let annotations = constraint.get("ann").and_then(Value::as_array).into_iter().flatten();
        let annotations: Vec<Expr<'_>> = annotations.map(expression).collect::<Result<_, _>>()?;
        problem.constraints.push(Constraint::new(call(constraint)?, &annotations, 0));
    }
    let Some(solve) = document.get("solve") else { return Err(Fault::new("there is no \"solve\"")) };
    for annotation in solve.get("ann").and_then(Value::as_array).into_iter().flatten() {
        problem.annotations.push(expression(annotation)?);
    }
    let objective = || match solve.get("objective") {
        Some(objective) => expression(objective),
        None => Err(Fault::new("solve: there is no \"objective\"")),
    };
    problem.goal = match solve.get("method").and_then(Value::as_str) {
        Some("satisfy") => Goal::Satisfy,
        Some("minimize") => Goal::Minimize(objective()?),
        Some("maximize") => Goal::Maximize(objective()?),
        _ => return Err(Fault::new("solve: the method is satisfy, minimize or maximize")),
    };
    Ok(problem)
}

fn about(name: &str, fault: Fault) -> Fault {
    Fault { what: format!("{name}: {}", fault.what), ..fault }
}

fn entries<'a>(document: &'a Value, key: &str) -> impl Iterator<Item = (&'a str, &'a Value)> {
    document
        .get(key)
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(name, value)| (name.as_str(), value))
}

fn variable_of<'a>(name: &'a str, variable: &'a Value) -> Result<Declaration<'a>, Fault> {
    let kind = match variable.get("type").and_then(Value::as_str) {
        Some("bool") => Kind::Bool,
        Some("int") => Kind::Int,
        Some(other) => {
            return Err(Fault::new(format!(
                "a variable of type {other}; only integers and Booleans are solved"
            )));
        }
        None => return Err(Fault::new("there is no \"type\"")),
    };
    let domain = variable.get("domain").map(ranges).transpose()?;
    let value = variable.get("rhs").map(expression).transpose()?;
    Ok(Declaration { name, variable: Some(kind), domain, value, shown: None, at: 0 })
}

fn ranges(value: &Value) -> Result<Ranges, Fault> {
    let wrong = || Fault::new("a set is a list of numbers or pairs of numbers");
    let Some(parts) = value.as_array() else { return Err(wrong()) };
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for part in parts {
        match (part.as_i64(), part.as_array().map(|pair| &pair[..])) {
            (Some(value), _) => ranges.push((value, value)),
            (None, Some([low, high])) => match (low.as_i64(), high.as_i64()) {
                (Some(low), Some(high)) if low <= high => ranges.push((low, high)),
                (Some(_), Some(_)) => {}
                _ => return Err(wrong()),
            },
            _ => return Err(wrong()),
        }
    }
    ranges.sort_unstable();
    let is_listed = ranges.iter().all(|(low, high)| low == high);
    if is_listed {
        return Ok(ranges_of(ranges.into_iter().map(|(value, _)| value).collect()));
    }
    if ranges.windows(2).any(|pair| pair[0].1 >= pair[1].0) {
        return Err(Fault::new("ranges of a set overlap"));
    }
    Ok(ranges.into())
}

fn list(value: Option<&Value>) -> Result<Vec<Expr<'_>>, Fault> {
    let Some(list) = value.and_then(Value::as_array) else { return Err(Fault::new("there is no list")) };
    list.iter().map(expression).collect()
}

fn call(value: &Value) -> Result<Call<'_>, Fault> {
    let Some(name) = value.get("id").and_then(Value::as_str) else {
        return Err(Fault::new("something has no \"id\""));
    };
    let arguments = value.get("args").and_then(Value::as_array).into_iter().flatten();
    let arguments = arguments.map(expression).collect::<Result<_, _>>();
    Ok(Call { name, arguments: arguments.map_err(|fault| about(name, fault))? })
}

fn expression(value: &Value) -> Result<Expr<'_>, Fault> {
    match value {
        Value::Bool(truth) => Ok(Expr::Bool(*truth)),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(number), _) => Ok(Expr::Int(number)),
            (None, Some(number)) => Ok(Expr::Float(number)),
            (None, None) => Err(Fault::new("a number is too large")),
        },
        Value::String(name) => Ok(Expr::Name(name)),
        Value::Array(list) => {
            let list: Vec<_> = list.iter().map(expression).collect::<Result<_, _>>()?;
            Ok(Expr::Array(list.into()))
        }
        Value::Object(object) => {
            if let Some(set) = object.get("set") {
                Ok(Expr::Set(ranges(set)?))
            } else if let Some(Value::String(text)) = object.get("string") {
                Ok(Expr::Text(text.as_str().into()))
            } else {
                Ok(Expr::Call(Box::new(call(value)?)))
            }
        }
        Value::Null => Err(Fault::new("there is a null")),
    }
}
