//! The reader of FlatZinc as text: one pass over the bytes, an item at a time.

mod scan;

use crate::syntax::{
    Call, Constraint, Declaration, Expr, Fault, Goal, Kind, Problem, Ranges, Shown, ranges_of,
};
use scan::Scanner;

/// The greatest depth of nested arrays and calls.
const DEEPEST: usize = 200;

/// Reads a whole file.
///
/// ```
/// let error = csp_flatzinc::text::read("var 1..3: x;\nsolve satisfy").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 14: expected ';', found the end of the file");
/// ```
pub fn read(text: &str) -> Result<Problem<'_>, Fault> {
    Reader { scan: Scanner::new(text), problem: Problem::default(), has_goal: false }
        .read()
        .map_err(|fault| fault.located(text))
}

struct Reader<'a> {
    scan: Scanner<'a>,
    problem: Problem<'a>,
    has_goal: bool,
}

const SET: &str = "a set type";

/// A type as it is declared.
struct Type {
    is_variable: bool,
    kind: Kind,
    domain: Option<Ranges>,
    is_refused: Option<&'static str>,
}

impl<'a> Reader<'a> {
    fn read(mut self) -> Result<Problem<'a>, Fault> {
        while !self.scan.is_at_end() {
            self.item()?;
        }
        if !self.has_goal {
            return Err(self.scan.fault("there is no solve item"));
        }
        Ok(self.problem)
    }

    fn item(&mut self) -> Result<(), Fault> {
        let at = self.scan.offset();
        match self.scan.peek_word() {
            Some("constraint") => {
                self.scan.word();
                let at = self.scan.offset();
                let name = self.scan.name()?;
                let arguments = self.list(b'(', b')', 0)?;
                let annotations = self.annotations()?;
                self.problem.constraints.push(Constraint::new(Call { name, arguments }, &annotations, at));
            }
            Some("solve") => self.solve(at)?,
            Some("predicate") => {
                while !self.scan.is_at_end() && !self.scan.is_next(b';') {
                    self.scan.skip_one();
                }
            }
            _ => self.declaration()?,
        }
        self.scan.expect(b';')
    }

    fn solve(&mut self, at: usize) -> Result<(), Fault> {
        if self.has_goal {
            return Err(self.scan.fault("there is a second solve item"));
        }
        self.scan.word();
        self.has_goal = true;
        self.problem.solve_at = at;
        self.problem.annotations = self.annotations()?;
        let at = self.scan.offset();
        self.problem.goal = match self.scan.name()? {
            "satisfy" => Goal::Satisfy,
            "minimize" => Goal::Minimize(self.expression(0)?),
            "maximize" => Goal::Maximize(self.expression(0)?),
            other => {
                return Err(Fault::at(
                    at,
                    format!("expected satisfy, minimize or maximize, found '{other}'"),
                ));
            }
        };
        Ok(())
    }

    fn declaration(&mut self) -> Result<(), Fault> {
        let is_array = self.scan.peek_word() == Some("array");
        if is_array {
            self.scan.word();
            self.scan.expect(b'[')?;
            if self.scan.peek_word() == Some("int") {
                self.scan.word();
            } else {
                self.expression(0)?;
            }
            self.scan.expect(b']')?;
            self.keyword("of")?;
        }
        let type_at = self.scan.offset();
        let Type { is_variable, kind, domain, is_refused } = self.type_of()?;
        self.scan.expect(b':')?;
        let at = self.scan.offset();
        let name = self.scan.name()?;
        let annotations = self.annotations()?;
        let value = if self.scan.takes(b'=') { Some(self.expression(0)?) } else { None };
        // A set whose value flattening has decided may still be declared as a variable.
        let is_known_set = matches!(value, Some(Expr::Set(_))) || is_array && is_refused == Some(SET);
        if let Some(refused) = is_refused.filter(|_| is_variable && !is_known_set) {
            return Err(Fault::at(
                type_at,
                format!("{name} is a variable of {refused}; only integers and Booleans are solved"),
            ));
        }
        let variable = (is_variable && !is_array && !is_known_set).then_some(kind);
        if variable.is_none() && value.is_none() {
            return Err(Fault::at(at, format!("{name} has no value")));
        }
        let shown = annotations.iter().find_map(shown);
        self.problem.declarations.push(Declaration { name, variable, domain, value, shown, at });
        Ok(())
    }

    fn keyword(&mut self, keyword: &str) -> Result<(), Fault> {
        if self.scan.peek_word() != Some(keyword) {
            return Err(self.scan.unexpected(&format!("'{keyword}'")));
        }
        self.scan.word();
        Ok(())
    }

    fn type_of(&mut self) -> Result<Type, Fault> {
        let is_variable = self.scan.peek_word() == Some("var");
        if is_variable {
            self.scan.word();
        }
        let mut kind = Kind::Int;
        let (mut domain, mut is_refused) = (None, None);
        match self.scan.peek_word() {
            Some("int") => drop(self.scan.word()),
            Some("bool") => {
                self.scan.word();
                kind = Kind::Bool;
            }
            Some("float") => {
                self.scan.word();
                is_refused = Some("type float");
            }
            Some("set") => {
                self.scan.word();
                self.keyword("of")?;
                let inner = self.type_of()?;
                domain = inner.domain;
                is_refused = Some(SET);
            }
            _ => match self.expression(0)? {
                Expr::Set(ranges) => domain = Some(ranges),
                Expr::Float(_) => is_refused = Some("type float"),
                _ => return Err(self.scan.fault("expected a type before this")),
            },
        }
        Ok(Type { is_variable, kind, domain, is_refused })
    }

    fn annotations(&mut self) -> Result<Vec<Expr<'a>>, Fault> {
        let mut annotations = Vec::new();
        while self.scan.takes_two(b"::") {
            annotations.push(self.expression(0)?);
        }
        Ok(annotations)
    }

    fn list(&mut self, open: u8, close: u8, depth: usize) -> Result<Vec<Expr<'a>>, Fault> {
        self.scan.expect(open)?;
        let mut list = Vec::new();
        while !self.scan.takes(close) {
            list.push(self.expression(depth + 1)?);
            if !self.scan.takes(b',') {
                self.scan.expect(close)?;
                break;
            }
        }
        list.shrink_to_fit();
        Ok(list)
    }

    fn expression(&mut self, depth: usize) -> Result<Expr<'a>, Fault> {
        if depth > DEEPEST {
            return Err(self.scan.fault("this is nested too deep"));
        }
        match self.scan.peek() {
            Some(b'[') => Ok(Expr::Array(self.list(b'[', b']', depth)?.into())),
            Some(b'{') => self.set(depth),
            Some(b'"') => Ok(Expr::Text(self.scan.string()?)),
            Some(byte) if byte == b'-' || byte == b'+' || byte.is_ascii_digit() => self.number(),
            _ => self.named(depth),
        }
    }

    fn set(&mut self, depth: usize) -> Result<Expr<'a>, Fault> {
        let at = self.scan.offset();
        let list = self.list(b'{', b'}', depth)?;
        if list.iter().any(|value| matches!(value, Expr::Float(_))) {
            return Ok(Expr::Float(0.0));
        }
        let number = |value| match value {
            Expr::Int(value) => Ok(value),
            _ => Err(Fault::at(at, "a set lists integers")),
        };
        Ok(Expr::Set(ranges_of(list.into_iter().map(number).collect::<Result<_, _>>()?)))
    }

    fn number(&mut self) -> Result<Expr<'a>, Fault> {
        let first = self.scan.number()?;
        if !self.scan.takes_two(b"..") {
            return Ok(first);
        }
        match (first, self.scan.number()?) {
            (Expr::Int(low), Expr::Int(high)) if low <= high => Ok(Expr::Set([(low, high)].into())),
            (Expr::Int(_), Expr::Int(_)) => Ok(Expr::Set([].into())),
            _ => Ok(Expr::Float(0.0)),
        }
    }

    fn named(&mut self, depth: usize) -> Result<Expr<'a>, Fault> {
        let name = self.scan.name()?;
        match (name, self.scan.peek()) {
            ("true", _) => Ok(Expr::Bool(true)),
            ("false", _) => Ok(Expr::Bool(false)),
            (_, Some(b'(')) => {
                let arguments = self.list(b'(', b')', depth)?;
                Ok(Expr::Call(Box::new(Call { name, arguments })))
            }
            (_, Some(b'[')) => {
                let at = self.scan.offset();
                match &self.list(b'[', b']', depth)?[..] {
                    [Expr::Int(index)] => Ok(Expr::Element(Box::new((name, *index)))),
                    _ => Err(Fault::at(at, "expected an index that is a number")),
                }
            }
            _ => Ok(Expr::Name(name)),
        }
    }
}

/// Reads the annotations `output_var` and `output_array([1..2, 1..3])`.
fn shown(annotation: &Expr<'_>) -> Option<Shown> {
    match annotation.as_call()? {
        ("output_var", _) => Some(Shown::Scalar),
        ("output_array", [Expr::Array(sets)]) => {
            let ranges = |set: &Expr<'_>| match set {
                Expr::Set(ranges) => Some(ranges.clone()),
                _ => None,
            };
            Some(Shown::Array(sets.iter().map(ranges).collect::<Option<_>>()?))
        }
        _ => None,
    }
}
