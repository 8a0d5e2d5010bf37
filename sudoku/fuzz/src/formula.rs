//! Random formulas.

use testkit::Bytes;

/// Returns a condition over cells and names, with at most `depth` levels.
pub fn condition(
    bytes: &mut Bytes<'_>,
    depth: usize,
    names: &[&str],
    cell: &dyn Fn(&mut Bytes<'_>) -> String,
) -> String {
    let inner = depth.saturating_sub(1);
    let part = |bytes: &mut Bytes<'_>| condition(bytes, inner, names, cell);
    let number = |bytes: &mut Bytes<'_>| number(bytes, inner, names, cell);
    match bytes.below(if depth == 0 { 3 } else { 7 }) {
        0 | 1 => {
            let relation = bytes.pick(&["==", "=", "!=", "<", "<=", ">", ">="]);
            let mut text = format!("{} {relation} {}", number(bytes), number(bytes));
            if bytes.one_in(5) {
                text += &format!(" {} {}", bytes.pick(&["<", "==", ">="]), number(bytes));
            }
            text
        }
        2 => format!("all-different{{{}}}", list(bytes, names, cell)),
        3 => format!("not {}", part(bytes)),
        4 => format!("({})", part(bytes)),
        _ => {
            let word = bytes.pick(&["and", "or", "implies"]);
            format!("{} {word} {}", part(bytes), part(bytes))
        }
    }
}

fn number(
    bytes: &mut Bytes<'_>,
    depth: usize,
    names: &[&str],
    cell: &dyn Fn(&mut Bytes<'_>) -> String,
) -> String {
    let inner = depth.saturating_sub(1);
    let part = |bytes: &mut Bytes<'_>| number(bytes, inner, names, cell);
    let one = |bytes: &mut Bytes<'_>| match bytes.below(names.len() + 2) {
        at if at < names.len() => names[at].to_owned(),
        _ => cell(bytes),
    };
    match bytes.below(if depth == 0 { 4 } else { 12 }) {
        0..3 => one(bytes),
        3 => bytes.between(0, 9).to_string(),
        4 => format!("-{}", part(bytes)),
        5 => format!("({})", part(bytes)),
        6 => format!("abs({})", part(bytes)),
        7 => format!("{}({}, {})", bytes.pick(&["min", "max"]), part(bytes), part(bytes)),
        8 => format!("{}{{{}}}", bytes.pick(&["sum", "min", "max", "distinct"]), list(bytes, names, cell)),
        9 => format!("count{{{}, {}}}", list(bytes, names, cell), part(bytes)),
        _ => {
            let sign = bytes.pick(&["+", "-", "*", "/", "%"]);
            format!("{} {sign} {}", part(bytes), part(bytes))
        }
    }
}

fn list(bytes: &mut Bytes<'_>, names: &[&str], cell: &dyn Fn(&mut Bytes<'_>) -> String) -> String {
    let one = |bytes: &mut Bytes<'_>| match bytes.below(names.len() + 4) {
        at if at < names.len() => names[at].to_owned(),
        at if at == names.len() => bytes.pick(&["row 1", "col 2", "all", "r1-2c1", "bottom 1"]).to_owned(),
        _ => cell(bytes),
    };
    bytes.list(1, 3, one).join(" ")
}
