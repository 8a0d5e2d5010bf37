//! `sudoku prove`: files for checkers of proofs. That VeriPB accepts them is checked by the stage `proofs`.

use super::support::*;

const SMALL: &str = "12..34....4...1.";

#[test]
fn a_unique_solution_has_two_proofs() {
    let folder = Folder::new("prove-unique");
    let proved = folder.sudoku(["prove", "-o", "proof", SMALL]);
    let expected = lines([
        "unique",
        "proof/solution.opb proof/solution.pbp: the solution is one",
        "proof/others.opb proof/others.pbp: there is no other solution",
    ]);
    assert_eq!(proved, run(0, expected, ""));
    let formula = folder.read("proof/solution.opb");
    assert!(formula.contains("\n1 r1c1_1 1 r1c1_2 1 r1c1_3 1 r1c1_4 >= 1 ;\n"), "{formula}");
    assert!(formula.contains("\n1 r1c1_1 >= 1 ;\n"), "a given: {formula}");
    assert!(folder.read("proof/solution.pbp").contains("conclusion SAT : r1c1_1 ~r1c1_2"));
    assert!(folder.read("proof/others.pbp").ends_with(" ;\nend pseudo-Boolean proof ;\n"));
    let others = folder.read("proof/others.opb");
    let solution: Vec<&str> = formula.lines().skip(1).collect();
    let more: Vec<&str> = others.lines().skip(1).filter(|line| !solution.contains(line)).collect();
    assert_eq!(more.len(), 1, "only the solution is excluded: {more:?}");
}

#[test]
fn several_puzzles_have_folders() {
    let folder = Folder::new("prove-many").with("many.txt", format!("{SMALL}\n12..34....4...3.\n"));
    let proved = folder.sudoku(["prove", "-o", "proofs", "many.txt"]);
    assert_eq!((proved.status, proved.stderr.as_str()), (Some(0), ""));
    assert!(proved.stdout.contains("\nproofs/001/others.opb "), "{}", proved.stdout);
    assert!(proved.stdout.ends_with("proofs/002/none.pbp: there is no solution\n"), "{}", proved.stdout);
}

#[test]
fn none_and_values_that_cannot_be_are_proved() {
    let folder = Folder::new("prove-none");
    let proved = folder.sudoku(["prove", "-o", "proof", NONE]);
    assert_eq!((proved.status, proved.stderr.as_str()), (Some(0), ""));
    assert!(proved.stdout.starts_with("none\nproof/none.opb proof/none.pbp"), "{}", proved.stdout);
    let excluded = folder.sudoku(["prove", "-o", "proof", "--excluded", "r1c3=4", SMALL]);
    assert_eq!((excluded.status, excluded.stderr.as_str()), (Some(0), ""));
    assert!(excluded.stdout.starts_with("R1C3 is not 4\n"), "{}", excluded.stdout);
    let right = folder.sudoku(["prove", "-o", "proof", "--excluded", "r1c3=3", SMALL]);
    assert_eq!(right, run(1, "", "argument:1:1: there is a solution, and nothing to prove\n"));
    for (wrong, what) in [
        ("r1c9=3", "there is no cell r1c9 (cells are named as R1C1)"),
        ("r1c1=7", "7 is no value of the puzzle"),
    ] {
        let refused = folder.sudoku(["prove", "-o", "proof", "--excluded", wrong, SMALL]);
        assert_eq!(refused, run(2, "", format!("argument:1:1: {what}\n")));
    }
    let refused = folder.sudoku(["prove", "-o", "proof", "--excluded", "r1c1", SMALL]);
    assert!(refused.stderr.contains("a cell and a value, as in r1c1=5"), "{}", refused.stderr);
}

#[test]
fn what_cannot_be_proved_is_named() {
    let folder = Folder::new("prove-refused");
    let several = folder.sudoku(["prove", "-o", "proof", SEVENTEEN]);
    let note = "argument:1:1: there are several solutions, and nothing to prove\n";
    assert_eq!(several, run(1, "", note));
    let limit = folder.sudoku(["prove", "-o", "proof", "--node-limit", "0", INKALA]);
    assert_eq!(limit.status, Some(3));
    let rules = format!("size: 4\ngrid:\n{}\nfull-rank 4 none: top 1\n", "1234\n3412\n2143\n4321");
    let folder = folder.with("rank.txt", rules);
    let rank = folder.sudoku(["prove", "-o", "proof", "rank.txt"]);
    assert_eq!(rank.status, Some(2), "{rank:?}");
    assert!(rank.stderr.contains("cannot be proved: full-rank"), "{}", rank.stderr);
}

#[test]
fn clauses_are_for_clausal_checkers() {
    let folder = Folder::new("prove-drat");
    let proved = folder.sudoku(["prove", "-o", "proof", "--format", "drat", SMALL]);
    assert_eq!((proved.status, proved.stderr.as_str()), (Some(0), ""));
    let formula = folder.read("proof/others.cnf");
    assert!(formula.starts_with("p cnf 64 "), "{formula}");
    assert!(folder.read("proof/others.drat").ends_with("0\n"));
}

#[test]
fn a_checker_that_is_not_there_is_named() {
    let folder = Folder::new("prove-check");
    let mut command = command(["prove", "-o", "proof", "--check", SMALL]);
    let refused = finish(command.current_dir(folder.path()).env("PATH", ""), b"");
    let what = "sudoku: veripb is not on the path: install it with cargo install veripb\n";
    assert_eq!(refused, run(2, "", what));
}
