//! The command line.

mod args;
mod batch;
mod generate;
mod input;
mod jobs;
mod prove;
mod steps;
mod words;

use std::process::ExitCode;

use clap::Parser;

use args::{Command, Program, StepFormat};

/// Status after an interrupt.
const INTERRUPTED: u8 = 130;
/// Status after wrong usage, malformed input, or a failure of input or output.
const MALFORMED: u8 = 2;
/// Status after a limit was reached.
const LIMIT: u8 = 3;
/// Status if a puzzle has no answer, or several where one was asked for.
const FAILED: u8 = 1;

/// Runs the program.
pub fn main() -> ExitCode {
    let program = match Program::try_parse() {
        Ok(program) => program,
        Err(error) => {
            // A reader that has gone needs no help.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let status = match program.command {
        Command::Kinds(kinds) => kinds.run(),
        Command::Solve(solve) => batch::run(&solve.common.clone(), &solve),
        Command::Check(check) => batch::run(&check.common.clone(), &check),
        Command::Count(count) => batch::run(&count.common.clone(), &count),
        Command::Hint(hint) => batch::run(&hint.told.common(), &hint),
        Command::Explain(explain) if explain.told.to == StepFormat::Svg && explain.step.is_none() => {
            Err("a picture shows one step: --step N says which".to_owned())
        }
        Command::Explain(explain) => batch::run(&explain.told.common(), &explain),
        Command::Rate(rate) => batch::run(&rate.common.clone(), &rate),
        Command::Generate(generate) => generate.run(),
        Command::Convert(convert) => batch::run(&convert.common.clone(), &convert),
        Command::Prove(prove) => prove.run(),
        Command::Render(render) => render.run(),
    };
    ExitCode::from(status.unwrap_or_else(|what| {
        eprintln!("pencil: {what}");
        MALFORMED
    }))
}
