//! `sudoku rules`: the list, single rules, pictures of their examples.

use super::support::*;

#[test]
fn rules_are_listed_by_groups() {
    let list = sudoku(["rules"]);
    assert_eq!((list.status, list.stderr.as_str()), (Some(0), ""));
    let headings: Vec<&str> = list.stdout.lines().filter(|line| line.ends_with(':')).collect();
    let order = ["Whole grid:", "Pairs of cells:", "Lines:", "Cages and sets:", "Outside clues:"];
    let mut found = headings.iter();
    assert!(order.iter().all(|title| found.any(|heading| heading == title)), "{headings:?}");
    let group = |title: &str| list.stdout.split(&format!("{title}\n")).nth(1).unwrap().split("\n\n").next();
    assert!(group("Lines:").unwrap().contains("  thermo: CELLS, …"), "{}", list.stdout);
    assert!(group("Cages and sets:").unwrap().contains("  killer [SUM]: CELLS, …"), "{}", list.stdout);
    assert!(!list.stdout.contains('\x1b'), "colours are for terminals");
}

#[test]
fn the_list_is_as_wide_as_it_may_be() {
    for (columns, widest) in [("1000", 100), ("100", 100), ("72", 72), ("44", 44)] {
        let list = finish(command(["rules"]).env("COLUMNS", columns), b"").stdout;
        // The usage line is not wrapped.
        let long = list.lines().find(|line| line.chars().count() > widest && !line.contains(": "));
        assert_eq!(long, None, "in {columns} columns");
    }
}

#[test]
fn one_rule_is_explained_with_a_picture() {
    let expected = "\
killer [SUM]: CELLS, …
  The cells of a cage differ, and add up to its sum if there is one. (A cell listed twice counts
  twice in the sum.)

Other names:
  killer cage, cage

Example:
  killer 15: r1c1 r1c2 r2c1
  killer: r5c5-r5c7

Its cells, a letter for each clue:
┌───────┬───────┬───────┐
│ a a . │ . . . │ . . . │
│ a . . │ . . . │ . . . │
│ . . . │ . . . │ . . . │
├───────┼───────┼───────┤
│ . . . │ . . . │ . . . │
│ . . . │ . b b │ b . . │
│ . . . │ . . . │ . . . │
├───────┼───────┼───────┤
│ . . . │ . . . │ . . . │
│ . . . │ . . . │ . . . │
│ . . . │ . . . │ . . . │
└───────┴───────┴───────┘
";
    for names in [&["killer"][..], &["Cage"], &["killer", "cage"], &["killer-cage"], &["killer cage"]] {
        assert_eq!(sudoku([&["rules"], names].concat()), run(0, expected, ""), "{names:?}");
    }
    let arrow = sudoku(["rules", "arrow"]).stdout;
    assert!(arrow.contains("│ B B . │") && arrow.contains("│ b b b │ b"), "bulbs are capitals: {arrow}");
    let two = sudoku(["rules", "killer", "anti-knight"]).stdout;
    let knight = sudoku(["rules", "anti-knight"]).stdout;
    assert_eq!(two, format!("{expected}\n{knight}"));
    assert!(!knight.contains('┌'), "a rule for the whole grid has no cells to show: {knight}");
}

#[test]
fn unknown_rules_give_the_nearest_name() {
    let meant = "sudoku: unknown rule \"killr\" (did you mean killer?)\n";
    assert_eq!(sudoku(["rules", "killr"]), run(2, "", meant));
    assert_eq!(sudoku(["rules", "arrow", "killr"]), run(2, "", meant));
    let list = "sudoku: unknown rule \"xyzzy-plugh\" (`sudoku rules` lists all)\n";
    assert_eq!(sudoku(["rules", "xyzzy-plugh"]), run(2, "", list));
}

#[test]
fn machines_get_an_object_for_each_rule() {
    let one = sudoku(["rules", "--format", "json", "thermometer"]);
    assert_eq!((one.status, one.stdout.lines().count()), (Some(0), 1));
    for field in [
        "{\"name\":\"thermo\",\"also\":[\"thermometer\"],\"group\":\"Lines\",",
        "\"usage\":\"thermo: CELLS, …\"",
        "\"help\":\"",
        "\"example\":\"thermo: ",
    ] {
        assert!(one.stdout.contains(field), "{field} in {}", one.stdout);
    }
    let all = sudoku(["rules", "--format", "json"]).stdout;
    assert!(all.lines().count() >= 6 && all.contains(&one.stdout));
    assert!(all.lines().all(|line| line.starts_with("{\"name\":\"") && line.ends_with("\"}")));
}

#[test]
fn the_example_is_drawn() {
    let folder = Folder::new("rule-picture");
    assert_eq!(folder.sudoku(["rules", "sandwich", "--svg", "sandwich.svg"]), run(0, "", ""));
    let image = folder.read("sandwich.svg");
    // Two forms of the rule have letters.
    assert!(image.starts_with("<svg") && image.contains(">12a</text>") && image.contains(">35a</text>"));
    // The grid is filled: nine of each digit, besides the numbers of the rule.
    for digit in 1..=9 {
        let count = image.matches(&format!(">{digit}</text>")).count();
        assert!((9..=11).contains(&count), "{count} of {digit}");
    }
    let several = folder.sudoku(["rules", "sandwich", "thermo", "--svg", "both.svg"]);
    assert_eq!(several, run(2, "", "sudoku: --svg draws one rule: name one\n"));
    let lost = folder.sudoku(["rules", "sandwich", "--svg", "no/such/folder.svg"]);
    assert_eq!((lost.status, lost.stderr.starts_with("sudoku: no/such/folder.svg: ")), (Some(2), true));
}

#[test]
fn shells_complete_names() {
    let completions = sudoku(["completions", "fish"]).stdout;
    assert!(completions.lines().count() > 50, "{completions}");
    let bash = sudoku(["completions", "bash"]).stdout;
    assert!(bash.contains("anti-knight") && bash.contains("sandwich"), "names of rules are among the words");
}
