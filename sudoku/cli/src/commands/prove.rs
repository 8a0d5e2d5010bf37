//! `sudoku prove`: proofs of uniqueness for programs that check them.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use csp::proof::{Format, Proof};
use sudoku::{Puzzle, PuzzleProof};
use sudoku_ask::{Proved, Reason, Status, claimed, concluded};

use crate::Refused;
use crate::args::{Effort, Input, Output};
use crate::batch::{self, Asked, Batch, Job, Worker};
use crate::command::Command;
use crate::reply::{Item, Reply};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku prove puzzle.txt -o proof/
  sudoku prove puzzle.txt -o proof/ --check            if veripb is installed: cargo install veripb
  sudoku prove puzzle.txt -o proof/ --excluded r1c1=5  a proof that R1C1 is not 5
  sudoku prove many.txt -o proofs/                     proofs/001/solution.opb, …

Writes a formula (.opb) and a proof (.pbp) for each part: solution (the solution satisfies the formula) and \
others (the formula excludes it, and has no other solution), or none. An independent checker verifies them: \
veripb others.opb others.pbp. With several solutions there is nothing to prove (exit status 1). A rule that \
cannot be encoded in a formula gives status 2, and so does a proof that the checker refuses.")]
pub(crate) struct Prove {
    #[command(flatten)]
    pub input: Input,

    /// Directory to write to; with several puzzles, a directory in it for each
    #[arg(short, long, value_name = "DIR", required = true, help_heading = "Output")]
    pub output: PathBuf,

    /// Prove that a cell does not have a value in any solution: r1c1=5
    #[arg(long, value_name = "CELL=VALUE")]
    pub excluded: Option<String>,

    /// Check the proofs with an independent program: veripb, or drat-trim for drat
    #[arg(long)]
    pub check: bool,

    /// Format of formulas and proofs
    #[arg(short, long, value_enum, default_value_t = ProofFormat::Veripb, help_heading = "Output")]
    pub format: ProofFormat,

    /// Print numbers and times on standard error
    #[arg(long, help_heading = "Output")]
    pub stats: bool,

    /// Print on standard error how each puzzle was read
    #[arg(short, long, help_heading = "Output")]
    pub verbose: bool,

    #[command(flatten)]
    pub effort: Effort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProofFormat {
    /// OPB, and a proof for VeriPB
    Veripb,
    /// DIMACS CNF and DRAT, for rules that are clauses only
    Drat,
}

impl ProofFormat {
    /// Returns the library's name of this format.
    fn format(self) -> Format {
        match self {
            ProofFormat::Veripb => Format::Pseudoboolean,
            ProofFormat::Drat => Format::Drat,
        }
    }
}

struct ProveJob {
    directory: PathBuf,
    excluded: Option<String>,
    check: bool,
    format: Format,
}

impl Command for Prove {
    const NAME: &'static str = "prove";
    const ABOUT: &'static str =
        "Write proofs that puzzles have one solution or none, for programs that check them";

    fn run(self) -> Result<u8, Refused> {
        let Prove { input, output, excluded, check, format, stats, verbose, effort } = self;
        input.require_lines(false, "it cannot write files")?;
        let format = format.format();
        if check {
            format.checker().find().map_err(Refused)?;
        }
        std::fs::create_dir_all(&output)
            .map_err(|error| Refused(format!("{}: {error}", output.display())))?;
        let job = ProveJob { directory: output, excluded, check, format };
        let output = Output { output: None, stats, verbose };
        batch::run(&Batch::new(&input, &output, &effort), "", &job)
    }
}

impl Job for ProveJob {
    fn answer(&self, asked: Asked<'_>, worker: &mut Worker, reply: &mut Reply) {
        let Asked { puzzle, item, .. } = asked;
        let question = sudoku_ask::Prove { format: self.format, excluded: self.excluded.as_deref() };
        let Proved { status, proof, reason } = question.answer(puzzle, &item.budget);
        if status == Status::Limit && worker.is_interrupted() {
            return;
        }
        if let Some(Reason { what, place: (line, column), .. }) = &reason {
            reply.notes.push(item.note(*line, *column, what));
        }
        let status = match proof.map(|proof| self.write(&proof, puzzle, item, worker)) {
            Some(Ok(text)) => {
                reply.out.extend_from_slice(text.as_bytes());
                status
            }
            Some(Err(what)) => {
                reply.notes.push(format!("sudoku: {what}"));
                Status::Invalid
            }
            None => status,
        };
        reply.tally.count(status);
        reply.tally.failures += u64::from(status == Status::Multiple);
    }
}

impl ProveJob {
    /// Writes the files, and checks them if this is requested. Returns a report.
    fn write(
        &self,
        proof: &PuzzleProof,
        puzzle: &Puzzle,
        item: &Item<'_>,
        worker: &Worker,
    ) -> Result<String, String> {
        let directory = if item.is_only() {
            self.directory.clone()
        } else {
            self.directory.join(format!("{:03}", item.index))
        };
        std::fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        let mut text = claimed(&proof.claim, puzzle) + "\n";
        for (name, Proof { formula, lines, .. }) in &proof.parts {
            let [one, other] = self.format.extensions().map(|end| directory.join(format!("{name}.{end}")));
            worker.session.files.save(&one, formula.as_bytes())?;
            worker.session.files.save(&other, lines.as_bytes())?;
            let _ = write!(text, "{} {}: {}", one.display(), other.display(), concluded(name));
            if self.check {
                let checker = self.format.checker();
                checker.check(&one, &other)?;
                let _ = write!(text, ", checked by {}", checker.name);
            }
            text.push('\n');
        }
        Ok(text)
    }
}
