//! Classic Sudokus in lanes, beside the fastest solver of the registry: one table of all sets of puzzles.
//!
//! Each puzzle is read from its line and judged to have no, one or more solutions. Solutions are neither printed nor
//! kept.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use csp::lockstep::{Feed, Instance, Lockstep, SimdPath};
use csp::{Config, Model, Step};

const SETS: [(&str, &str); 7] = [
    ("17 clues", "17_clue"),
    ("easy", "easy"),
    ("random", "random_minimal"),
    ("magictour", "magictour"),
    ("11+", "forum_hardest_11plus"),
    ("1106", "forum_hardest_1106"),
    ("multi", "multi_solution"),
];

/// Function that returns for each line whether it has 0, 1 or 2 solutions.
type Judge = Box<dyn FnMut(&[&str]) -> Vec<u8>>;

/// Solver in the comparison.
struct Solver {
    name: &'static str,
    judge: Judge,
}

/// Prints the table. Returns false if answers differ.
pub fn compare(data: &Path, repeats: usize) -> Result<bool, String> {
    let mut solvers = solvers()?;
    let mut times = vec![[Duration::MAX; SETS.len()]; solvers.len()];
    let mut agree = true;
    for (set, (name, file)) in SETS.iter().enumerate() {
        let path = data.join("classic").join(file).with_extension("txt");
        let text =
            fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let lines: Vec<&str> = text.lines().filter_map(|line| line.get(..81)).collect();
        if lines.is_empty() {
            return Err(format!("{}: no line has 81 characters", path.display()));
        }
        let mut verdicts: Option<Vec<u8>> = None;
        for _ in 0..repeats {
            for (solver, times) in solvers.iter_mut().zip(&mut times) {
                let start = Instant::now();
                let judged = (solver.judge)(&lines);
                times[set] = times[set].min(start.elapsed() / lines.len() as u32);
                if *verdicts.get_or_insert_with(|| judged.clone()) != judged {
                    eprintln!("error: {name}: {} says something else", solver.name);
                    agree = false;
                }
            }
        }
    }
    print(&solvers, &times);
    Ok(agree)
}

fn print(solvers: &[Solver], times: &[[Duration; SETS.len()]]) {
    println!(
        "\nClassic Sudokus, each read, and judged to have no, one or more solutions; best time for each in µs,"
    );
    println!("and how many times as fast as the first line");
    print!("  {:<40}", "");
    SETS.iter().for_each(|(name, _)| print!("{name:>15}"));
    println!();
    for (solver, own) in solvers.iter().zip(times) {
        print!("  {:<40}", solver.name);
        for (own, first) in own.iter().zip(&times[0]) {
            let ratio = first.as_secs_f64() / own.as_secs_f64();
            print!("{:>8.3}{:>7}", own.as_secs_f64() * 1e6, format!("{ratio:.1}x"));
        }
        println!();
    }
}

fn solvers() -> Result<Vec<Solver>, String> {
    let mut solvers = Vec::new();
    #[cfg(feature = "sudoku-crate")]
    solvers.push(Solver { name: "crate sudoku 0.8", judge: Box::new(crate::sudoku_crate::judge) });
    let mut add = |name, simd, generic, alone| {
        let model = model();
        let config = Config::default().with_simd(simd);
        let compile = if generic { Lockstep::compile_generic } else { Lockstep::compile };
        let mut lockstep = compile(&model, &config).map_err(|error| error.to_string())?;
        let judge = move |lines: &[&str]| {
            let at_once = if alone { 1 } else { lines.len() };
            lines.chunks(at_once).flat_map(|lines| judge(&mut lockstep, lines)).collect()
        };
        solvers.push(Solver { name, judge: Box::new(judge) });
        Ok::<_, String>(())
    };
    add("lanes, AVX-512", SimdPath::Avx512, false, false)?;
    add("lanes, AVX2", SimdPath::Avx2, false, false)?;
    add("lanes, portable", SimdPath::Portable, false, false)?;
    add("generic lanes, AVX-512", SimdPath::Avx512, true, false)?;
    add("generic lanes, AVX2", SimdPath::Avx2, true, false)?;
    add("generic lanes, portable", SimdPath::Portable, true, false)?;
    add("instances one by one, AVX-512", SimdPath::Avx512, false, true)?;
    add("instances one by one, AVX2", SimdPath::Avx2, false, true)?;
    solvers.push(Solver { name: "library, solve_all", judge: Box::new(all_in_library()) });
    for (name, simd) in [
        ("library, solve one by one, AVX-512", SimdPath::Avx512),
        ("library, solve one by one, AVX2", SimdPath::Avx2),
        ("library, solve one by one, portable", SimdPath::Portable),
    ] {
        solvers.push(Solver { name, judge: Box::new(each_in_library(simd)) });
    }
    Ok(solvers)
}

fn all_in_library() -> impl FnMut(&[&str]) -> Vec<u8> {
    let mut solver = sudoku::Solver::default();
    move |lines| {
        let puzzles: Vec<sudoku::Puzzle> = lines.iter().map(|line| puzzle(line)).collect();
        solver.solve_all(&puzzles.iter().collect::<Vec<_>>(), 2).all().iter().map(verdict).collect()
    }
}

fn each_in_library(simd: SimdPath) -> impl FnMut(&[&str]) -> Vec<u8> {
    let mut solver = sudoku::Solver::default().simd(simd);
    move |lines| lines.iter().map(|line| verdict(&solver.solve(&puzzle(line), 2))).collect()
}

fn puzzle(line: &str) -> sudoku::Puzzle {
    line.parse().expect("a line of 81 digits and dots")
}

fn verdict(answer: &sudoku::Answer) -> u8 {
    assert_ne!(answer.end, sudoku::End::Limit, "no limit is set");
    answer.solutions.len() as u8
}

fn model() -> Model {
    let mut model = Model::new();
    let cells = model.vars(81, 1..=9);
    for i in 0..9 {
        model.all_different((0..9).map(|j| cells[9 * i + j]));
        model.all_different((0..9).map(|j| cells[9 * j + i]));
        model.all_different((0..9).map(|j| cells[27 * (i / 3) + 3 * (i % 3) + 9 * (j / 3) + j % 3]));
    }
    model
}

/// Values that each byte of a line leaves open.
const KEPT: [u64; 256] = {
    let mut kept = [0x1FF; 256];
    let mut digit = 1;
    while digit <= 9 {
        kept[b'0' as usize + digit] = 1 << (digit - 1);
        digit += 1;
    }
    kept
};

fn judge(lockstep: &mut Lockstep, lines: &[&str]) -> Vec<u8> {
    let mut feed = Lines { lines, next: 0, verdicts: vec![0; lines.len()] };
    lockstep.run(2, &mut feed);
    feed.verdicts
}

struct Lines<'a> {
    lines: &'a [&'a str],
    next: usize,
    verdicts: Vec<u8>,
}

impl Feed for Lines<'_> {
    fn next(&mut self, instance: &mut Instance) -> bool {
        let Some(line) = self.lines.get(self.next) else {
            return false;
        };
        self.next += 1;
        instance.keep_each(line.bytes().map(|byte| KEPT[usize::from(byte)]));
        true
    }

    fn solution(&mut self, _: u64, _: &[i32]) {}

    fn wants_solutions(&self) -> bool {
        false
    }

    fn answered(&mut self, instance: u64, _: Step, found: u64, _: u64) {
        self.verdicts[instance as usize] = found as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_judge_alike() {
        let full = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
        let open = ".".repeat(81);
        let twice = format!("11{}", ".".repeat(79));
        let lines = [full, &open, &twice, &full.replace('1', "."), &full.replace(['1', '2'], ".")];
        let mut first = None;
        for mut solver in solvers().unwrap() {
            let judged = (solver.judge)(&lines);
            assert_eq!(judged[..4], [1, 2, 0, 1], "{}", solver.name);
            assert_eq!(*first.get_or_insert(judged[4]), judged[4], "{}", solver.name);
        }
    }
}
