//! The common `main` of the examples: help, invalid arguments, errors.

#![allow(dead_code)] // Each example uses a part of this module.

use std::process::ExitCode;

use csp::{Error, Model, Solution};

/// Runs [`main`] for a puzzle with one solution, read from a file or taken from the example. `run` returns the number
/// of solutions found.
pub fn puzzle<P>(
    usage: &str,
    own: &str,
    parse: impl FnOnce(&str) -> Result<P, String>,
    run: impl FnOnce(&P) -> Result<usize, Error>,
) -> ExitCode {
    let read = |words: &[String]| Ok((parse(&text(words, own)?)?, words.is_empty()));
    main(usage, read, |(puzzle, is_own)| {
        let found = run(&puzzle)?;
        assert!(found == 1 || !is_own, "the example's own puzzle has one solution");
        Ok(())
    })
}

/// Draws the solution, or two of several, and prints one of the three texts: none, one, more.
pub fn show_one_or_two(model: &Model, said: [&str; 3], draw: impl Fn(&Solution)) -> Result<usize, Error> {
    // The default order: the fewest values first.
    let mut search = model.search()?;
    let mut found = 0;
    for solution in search.solutions().take(2) {
        found += 1;
        assert_eq!(model.broken_by(solution.values())?, None, "the solution keeps to every constraint");
        draw(&solution);
    }
    println!("{}\n", said[found]);
    println!("{}", search.statistics());
    Ok(found)
}

/// Parses the arguments and runs the example. Prints `usage` on request or after invalid arguments (status 2); an
/// error of the model gives status 1.
pub fn main<T>(
    usage: &str,
    parse: impl FnOnce(&[String]) -> Result<T, String>,
    run: impl FnOnce(T) -> Result<(), Error>,
) -> ExitCode {
    exit_quietly_on_a_closed_pipe();
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        println!("{usage}");
        return ExitCode::SUCCESS;
    }
    let wanted = match parse(&words) {
        Ok(wanted) => wanted,
        Err(mistake) => {
            eprintln!("{mistake}\n\n{usage}");
            return ExitCode::from(2);
        }
    };
    match run(wanted) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the text of the file that the only argument names, standard input for `-`, or the example's own text
/// without arguments.
fn text(words: &[String], own: &str) -> Result<String, String> {
    let text = match words {
        [] => return Ok(own.to_string()),
        [file] if file == "-" => std::io::read_to_string(std::io::stdin()),
        [file] => std::fs::read_to_string(file),
        [_, extra, ..] => return Err(format!("{extra:?} is one word too many")),
    };
    text.map_err(|error| format!("{:?} cannot be read: {error}", words[0]))
}

/// In `example | head` the reader closes the pipe first, and `println!` panics: end without an error.
fn exit_quietly_on_a_closed_pipe() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let said = panic.payload().downcast_ref::<String>();
        if said.is_some_and(|what| what.starts_with("failed printing to stdout")) {
            std::process::exit(0);
        }
        report(panic);
    }));
}
