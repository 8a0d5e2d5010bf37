//! Styles: how clues of variants are set out.

use super::error::RequirementError;
use crate::rules::random::Form;

/// The way in which clues of rules are set out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// As many clues as there is room for, of which those stay that are needed.
    #[default]
    Free,
    /// Few clues: short lines, and cages that do not touch.
    Sparse,
    /// Cages that cover as much of the grid as they can.
    Tiled,
    /// Givens and clues that half a turn leaves as they are.
    Symmetric,
}

impl Style {
    /// All styles.
    pub const ALL: [Style; 4] = [Style::Free, Style::Sparse, Style::Tiled, Style::Symmetric];

    /// The name and a description.
    fn words(self) -> [&'static str; 2] {
        match self {
            Style::Free => ["free", "As many clues as are needed"],
            Style::Sparse => ["sparse", "Few clues: short lines, and cages that do not touch"],
            Style::Tiled => ["tiled", "Cages that cover as much of the grid as they can"],
            Style::Symmetric => ["symmetric", "Givens and clues that half a turn leaves as they are"],
        }
    }

    /// Returns the name for options.
    pub fn name(self) -> &'static str {
        self.words()[0]
    }

    /// Returns a description.
    pub fn help(self) -> &'static str {
        self.words()[1]
    }

    /// Returns the style of a name.
    pub fn find(name: &str) -> Option<Style> {
        Style::ALL.into_iter().find(|style| style.name() == name)
    }

    /// Reports a style that has no meaning for rules with clues of these forms, or for minimal puzzles.
    pub(super) fn check(self, forms: &[Form], is_minimal: bool) -> Result<(), RequirementError> {
        let what = match self {
            Style::Sparse if forms.is_empty() => {
                "sparse is a style of clues, and no rule with clues is asked for"
            }
            Style::Tiled if !forms.iter().any(|form| form.is_cage()) => {
                "tiled is a style of cages, and no rule with cages is asked for, such as killer"
            }
            Style::Tiled if is_minimal => {
                "tiled cages stay where they are not needed, so that a puzzle cannot be minimal: leave out one of both"
            }
            _ => return Ok(()),
        };
        Err(RequirementError::new(what.into()))
    }

    /// The greatest number of clues that are drawn for a rule on a grid of so many cells.
    pub(super) fn most_clues(self, form: Form, cells: usize) -> usize {
        let most = form.most_clues(cells);
        let few = match form {
            Form::Cage { .. } | Form::Cell | Form::Seen(_) => cells / 9,
            Form::Line { .. } | Form::Arrow { .. } | Form::Quadruple | Form::Diagonal => cells / 13,
            Form::Pair => cells / 7,
        };
        if self == Style::Sparse { few.clamp(2, most.max(2)) } else { most }
    }

    /// The form with the sizes of the style.
    pub(super) fn sized(self, form: Form) -> Form {
        match form {
            Form::Line { least, most, grows } if self == Style::Sparse => {
                Form::Line { least, most: most.min(least + 2), grows }
            }
            Form::Arrow { least, most } if self == Style::Sparse => {
                Form::Arrow { least, most: most.min(least + 1) }
            }
            Form::Cage { least, most, differs } if self == Style::Sparse => {
                Form::Cage { least, most: most.min(least + 2), differs }
            }
            other => other,
        }
    }
}
