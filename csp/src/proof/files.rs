//! Files of proofs, and the programs that check them.

use std::path::Path;
use std::process::Command;

use super::line::Format;

impl Format {
    /// Returns the usual extensions of files with a formula and with a proof.
    pub fn extensions(self) -> [&'static str; 2] {
        match self {
            Format::Pseudoboolean => ["opb", "pbp"],
            Format::Drat => ["cnf", "drat"],
        }
    }

    /// Returns the usual program that checks proofs.
    pub fn checker(self) -> Checker {
        match self {
            Format::Pseudoboolean => {
                Checker { name: "veripb", source: "install it with cargo install veripb" }
            }
            Format::Drat => {
                Checker { name: "drat-trim", source: "it comes from github.com/marijnheule/drat-trim" }
            }
        }
    }
}

/// A program that checks proofs.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Checker {
    /// Its name.
    pub name: &'static str,
    /// Where it comes from, as a sentence.
    pub source: &'static str,
}

impl Checker {
    /// Looks for the program; the error says where it comes from.
    pub fn find(self) -> Result<(), String> {
        let ran = Command::new(self.name).arg("--help").output();
        ran.map(|_| ()).map_err(|_| format!("{} is not on the path: {}", self.name, self.source))
    }

    /// Lets the program check the files of a formula and of a proof; the error says why it refuses.
    pub fn check(self, formula: &Path, lines: &Path) -> Result<(), String> {
        let ran = Command::new(self.name).arg(formula).arg(lines).output();
        let ran = ran.map_err(|error| format!("{}: {error}", self.name))?;
        let said = String::from_utf8_lossy(&ran.stdout);
        if said.lines().any(|line| line.trim_start().starts_with("s VERIFIED")) {
            return Ok(());
        }
        let complaint = String::from_utf8_lossy(&ran.stderr);
        let reason = complaint.lines().chain(said.lines()).find(|line| !line.trim().is_empty());
        let reason = reason.unwrap_or("it does not say why");
        Err(format!("{} refuses {}: {reason}", self.name, lines.display()))
    }
}
