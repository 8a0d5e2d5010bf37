//! Pictures of steps show the state, and roles agree with it.

use super::*;
use crate::print;
use crate::rules::Origin;

/// The number of texts in the groups of an image that begin so.
fn texts(svg: &str, look: &str) -> usize {
    let groups = svg.split(look).skip(1);
    groups.map(|group| group.split("</g>").next().unwrap_or("").matches("<text").count()).sum()
}

#[test]
fn large_digits_are_givens_and_placed_values() {
    let mut entries = 0;
    for text in CLASSICS.iter().chain(&VARIANTS) {
        let puzzle = parsed(text);
        let marks = print::marks(&puzzle);
        for (state, step) in walk(&puzzle).0 {
            let svg = step.picture(&state, &puzzle, &marks);
            let given = puzzle.cells().iter().filter(|cell| cell.value().is_some()).count();
            let placed = (0..puzzle.cells().len()).filter(|&cell| state.is_placed(cell)).count();
            assert_eq!(
                texts(&svg, "<g fill=\"#1c1c1e\" font-weight=\"600\" font-size=\"39.68\">"),
                given,
                "{step:?}"
            );
            assert_eq!(texts(&svg, "<g fill=\"#1d5fd1\" font-size=\"39.68\">"), placed - given, "{step:?}");
            entries += placed - given;
        }
    }
    assert!(entries > 5000, "{entries}");
}

#[test]
fn roles_are_of_candidates_that_are_left_and_digits_that_stand() {
    let (mut causes, mut links, mut truths) = (0, 0, 0);
    for text in CLASSICS.iter().chain(&VARIANTS) {
        for (state, step) in walk(&parsed(text)).0 {
            let roles = step.roles(&state);
            let is_left = |&(cell, value): &(usize, u8)| state.candidates(cell).contains(value);
            let conclusion: Vec<(usize, u8)> = match &step.conclusion {
                Conclusion::Place { cell, value } => vec![(*cell, *value)],
                Conclusion::Remove(removals) => {
                    let each =
                        removals.iter().flat_map(|gone| gone.values.iter().map(|value| (gone.cell, value)));
                    each.collect()
                }
            };
            assert!(
                conclusion.iter().all(|it| roles.set.contains(it) || roles.gone.contains(it)),
                "{step:?}"
            );
            assert_eq!(
                !roles.set.is_empty(),
                matches!(step.conclusion, Conclusion::Place { .. }),
                "{step:?}"
            );
            let left = roles.gone.iter().chain(roles.truths.iter().flatten()).chain(&roles.set);
            let left: Vec<_> = left.chain(&roles.supposed).collect();
            assert!(left.into_iter().all(is_left), "{step:?}");
            assert!(roles.links.iter().all(|link| is_left(&link.from) && is_left(&link.to)), "{step:?}");
            for cause in &roles.causes {
                assert!(state.is_placed(cause.cell), "{step:?}");
                assert!(cause.closes.iter().all(|candidate| !is_left(candidate)), "{step:?}");
            }
            let numbers: Vec<u16> =
                roles.links.iter().map(|link| link.number).filter(|&number| number > 0).collect();
            assert!(numbers.is_sorted(), "{numbers:?}");
            causes += roles.causes.len();
            links += roles.links.len();
            truths += roles.truths.len();
        }
    }
    assert!(causes > 300 && links > 300 && truths > 50, "{causes} {links} {truths}");
}

#[test]
fn a_contradiction_by_a_clue_has_its_mark_and_its_arrow() {
    let (mut ends, mut arrows) = (0, 0);
    for (puzzle, (steps, _)) in made::variants() {
        for (state, step) in steps {
            let Proof::Chain { lines, .. } = &step.proof else { continue };
            let Some(Line::Fails { truth: Truth::Relation(relation), left, .. }) = lines.last() else {
                continue;
            };
            let roles = step.roles(state);
            for &origin in &state.map.relations[*relation].origins {
                let Origin::Clue(clue) = origin else { continue };
                assert!(print::marks_of(puzzle, clue).iter().all(|mark| roles.clues.contains(mark)));
            }
            let is_end = |link: &&print::Link| {
                left.iter().any(|&(cell, values)| cell == link.to.0 && !values.contains(link.to.1))
            };
            ends += 1;
            arrows +=
                usize::from(roles.links.iter().filter(|link| link.number > 0).any(|link| is_end(&link)));
        }
    }
    assert!(ends > 10 && arrows > 5, "{ends} {arrows}");
}

#[test]
fn cells_beside_the_grid_have_no_place_in_a_picture() {
    let head = "size: 4\ncells: X 2\ngrid:\n";
    let puzzle = parsed(&format!("{head}1...\n..2.\n.3..\n....\nkiller 5: X1 r1c2\ngreater: X1 X2\n"));
    let (steps, _) = walk(&puzzle);
    let is_beside = |cell: usize| cell >= puzzle.grid().rectangle();
    let about = |step: &Step, state: &State| step.roles(state).cells().into_iter().any(is_beside);
    assert!(steps.iter().any(|(state, step)| about(step, state)), "no step is about a cell beside the grid");
    for (state, step) in &steps {
        let svg = step.picture(state, &puzzle, &[]);
        for part in svg.split(" cy=\"").skip(1) {
            let y: f64 = part.split('"').next().unwrap_or("").parse().expect("a number");
            assert!(y < 4.0 * 64.0, "{step:?}");
        }
        assert!(!step.roles(state).places.is_empty());
    }
}

#[test]
fn a_place_shows_no_conclusion() {
    for (state, step) in walk(&parsed(CLASSICS[0])).0 {
        let places = step.places(&state);
        assert!(!places.places.is_empty(), "{step:?}");
        assert!(places.gone.is_empty() && places.set.is_empty() && places.truths.is_empty(), "{step:?}");
    }
}

#[test]
fn sums_are_told_below_their_picture() {
    let puzzle = parsed("size: 4\nkiller 7: r1c1 r1c2\ngrid:\n..2.\n....\n....\n....\n");
    let (state, step) = &walk(&puzzle).0[0];
    assert_eq!(step.roles(state).caption, "10 − 7 = 3");
}

#[test]
fn short_chains_are_sides_whose_ends_see_what_goes() {
    let (mut drawn, mut all) = (0, 0);
    for text in CLASSICS {
        for (state, step) in walk(&parsed(text)).0 {
            let roles = step.roles(&state);
            all += usize::from(step.technique.shape.is_some());
            if !matches!(step.proof, Proof::Chain { .. }) || roles.supposed.is_some() {
                continue;
            }
            drawn += 1;
            // Each removed candidate is seen by every end, and each arrow goes to what its beginning excludes.
            let [ends] = &roles.truths[..] else { panic!("{step:?}") };
            assert!(ends.len() > 1 && !roles.gone.is_empty(), "{step:?}");
            assert!(
                roles.gone.iter().all(|&gone| ends.iter().all(|&end| state.clash(end, gone))),
                "{step:?}"
            );
            for link in roles.links.iter().filter(|link| !link.is_or) {
                assert!(state.clash(link.from, link.to) && roles.closed.contains(&link.to), "{step:?}");
            }
            assert!(
                roles.links.iter().filter(|link| link.is_or).all(|link| ends.contains(&link.to)),
                "{step:?}"
            );
        }
    }
    assert!(drawn > 5, "{drawn} of {all}");
}

#[test]
fn frames_show_all_conclusions_once_and_the_result_last() {
    let mut several = 0;
    for text in CLASSICS {
        for (state, step) in walk(&parsed(text)).0 {
            let roles = step.roles(&state);
            let frames = roles.frames();
            let links: Vec<_> = frames.iter().flat_map(|frame| frame.links.clone()).collect();
            assert_eq!(links, roles.links);
            assert_eq!(frames.last().map(|last| &last.gone), Some(&roles.gone));
            several += usize::from(frames.len() > 1);
            for (at, frame) in frames.iter().enumerate() {
                let numbers = frame.links.iter().filter(|link| link.number > 0).count();
                assert!(frames.len() == 1 || (1..=6).contains(&numbers), "{numbers}");
                assert!(at + 1 == frames.len() || frame.gone.is_empty());
                let of_frame = |to: &(usize, u8)| frame.links.iter().any(|link| link.to == *to);
                assert!(frame.held.iter().all(|held| !of_frame(held) || at > 0));
            }
        }
    }
    assert!(several > 3, "{several}");
}

#[test]
fn captions_tell_what_lines_leave() {
    let caption = |clue: &str, rows: &str| {
        let puzzle = parsed(&format!("size: 9\n{clue}\ngrid:\n{rows}"));
        let steps = walk(&puzzle).0;
        let is_of_clue = |step: &Step| matches!(step.truths[..], [Truth::Relation(_)]);
        let (state, step) =
            { steps }.into_iter().find(|(_, step)| is_of_clue(step)).expect("a step of the clue");
        step.roles(&state).caption
    };
    let open = ".........\n".repeat(9);
    assert_eq!(caption("thermo: r1c1-r1c5", &open), "1–5 < 2–6 < 3–7 < 4–8 < 5–9");
    assert_eq!(
        caption("renban: r1c1 r1c2 r1c3", &format!("....3....\n{}", ".........\n".repeat(8))),
        "4–6 or 5–7 or 6–8 or 7–9"
    );
    let sums = caption("killer 16: r1c1 r1c2 r2c1", &format!("6........\n{}", ".........\n".repeat(8)));
    assert_eq!(sums, "16 − 6 = 10 = 1+9 or 2+8 or 3+7");
}

#[test]
fn pictures_of_large_grids_show_the_part_that_matters() {
    let given =
        |row: usize| (0..16).map(|at| ((row * 4 + row / 4 + at) % 16 + 1).to_string()).collect::<Vec<_>>();
    let mut rows: Vec<Vec<String>> = (0..16).map(given).collect();
    rows[5][6] = ".".into();
    rows[5][7] = ".".into();
    let text: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    let puzzle = parsed(&format!("size: 16\ngrid:\n{}\n", text.join("\n")));
    let (state, step) = &walk(&puzzle).0[0];
    let mut roles = step.places(state);
    roles.places.iter_mut().for_each(|area| area.cells.retain(|&cell| cell == 5 * 16 + 6));
    let image = state.image(&puzzle, &[], &roles);
    // A box of four cells and the numbers of its rows and columns.
    assert!(image.size.iter().all(|&side| (4.0 * 64.0..5.2 * 64.0).contains(&side)), "{:?}", image.size);
    assert!(image.svg().contains(">8</text>"));
    let whole = print::Drawing::of(&puzzle).image();
    assert!(whole.size[0] > 16.0 * 64.0);
}
