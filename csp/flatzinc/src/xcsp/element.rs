//! An element of the document, with the arguments that fill in the template around it.

use std::borrow::Cow;
use std::rc::Rc;

use roxmltree::Node;

use super::words::shortened;
use crate::syntax::Fault;

/// The arguments of a template: `%0`, `%1` … and `%...`, those after the greatest number.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    pub words: Vec<String>,
    /// The first of those that `%...` stands for.
    pub rest: usize,
}

/// An element.
#[derive(Clone)]
pub(super) struct Element<'a> {
    node: Node<'a, 'a>,
    arguments: Option<Rc<Arguments>>,
}

impl<'a> Element<'a> {
    pub fn root(node: Node<'a, 'a>) -> Element<'a> {
        Element { node, arguments: None }
    }

    /// The same as a template with these arguments.
    pub fn with(&self, arguments: Arguments) -> Element<'a> {
        Element { node: self.node, arguments: Some(Rc::new(arguments)) }
    }

    pub fn name(&self) -> &'a str {
        self.node.tag_name().name()
    }

    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        self.node.attribute_node(name).map(|attribute| attribute.value())
    }

    /// The elements in this one, in their order.
    pub fn children(&self) -> Vec<Element<'a>> {
        let elements = self.node.children().filter(Node::is_element);
        elements.map(|node| Element { node, arguments: self.arguments.clone() }).collect()
    }

    /// Those of them with a name.
    pub fn all(&self, name: &str) -> Vec<Element<'a>> {
        self.children().into_iter().filter(|child| child.name() == name).collect()
    }

    /// The first of them with a name.
    pub fn child(&self, name: &str) -> Option<Element<'a>> {
        self.children().into_iter().find(|child| child.name() == name)
    }

    /// Like [`child`](Element::child), or a fault.
    pub fn need(&self, name: &str) -> Result<Element<'a>, Fault> {
        self.child(name).ok_or_else(|| Fault::new(format!("<{}> lacks a <{name}>", self.name())))
    }

    /// The first of them with a name, or the element itself if it has none at all.
    pub fn child_or_self(&self, name: &str) -> Result<Element<'a>, Fault> {
        if self.children().is_empty() { Ok(self.clone()) } else { self.need(name) }
    }

    /// The text, with the arguments filled in.
    pub fn text(&self) -> Result<Cow<'a, str>, Fault> {
        let mut texts = self.node.children().filter(Node::is_text).filter_map(|node| node.text());
        let mut text = Cow::Borrowed(texts.next().unwrap_or(""));
        texts.for_each(|more| text.to_mut().push_str(more));
        match &self.arguments {
            Some(arguments) if text.contains('%') => arguments.fill(&text).map(Cow::Owned),
            _ => Ok(text),
        }
    }

    /// The greatest number of an argument in the texts of this element and all inside, plus one; and whether the rest
    /// of the arguments is used.
    pub fn parameters(&self) -> (usize, bool) {
        let (mut count, mut has_rest) = (0, false);
        for text in self.node.descendants().filter(Node::is_text).filter_map(|node| node.text()) {
            for part in text.split('%').skip(1) {
                let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
                match part[..digits].parse::<usize>() {
                    Ok(number) => count = count.max(number.saturating_add(1)),
                    Err(_) => has_rest |= part.starts_with("..."),
                }
            }
        }
        (count, has_rest)
    }

    pub fn fault(&self, what: impl Into<String>) -> Fault {
        Fault::at(self.node.range().start, what)
    }

    /// Gives a fault without a place the place of this element.
    pub fn placed<T>(&self, work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
        work().map_err(|fault| match (fault.place, fault.at) {
            (None, None) => self.fault(format!("<{}>: {}", self.name(), fault.what)),
            _ => fault,
        })
    }
}

impl Arguments {
    fn fill(&self, text: &str) -> Result<String, Fault> {
        let mut parts = text.split('%');
        let mut filled = parts.next().unwrap_or("").to_owned();
        for part in parts {
            if let Some(after) = part.strip_prefix("...") {
                filled.push_str(&self.words.get(self.rest..).unwrap_or_default().join(" "));
                filled.push_str(after);
                continue;
            }
            let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            let word = part[..digits].parse().ok().and_then(|at: usize| self.words.get(at));
            let Some(word) = word else {
                let given = self.words.len();
                return Err(Fault::new(format!(
                    "there is no argument %{}: {given} are given",
                    shortened(&part[..digits])
                )));
            };
            filled.push_str(word);
            filled.push_str(&part[digits..]);
        }
        Ok(filled)
    }
}
