//! A reader for the subset of XML in images. It refuses everything that is not well-formed.

/// Element and its direct content.
#[derive(Debug)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub text: String,
    /// Number of enclosing elements.
    pub depth: usize,
}

impl Element {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Returns a numeric attribute.
    pub fn number(&self, name: &str) -> f64 {
        let value = self.get(name).unwrap_or_else(|| panic!("{} has no {name}", self.name));
        value.parse().unwrap_or_else(|_| panic!("{name} is {value}"))
    }
}

/// Returns the elements in the order in which they begin.
pub fn read(text: &str) -> Result<Vec<Element>, String> {
    if let Some(c) = text.chars().find(|&c| c != '\n' && c.is_control()) {
        return Err(format!("a character {c:?}"));
    }
    let mut elements: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let between = unescaped(&rest[..start])?;
        match open.last() {
            Some(&element) => elements[element].text += &between,
            None if between.trim().is_empty() => {}
            None => return Err(format!("{between:?} outside")),
        }
        let end = start + rest[start..].find('>').ok_or("a tag without an end")?;
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let element = open.pop().ok_or_else(|| format!("</{name}> closes nothing"))?;
            if elements[element].name != name {
                return Err(format!("</{name}> closes <{}>", elements[element].name));
            }
            continue;
        }
        if open.is_empty() && !elements.is_empty() {
            return Err("a second root".into());
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        elements.push(element(tag, open.len())?);
        if !closed {
            open.push(elements.len() - 1);
        }
    }
    match (open.last(), rest.trim()) {
        (Some(&element), _) => Err(format!("<{}> is not closed", elements[element].name)),
        (None, "") => Ok(elements),
        (None, rest) => Err(format!("{rest:?} at the end")),
    }
}

/// Parses a tag without its brackets.
fn element(tag: &str, depth: usize) -> Result<Element, String> {
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Err(format!("an element named {name:?}"));
    }
    let mut attributes: Vec<(String, String)> = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").ok_or_else(|| format!("no value in {rest:?}"))?;
        let (value, after) = after.split_once('"').ok_or_else(|| format!("no end of value in {rest:?}"))?;
        if attributes.iter().any(|(other, _)| other == name) {
            return Err(format!("{name} twice in {tag:?}"));
        }
        attributes.push((name.to_owned(), unescaped(value)?));
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    Ok(Element { name: name.to_owned(), attributes, text: String::new(), depth })
}

fn unescaped(text: &str) -> Result<String, String> {
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (entity, after) = part.split_once(';').ok_or_else(|| format!("a bare & in {text:?}"))?;
        plain.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            other => return Err(format!("&{other};")),
        });
        plain += after;
    }
    Ok(plain)
}
