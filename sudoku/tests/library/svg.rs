//! SVG images: content, positions, and well-formed XML.

mod scenes;
mod xml;

use proptest::prelude::*;
use sudoku::print::{Drawing, LineEnd, Mark, Outline, Paint, Weight};
use sudoku::{About, Candidates, Frame, Grid, Loose, Part, Puzzle, Regions, Shape};
use xml::Element;

/// Side of a cell in the image.
const CELL: f64 = 64.0;

fn read(image: &str) -> Vec<Element> {
    xml::read(image).unwrap_or_else(|fault| panic!("{fault} in {image}"))
}

fn named<'a>(all: &'a [Element], name: &'a str) -> impl Iterator<Item = &'a Element> {
    all.iter().filter(move |element| element.name == name)
}

/// Returns the texts of an image.
fn texts(all: &[Element]) -> Vec<&str> {
    named(all, "text").map(|element| element.text.as_str()).collect()
}

/// Returns the texts in a group with an attribute.
fn texts_in<'a>(all: &'a [Element], name: &str, value: &str) -> Vec<&'a str> {
    let mut texts = Vec::new();
    let mut group: Option<usize> = None;
    for element in all {
        if group.is_some_and(|depth| element.depth <= depth) {
            group = None;
        }
        if element.name == "g" && element.get(name) == Some(value) {
            group = Some(element.depth);
        }
        if group.is_some() && element.name == "text" {
            texts.push(element.text.as_str());
        }
    }
    texts
}

/// Returns the left, top, right and bottom of the image.
fn view(all: &[Element]) -> [f64; 4] {
    let view: Vec<f64> =
        all[0].get("viewBox").unwrap().split(' ').map(|number| number.parse().unwrap()).collect();
    [view[0], view[1], view[0] + view[2], view[1] + view[3]]
}

fn with_givens(side: usize, givens: &[(usize, u8)]) -> Puzzle {
    let mut puzzle = Puzzle::open(Grid::square(side).unwrap());
    for &(cell, value) in givens {
        puzzle.set_cell(cell, Candidates::one(value));
    }
    puzzle
}

#[test]
fn every_scene_can_be_read_and_is_in_view() {
    for (name, image) in scenes::all() {
        let elements = xml::read(&image).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(elements[0].name, "svg", "{name}");
        assert!(elements[1..].iter().all(|element| element.depth > 0), "{name}");
        let [left, top, right, bottom] = view(&elements);
        for element in elements.iter().filter(|element| ["text", "circle"].contains(&element.name.as_str())) {
            let [x, y] = if element.name == "text" { ["x", "y"] } else { ["cx", "cy"] };
            let (x, y) = (element.number(x), element.number(y));
            assert!(left < x && x < right && top < y && y < bottom, "{name}: {element:?}");
        }
    }
}

#[test]
fn a_nine_by_nine_has_eight_thick_lines_and_twelve_thin_ones() {
    let image = Drawing::of(&with_givens(9, &[])).draw();
    let all = read(&image);
    let strokes = |path: &Element| path.get("d").unwrap().matches('M').count();
    let paths: Vec<(usize, bool)> = named(&all, "path")
        .map(|path| (strokes(path), path.get("stroke-linecap") == Some("square")))
        .collect();
    assert_eq!(paths, [(12, false), (8, true)]);
    assert_eq!(named(&all, "text").count(), 0);
    assert_eq!(all[0].get("viewBox"), Some("-12.8 -12.8 601.6 601.6"));
}

#[test]
fn givens_solution_and_pencil_marks_look_different() {
    let puzzle = with_givens(4, &[(0, 2), (15, 0)]);
    let mut candidates = vec![Candidates::NONE; 16];
    candidates[0] = Candidates::all(4);
    candidates[1] = Candidates::one(0).with(3);
    candidates[2] = Candidates::one(1);
    let image = Drawing::of(&puzzle).candidates(&candidates).draw();
    let all = read(&image);
    assert_eq!(texts_in(&all, "font-weight", "600"), ["3", "1"]);
    assert_eq!(texts(&all), ["3", "1", "2", "1", "4"], "a single candidate is as good as found");

    let solution = [2, 3, 0, 1, 0, 1, 2, 3, 3, 2, 1, 0, 1, 0, 3, 2];
    let image = Drawing::of(&puzzle).candidates(&candidates).solution(&solution).draw();
    let all = read(&image);
    assert_eq!(texts(&all).concat(), ["31", "412", "1234", "4321", "214"].concat());
    assert_eq!(texts_in(&all, "font-weight", "600"), ["3", "1"]);
}

#[test]
fn candidates_that_the_puzzle_came_with_are_pencil_marks() {
    let mut puzzle = with_givens(4, &[]);
    puzzle.set_cell(5, Candidates::one(1).with(2));
    assert_eq!(texts(&read(&Drawing::of(&puzzle).draw())), ["2", "3"]);
}

#[test]
fn nothing_is_drawn_where_there_is_no_cell() {
    let frame = Frame { top: 0, left: 1, rows: 2, columns: 1 };
    let parts = vec![Part { name: "a".into(), frame, regions: Regions::None }];
    let mut puzzle = Puzzle::open(Grid::of(Shape { parts, raw: true, ..Shape::rectangle(2, 2) }).unwrap());
    puzzle.set_cells(&vec![Candidates::one(1); puzzle.cells().len()]);
    let image = Drawing::of(&puzzle).draw();
    let all = read(&image);
    assert_eq!(texts(&all).len(), 2);
    assert!(named(&all, "text").all(|text| text.number("x") == 1.5 * CELL));
    assert_eq!(view(&all)[0], CELL - 12.8, "the margin is around the cells that there are");
}

#[test]
fn solved_loose_cells_are_listed_below_the_grid() {
    let loose = vec![
        Loose { name: "A".into(), count: 2, columns: 0 },
        Loose { name: "Sum".into(), count: 1, columns: 0 },
    ];
    let puzzle = Puzzle::open(Grid::of(Shape { loose, ..Shape::rectangle(2, 2) }).unwrap());
    assert_eq!(named(&read(&Drawing::of(&puzzle).draw()), "text").count(), 0);
    let image = Drawing::of(&puzzle).solution(&[0, 1, 1, 0, 1, 0, 1]).draw();
    let all = read(&image);
    assert_eq!(texts(&all), ["1", "2", "2", "1", "A1 = 2, A2 = 1", "Sum1 = 2"]);
    assert!(named(&all, "text").skip(4).all(|text| text.number("y") > 2.0 * CELL));
}

#[test]
fn a_border_has_a_gap_for_its_label() {
    let path = |label: &str| {
        let mark = Mark::Cage { cells: vec![0, 1, 4], label: label.into() };
        let image = Drawing::of(&with_givens(4, &[])).marks(&[mark]).draw();
        let all = read(&image);
        assert_eq!(texts(&all).concat(), label);
        let group = all.iter().position(|element| element.get("stroke-dasharray").is_some()).unwrap();
        all[group + 1].get("d").unwrap().to_owned()
    };
    // Six corners; with a label the first corner is left out, and both sides there are shorter.
    let closed = path("");
    assert_eq!((closed.matches('L').count(), closed.ends_with('Z')), (5, true));
    let open = path("7");
    assert_eq!((open.matches('L').count(), open.ends_with('Z')), (6, false));
}

#[test]
fn capsules_go_round_corners() {
    let path = |cells: &[u16]| {
        let mark = Mark::Pill { cells: cells.to_vec(), paint: Paint::Grey };
        let image = Drawing::of(&with_givens(4, &[])).marks(&[mark]).draw();
        let all = read(&image);
        named(&all, "path").next().unwrap().get("d").unwrap().replace("A24.32 24.32 0 0 1 ", "~")
    };
    // Half circles at the ends, a quarter around the outside of a corner, none inside.
    assert_eq!(path(&[0, 1]), "M96 7.68~96 56.32L32 56.32~32 7.68Z");
    assert_eq!(path(&[0, 1, 5]), "M96 7.68~120.32 32L120.32 96~71.68 96L71.68 56.32L32 56.32~32 7.68Z");
}

#[test]
fn lines_of_one_paint_are_one_translucent_picture() {
    let line = |cells: &[u16], paint| Mark::Line {
        cells: cells.to_vec(),
        paint,
        weight: Weight::Thick,
        start: LineEnd::Bulb,
        end: LineEnd::Plain,
    };
    let marks = [line(&[0, 1], Paint::Grey), line(&[5, 9], Paint::Red), line(&[0, 4], Paint::Grey)];
    let image = Drawing::of(&with_givens(4, &[])).marks(&marks).draw();
    let all = read(&image);
    assert_eq!(named(&all, "g").filter(|group| group.get("opacity").is_some()).count(), 2);
    assert_eq!(named(&all, "circle").count(), 3);
}

#[test]
fn clues_outside_do_not_overlap() {
    let scenes = scenes::all();
    let (_, image) = scenes.iter().find(|(name, _)| *name == "outside").unwrap();
    let all = read(image);
    let side = 6.0 * CELL;
    // The centre of each clue with half its width and height, in letters a little narrower than most fonts'.
    let clues: Vec<[f64; 4]> = named(&all, "text")
        .filter(|text| text.get("font-size").is_some())
        .map(|text| {
            let (size, letters) = (text.number("font-size"), text.text.chars().count() as f64);
            [text.number("x"), text.number("y") - size * 0.36, letters * size * 0.25, size * 0.36]
        })
        .collect();
    assert_eq!(clues.len(), 34);
    for (index, &[x, y, wide, high]) in clues.iter().enumerate() {
        let out = x + wide < 0.0 || x - wide > side || y + high < 0.0 || y - high > side;
        assert!(out, "{:?} is in the grid", [x, y]);
        for &[other_x, other_y, other_wide, other_high] in &clues[..index] {
            let apart = (x - other_x).abs() > wide + other_wide || (y - other_y).abs() > high + other_high;
            assert!(apart, "{:?} and {:?}", [x, y], [other_x, other_y]);
        }
    }
}

#[test]
fn titles_and_notes_stand_above_and_below_word_by_word() {
    let mut puzzle = with_givens(4, &[]);
    puzzle.set_about(About::default().with_title("Less < & > \"more\"".to_owned()));
    let note = "A rule that has no picture and so many words that they do not fit into one line.";
    let image = Drawing::of(&puzzle).marks(&[Mark::Note(note.into())]).draw();
    let all = read(&image);
    let above: Vec<&Element> = named(&all, "text").filter(|text| text.number("y") < 0.0).collect();
    let below: Vec<&Element> = named(&all, "text").filter(|text| text.number("y") > 4.0 * CELL).collect();
    for (mut lines, text) in [(above, "Less < & > \"more\""), (below, note)] {
        lines.sort_by(|one, other| one.number("y").total_cmp(&other.number("y")));
        assert!(lines.is_sorted_by(|one, other| one.number("y") < other.number("y")));
        assert_eq!(lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" "), text);
        assert_eq!(lines.len() > 1, text == note);
    }
}

fn any_mark() -> impl Strategy<Value = Mark> {
    let cell = prop_oneof![0u16..81, any::<u16>()];
    let cells = prop::collection::vec(cell.clone(), 0..6);
    let paint = prop::sample::select(vec![Paint::Grey, Paint::White, Paint::Black, Paint::Green]);
    let weight = prop::sample::select(vec![Weight::Thin, Weight::Normal, Weight::Thick]);
    let shape = prop::sample::select(vec![Outline::Circle, Outline::Square, Outline::Diamond]);
    let ends = vec![
        LineEnd::Plain,
        LineEnd::Short,
        LineEnd::Bulb,
        LineEnd::Ring,
        LineEnd::Diamond,
        LineEnd::Dot,
        LineEnd::Arrowhead,
    ];
    let end = prop::sample::select(ends);
    let (step, pair) = (any::<(i8, i8)>(), [cell.clone(), cell.clone()]);
    prop_oneof![
        (cells.clone(), paint.clone(), weight, end.clone(), end)
            .prop_map(|(cells, paint, weight, start, end)| Mark::Line { cells, paint, weight, start, end }),
        (cells.clone(), paint.clone()).prop_map(|(cells, paint)| Mark::Pill { cells, paint }),
        (cells.clone(), any::<String>()).prop_map(|(cells, label)| Mark::Cage { cells, label }),
        (cells, paint.clone()).prop_map(|(cells, paint)| Mark::Shade { cells, paint }),
        (cell.clone(), shape, paint.clone(), any::<bool>())
            .prop_map(|(cell, shape, paint, filled)| Mark::Shape { cell, shape, paint, filled }),
        (pair.clone(), paint, any::<String>()).prop_map(|(cells, paint, text)| Mark::Dot {
            cells,
            paint,
            text
        }),
        (pair.clone(), any::<String>()).prop_map(|(cells, text)| Mark::Between { cells, text }),
        pair.prop_map(|[small, large]| Mark::Less { small, large }),
        (prop::array::uniform4(cell.clone()), any::<String>())
            .prop_map(|(cells, text)| Mark::Corner { cells, text }),
        (cell.clone(), prop::collection::vec(step, 0..5), any::<bool>())
            .prop_map(|(cell, directions, outward)| Mark::Chevrons { cell, directions, outward }),
        (cell.clone(), step, any::<String>()).prop_map(|(cell, direction, text)| Mark::Outside {
            cell,
            direction,
            text
        }),
        any::<bool>().prop_map(|rising| Mark::Diagonal { rising }),
        (cell, any::<String>()).prop_map(|(cell, text)| Mark::Tag { cell, text }),
        any::<String>().prop_map(Mark::Note),
    ]
}

proptest! {
    #[test]
    fn images_with_any_marks_are_well_formed(marks in prop::collection::vec(any_mark(), 0..12)) {
        let image = Drawing::of(&with_givens(9, &[(40, 4)])).marks(&marks).draw();
        let all = xml::read(&image).map_err(TestCaseError::fail)?;
        for element in &all {
            for (name, value) in &element.attributes {
                prop_assert!(!value.contains("NaN") && !value.contains("inf"), "{}=\"{}\"", name, value);
            }
        }
    }
}
