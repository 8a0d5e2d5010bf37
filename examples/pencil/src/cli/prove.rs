//! `pencil prove`: proofs for programs that check them.

use std::fs;

use csp::proof::{Format, Proof};
use pencil::prove::{Part, Proved, prove};

use super::args::{ProofFormat, Prove};
use super::input::{Asked, only};
use super::{FAILED, INTERRUPTED, LIMIT, MALFORMED, batch, words};

impl Prove {
    /// Writes the proof, and returns the exit status.
    pub fn run(&self) -> Result<u8, String> {
        let format = match self.format {
            ProofFormat::Veripb => Format::Pseudoboolean,
            ProofFormat::Drat => Format::Drat,
        };
        if self.check {
            format.checker().find()?;
        }
        let cancel = batch::interrupt();
        let (item, asked) = only(&self.input)?;
        let Asked::Puzzle(puzzle) = &asked else {
            return Err(format!("{}: of a position there is nothing to prove", item.place));
        };
        let limits = batch::limits(&self.effort, &cancel);
        let proved = prove(puzzle, format, &limits).map_err(|error| format!("{}: {error}", item.place))?;
        let (word, status, note) = match proved {
            Proved::Unique(_, parts) => return self.write("unique", &parts, format),
            Proved::None(parts) => return self.write("none", &parts, format),
            Proved::Limit if cancel.is_cancelled() => {
                eprintln!("pencil: interrupted");
                return Ok(INTERRUPTED);
            }
            Proved::Limit => ("limit", LIMIT, None),
            Proved::Several(two) => {
                let differ = words::differences(puzzle, &two[0], &two[1]);
                ("multiple", FAILED, Some(format!("several answers, and nothing to prove: {differ}")))
            }
            Proved::Rule(rule, place) => {
                let rule = words::rule(puzzle, rule, &[place]);
                (
                    "invalid",
                    MALFORMED,
                    Some(format!("this cannot be said in a formula of the format: {rule}")),
                )
            }
            Proved::Gap => {
                let note = "the search found nothing else, but its proof has a gap";
                ("invalid", MALFORMED, Some(note.to_owned()))
            }
        };
        println!("{word}");
        if let Some(note) = note {
            eprintln!("{}: {note}", item.place);
        }
        Ok(status)
    }

    /// Writes the files, and checks them if this is requested.
    fn write(&self, word: &str, parts: &[Part], format: Format) -> Result<u8, String> {
        let folder = &self.output;
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        println!("{word}");
        for (name, Proof { formula, lines, .. }) in parts {
            let files = format.extensions().map(|end| folder.join(format!("{name}.{end}")));
            for (file, text) in files.iter().zip([formula, lines]) {
                fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
            }
            let [formula, lines] = &files;
            let mut checked = String::new();
            if self.check {
                format.checker().check(formula, lines)?;
                checked = format!(", checked by {}", format.checker().name);
            }
            let concluded = match *name {
                "solution" => "the answer is one",
                "others" => "there is no other answer",
                _ => "there is no answer",
            };
            println!("{} {}: {concluded}{checked}", formula.display(), lines.display());
        }
        Ok(0)
    }
}
