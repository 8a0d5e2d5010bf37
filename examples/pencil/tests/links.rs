//! Published puzzles: read, written again, and proved to have one answer.

use csp::proof::{Format, Proof};
use csp::{Config, Decision, Learner, Limits};
use pencil::Puzzle;
use pencil::draft::Draft;
use pencil::kinds::{self, KINDS};
use pencil::prove::{Proved, prove};
use pencil::solve::{Solved, solve};
use pencil::steps::{Next, Steps};

/// The puzzles with which the player's own tests read and write addresses (robx/pzprjs, `test/script`), one a kind.
const OF_KINDS: &[&str] = &[
    "aquarium/4/4/bu8i90/i3213g",
    "cave/6/6/g3q2h3jbj3i3i2g",
    "country/5/5/amda0uf02h12h",
    "kurotto/5/5/30m4h6h4m02",
    "numlin/5/5/1j2h3m1h2j3",
    "nurimisaki/5/5/g.i.m2l.j",
    "ripple/4/4/9n8rigk14h32k",
    "sudoku/4/4/g1k23k3g",
    "tapa/5/5/3n5hchhajn2",
    "tents/5/5/2g0h1i1j82323",
    "kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3",
    "castle/5/5/c230021k111a210f",
    "firefly/5/5/40c21a3.a30g10a22a11c11",
    "nurimaze/6/6/6efjsstsvjun1e374i2547",
    "sashigane/5/5/jm.o3khkgojm4",
    "shakashaka/6/6/cgbhdhegdrb",
    "tentaisho/5/5/6fl94fi65en8dbf10000",
    "creek/6/6/gagaich2cgb6769dt",
    "gokigen/4/4/iaegcgcj6a",
    "hashikake/5/5/4g2i3h23k3g1g3g4g3",
    "heyawake/6/6/lll155007rs12222j",
    "hitori/4/4/1114142333214213",
    "kurodoko/5/5/i7g5l2l2g4i",
    "lightup/6/6/nekcakbl",
    "lits/4/4/9q02jg",
    "mashu/6/6/1063000i3000",
    "mines/5/5/g2m13l13g0j",
    "nonogram/6/6/12g1111h11112j12g11g21j11g3h",
    "norinori/5/5/cag4ocjo",
    "nurikabe/5/5/g5k2o1k3g",
    "shikaku/6/6/j3g56h6t6h23g5j",
    "simpleloop/5/5/sg020",
    "skyscrapers/4/4/k13h4j3g",
    "slither/5/5/cbcbcddad",
    "starbattle/6/6/1/4ilbhgdnmhou",
    "yajilin/5/5/m32j10",
    "yinyang/5/5/016612300",
];

/// Puzzles made for these tests.
const MADE: &[&str] =
    &["battleship/6/6/g2h2h0h3gg0h5m0i0m.q//c", "dbchoco/4/4/967gs2h", "fillomino/4/4/1l2g2g3i4"];

/// Puzzles with variants and others, from the tests of a solver (semiexp/cspuz_core).
const OF_VARIANTS: &[&str] = &[
    "slither/f/3/3/gdk",
    "masyu/f/4/4/0003i0",
    "yajilin/o/7/7/210.40zq120.31",
    "country/e/5/5/vvuebrvb1q1j",
    // The puzzle of the player above, with the variant.
    "aquarium/r/4/4/bu8i90/i3213g",
    "fillomino/t/4/4/g21o21h",
    // Ships of other forms.
    "battleship/2/5/m7hai89g/2/22u/22u",
    "battleship/7/7/ti5s1i5g3g4g5i2s5i/5/31s/31s/31s/31s/33bk",
];

fn all() -> impl Iterator<Item = (&'static str, Puzzle)> {
    OF_KINDS.iter().chain(OF_VARIANTS).chain(MADE).map(|&link| {
        let puzzle = Puzzle::parse(&format!("https://puzz.link/p?{link}"));
        (link, puzzle.unwrap_or_else(|error| panic!("{link}: {error}")))
    })
}

#[test]
fn each_kind_and_variant_has_a_puzzle() {
    for kind in KINDS {
        assert!(all().any(|(_, puzzle)| puzzle.kind.id == kind.id), "{}", kind.id);
        for (flag, what) in kind.flags.iter().filter(|(_, what)| !what.starts_with("nothing")) {
            assert!(
                all().any(|(_, puzzle)| puzzle.kind.id == kind.id && puzzle.flag(*flag)),
                "{}: {what}",
                kind.id
            );
        }
    }
}

#[test]
fn addresses_are_written_as_they_were_read() {
    for (link, puzzle) in all() {
        assert_eq!(puzzle.address(), format!("https://puzz.link/p?{link}"));
    }
}

#[test]
fn published_puzzles_have_one_answer() {
    for (link, puzzle) in all() {
        let solved = solve(&puzzle, &Limits::default()).unwrap();
        assert!(matches!(solved, Solved::Unique(_)), "{link}: {solved:?}");
    }
}

#[test]
fn answers_are_proved() {
    // The borders of fillomino take a long proof.
    for (link, puzzle) in all().filter(|(link, _)| OF_KINDS.contains(link)) {
        let Solved::Unique(answer) = solve(&puzzle, &Limits::default()).unwrap() else { panic!("{link}") };
        for format in [Format::Pseudoboolean, Format::Drat] {
            match prove(&puzzle, format, &Limits::default()).unwrap() {
                Proved::Unique(proved, parts) => {
                    assert_eq!(proved, answer, "{link}");
                    let (name, Proof { formula, lines, .. }) = parts.last().expect("there are parts");
                    assert!(*name == "others" && !formula.is_empty() && !lines.is_empty(), "{link}");
                    assert_eq!(parts.len(), if format == Format::Drat { 1 } else { 2 });
                }
                // Rules of connected lines and of sums are no clauses.
                Proved::Rule(rule, _) => {
                    assert!(format == Format::Drat && !rule.says.is_empty(), "{link}: {rule:?}");
                }
                other => panic!("{link}: {other:?}"),
            }
        }
    }
}

/// Returns whether a search with some constraints of a model finds that decisions cannot hold together.
fn clash(draft: &Draft<'_>, constraints: &[csp::ConstraintId], decisions: &[Decision]) -> bool {
    let (part, vars) = draft.model.part(constraints);
    let own = |decision: &Decision| {
        let (_, own) = vars.iter().find(|(var, _)| *var == decision.variable())?;
        Some(decision.about(*own))
    };
    let mut learner = Learner::compile(&part, &Config::default()).unwrap();
    learner.assume(&decisions.iter().filter_map(own).collect::<Vec<_>>()).unwrap();
    learner.first().unwrap().is_none()
}

#[test]
fn steps_follow_from_their_rules_and_lead_to_the_answer() {
    for (link, puzzle) in all() {
        let Solved::Unique(answer) = solve(&puzzle, &Limits::default()).unwrap() else { panic!("{link}") };
        let draft = Draft::of(&puzzle);
        let mut steps = Steps::new(&puzzle, &Limits::default()).unwrap().expect("no limit");
        let mut known: Vec<Decision> = Vec::new();
        while let Next::Step(step) = steps.next().unwrap() {
            let says = steps.say(&step);
            assert!(
                says.ends_with('.') && !says.contains(", so .") && !says.contains("  "),
                "{link}: {says}"
            );
            assert!(!steps.rules_of(&step).is_empty(), "{link}: {says}");
            for &conclusion in &step.conclusions {
                let (layer, at) = steps.drawn(conclusion.variable());
                assert!(conclusion.holds(answer.layer(layer).unwrap()[at]), "{link}: {says}");
                let all: Vec<Decision> = known.iter().copied().chain([!conclusion]).collect();
                assert!(clash(&draft, &step.constraints, &all), "{link}: {says}");
            }
            known.extend(step.conclusions);
        }
        assert!(steps.is_solved(), "{link}");
    }
}

#[test]
fn all_rules_that_are_posted_are_listed() {
    for (link, puzzle) in all() {
        for posted in Draft::of(&puzzle).posted {
            let is_lemma = posted.role == pencil::draft::Role::Lemma;
            let is_listed = puzzle.kind.rules.iter().any(|rule| rule.code == posted.rule.code);
            assert!(is_lemma || is_listed, "{link}: {}", posted.rule.code);
        }
    }
}

#[test]
fn kinds_are_found_by_all_their_names_and_by_similar_ones() {
    for kind in KINDS {
        for name in kind.also.iter().chain([&kind.id]) {
            assert_eq!(kinds::find(name).map(|kind| kind.id), Some(kind.id), "{name}");
        }
    }
    assert_eq!(kinds::nearest("nurikab").map(|kind| kind.id), Some("nurikabe"));
    assert!(kinds::nearest("abcdefghijk").is_none());
}

#[test]
fn the_pages_show_what_there_is() {
    let readme = include_str!("../README.md");
    for kind in KINDS {
        let names: Vec<String> = kind.also.iter().map(|name| format!("`{name}`")).collect();
        let row =
            [&[format!("| `{}`", kind.id)], &names[..]].concat().join(", ") + &format!(" | {} |", kind.name);
        assert!(readme.contains(&row), "README.md has no row {row}");
    }
    let page = include_str!("../docs/write-a-kind.md");
    assert!(
        page.contains(include_str!("../src/kinds/creek.rs").trim()),
        "write-a-kind.md shows another creek.rs"
    );
}
