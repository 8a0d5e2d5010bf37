//! Blocks, groups and slides: many constraints, some of one template.

use csp::all;

use super::Reader;
use super::constraints::Answer;
use super::element::{Arguments, Element};
use super::words::{number, tokens};
use crate::build::Meaning;
use crate::syntax::Fault;

/// The deepest nesting of blocks.
const DEEPEST: usize = 100;

impl Reader<'_> {
    /// Posts all constraints of a block, in their order.
    pub fn post_all(&mut self, block: &Element<'_>) -> Result<(), Fault> {
        self.post_within(block, DEEPEST)
    }

    fn post_within(&mut self, block: &Element<'_>, depth: usize) -> Result<(), Fault> {
        let deeper = depth.checked_sub(1).ok_or_else(|| block.fault("blocks are nested too deeply"))?;
        for element in block.children() {
            match element.name() {
                "block" => self.post_within(&element, deeper)?,
                "group" => self.group(&element)?,
                _ => self.post(&element)?,
            }
        }
        Ok(())
    }

    /// A template and the lists of its arguments.
    fn group(&mut self, group: &Element<'_>) -> Result<(), Fault> {
        let parts = group.children();
        let template = parts.first().ok_or_else(|| group.fault("a group has no constraint"))?;
        let (arity, _) = template.parameters();
        for arguments in &parts[1..] {
            if arguments.name() != "args" {
                return Err(
                    arguments.fault(format!("<{}> stands where <args> is expected", arguments.name()))
                );
            }
            let words = arguments.placed(|| self.words(arguments))?;
            arguments.placed(|| self.post_here(&template.with(Arguments { words, rest: arity })))?;
        }
        Ok(())
    }

    /// The words of a list, each for a single variable or number.
    fn words(&self, list: &Element<'_>) -> Result<Vec<String>, Fault> {
        let text = list.text()?;
        let mut words = Vec::new();
        for word in tokens(&text) {
            words.extend(self.names.expanded(word)?);
        }
        Ok(words)
    }

    fn post(&mut self, element: &Element<'_>) -> Result<(), Fault> {
        element.placed(|| self.post_here(element))
    }

    /// Posts a constraint whose faults have the place of another element.
    fn post_here(&mut self, element: &Element<'_>) -> Result<(), Fault> {
        let condition = self.constraint(element)?;
        self.ground.post(Meaning::Is(condition));
        match self.ground.model.error() {
            Some(error) => Err(Fault::new(error.kind().to_string())),
            None => Ok(()),
        }
    }

    /// A template over a window that slides along lists.
    pub fn slide(&mut self, slide: &Element<'_>) -> Answer {
        let is_circular = slide.attribute("circular") == Some("true");
        let children = slide.children();
        let template = children.iter().find(|child| child.name() != "list");
        let template = template.ok_or_else(|| Fault::new("a slide has no constraint"))?;
        if template.name() == "slide" {
            return Err(template.fault("a slide in a slide is not supported"));
        }
        let lists = slide.all("list");
        let (arity, has_rest) = template.parameters();
        let mut windows: Vec<(Vec<String>, usize, usize)> = Vec::new();
        for list in &lists {
            let positive = |name: &str, usual: usize| -> Result<usize, Fault> {
                let given = list.attribute(name).map(number).transpose()?;
                let given = given.map_or(Some(usual), |given| usize::try_from(given).ok());
                given.filter(|&given| given > 0).ok_or_else(|| Fault::new(format!("{name} is not positive")))
            };
            let usual = if lists.len() == 1 && !has_rest { arity.max(1) } else { 1 };
            windows.push((self.words(list)?, positive("offset", 1)?, positive("collect", usual)?));
        }
        let mut parts = Vec::new();
        for step in 0.. {
            let mut words = Vec::new();
            let fits = windows.iter().all(|(list, offset, collect)| {
                let begin = step * offset;
                let fits = begin < list.len() && *collect <= list.len() - if is_circular { 0 } else { begin };
                if fits {
                    words.extend((begin..begin + collect).map(|at| list[at % list.len()].clone()));
                }
                fits
            });
            if !fits || windows.is_empty() {
                break;
            }
            parts.push(self.constraint(&template.with(Arguments { words, rest: arity }))?);
        }
        Ok(all(parts))
    }
}
