//! The command line.

use std::path::PathBuf;
use std::time::Duration;

pub const HELP: &str = "\
Runs this project's engine beside other constraint engines, in turns, on the same data.

Usage: peers [SECTION…] [OPTION…]

Sections: sudoku killer queens qwh jobshop others (together the default), and
  qwh-balanced     quasigroups with evenly spread holes, which mostly reach the limit
  lanes            many Sudokus at once, in one table of seven sets

Options:
  --data DIR       folder with classic/17_clue.txt and classic/forum_hardest_1106.txt
                   (81 characters a line, `.` open), needed by the section sudoku; lanes also
                   needs easy, random_minimal, magictour, forum_hardest_11plus and multi_solution;
                   killer also takes cp/data/killer__*.dzn, if there are any
  --repeats N      runs of each, the best and the median being told (default 5)
  --limit-ms N     limit of one run in milliseconds (default 10000)
  --instances N    quasigroups of each kind, at most 20 (default 20)
  --all-modes      also the ways of searching that are known to be worse
  --help           this text";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    Sudoku,
    Killer,
    Queens,
    Qwh,
    QwhBalanced,
    JobShop,
    Others,
    Lanes,
}

pub struct Options {
    pub sections: Vec<Section>,
    pub data: Option<PathBuf>,
    pub repeats: usize,
    pub limit: Duration,
    pub instances: u64,
    pub all_modes: bool,
    pub help: bool,
}

impl Options {
    /// Parses the arguments. The error is a sentence.
    pub fn parse(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options {
            sections: Vec::new(),
            data: None,
            repeats: 5,
            limit: Duration::from_secs(10),
            instances: 20,
            all_modes: false,
            help: false,
        };
        while let Some(word) = words.next() {
            match word.as_str() {
                "sudoku" => options.sections.push(Section::Sudoku),
                "killer" => options.sections.push(Section::Killer),
                "queens" => options.sections.push(Section::Queens),
                "qwh" => options.sections.push(Section::Qwh),
                "qwh-balanced" => options.sections.push(Section::QwhBalanced),
                "jobshop" => options.sections.push(Section::JobShop),
                "others" => options.sections.push(Section::Others),
                "lanes" => options.sections.push(Section::Lanes),
                "--data" => {
                    options.data = Some(words.next().ok_or("--data needs a folder")?.into());
                }
                "--repeats" => options.repeats = number(&word, words.next())? as usize,
                "--limit-ms" => options.limit = Duration::from_millis(number(&word, words.next())?),
                "--instances" => options.instances = number(&word, words.next())?.min(20),
                "--all-modes" => options.all_modes = true,
                "--help" | "-h" => options.help = true,
                _ => return Err(format!("unknown word {word:?}; --help lists what there is")),
            }
        }
        if options.sections.is_empty() {
            options.sections = vec![
                Section::Sudoku,
                Section::Killer,
                Section::Queens,
                Section::Qwh,
                Section::JobShop,
                Section::Others,
            ];
        }
        Ok(options)
    }
}

fn number(option: &str, word: Option<String>) -> Result<u64, String> {
    match word.as_deref().map(str::parse) {
        Some(Ok(number)) if number > 0 => Ok(number),
        _ => Err(format!("{option} needs a number from 1 on")),
    }
}
