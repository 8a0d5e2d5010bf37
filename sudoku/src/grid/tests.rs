//! Tests of the houses, cells and names in grids of every shape.

use super::*;

#[test]
fn usual_boxes_are_nearly_square() {
    let sides = [4, 6, 8, 9, 10, 12, 16, 20, 25, 36];
    let boxes = sides.map(|side| usual_boxes(side).unwrap());
    assert_eq!(boxes, [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4), (4, 5), (5, 5), (6, 6)]);
    assert!([1, 2, 3, 5, 7, 61].into_iter().all(|side| usual_boxes(side).is_none()));
}

#[test]
fn every_house_of_the_usual_grid_has_every_value_once() {
    for side in 1..=LARGEST {
        let grid = Grid::square(side).unwrap();
        let regions = if usual_boxes(side).is_some() { side } else { 0 };
        assert_eq!(grid.houses().len(), 2 * side + regions);
        assert!(grid.houses().iter().all(|house| house.cells().len() == side));
        assert!(grid.is_usual());
    }
}

#[test]
fn invalid_shapes_are_errors() {
    let new = |rows, columns, last, regions: &Regions| {
        Grid::new(rows, columns, 1..=last, regions).unwrap_err().to_string()
    };
    assert_eq!(new(0, 9, 9, &Regions::None), "a grid of 0x9: sides are from 1 to 64");
    assert_eq!(new(9, 9, 65, &Regions::None), "values 1-65: there are from 1 to 64 values");
    assert_eq!(new(9, 9, 8, &Regions::None), "row 1 has 9 cells, but there are only 8 values");
    let boxes = Regions::Boxes { height: 2, width: 4 };
    assert_eq!(new(9, 9, 9, &boxes), "boxes of 2x4 do not fill 9 rows of 9 cells");
    let layout = Regions::Layout(vec![Some('a'); 4]);
    assert_eq!(new(2, 2, 2, &layout), "region a has 4 cells, but there are only 2 values");
}

#[test]
fn grids_that_overlap_share_cells_and_boxes() {
    let part = |name: &str, top, left| Part {
        name: name.into(),
        frame: Frame { top, left, rows: 4, columns: 4 },
        regions: Regions::Default,
    };
    let parts = vec![part("a", 0, 0), part("b", 2, 2)];
    let shape = Shape { values: 1..=4, parts, ..Shape::rectangle(6, 6) };
    let grid = Grid::of(shape.clone()).unwrap();
    assert_eq!((grid.cells(), grid.visible().count()), (36, 28));
    // 12 houses each, less the box that both have.
    assert_eq!(grid.houses().len(), 23);
    assert_eq!(grid.houses()[12].to_string(), "row 1 of b");
    assert!(grid.is_gap(4) && !grid.is_gap(14));
    assert_eq!(grid.step(3, (0, 1)), None, "a gap");
    assert_eq!(grid.step(14, (0, 1)), Some(15));
    let outside = Shape { parts: vec![part("a", 3, 0)], ..shape };
    assert_eq!(Grid::of(outside).unwrap_err().to_string(), "grid a reaches R7C4, outside the canvas of 6x6");
}

#[test]
fn loose_cells_follow_those_of_the_grid() {
    let list = |name: &str, count| Loose { name: name.into(), count, columns: 0 };
    let loose = vec![list("A", 2), list("Sum", 1)];
    let grid = Grid::of(Shape { loose: loose.clone(), ..Shape::rectangle(4, 4) }).unwrap();
    assert_eq!((grid.cells(), grid.rectangle()), (19, 16));
    let names: Vec<String> = (15..19).map(|cell| grid.name(cell).to_string()).collect();
    assert_eq!(names, ["R4C4", "A1", "A2", "Sum1"]);
    let cells = ["A2", "sum1", "A3", "A0", "A", "2", "r1c1"].map(|name| grid.named(name));
    assert_eq!(cells, [Some(17), Some(18), None, None, None, None, None]);
    assert_eq!(grid.step(16, (0, 1)), None);
    assert_eq!(
        ["a2", "SUM1", "A3", "sum", "g1c1"].map(|name| grid.named(name)),
        [Some(17), Some(18), None, None, None]
    );
    let twice = Shape { loose: [&loose[..], &loose[..1]].concat(), ..Shape::rectangle(4, 4) };
    assert_eq!(Grid::of(twice).unwrap_err().to_string(), "the name A is used twice");
}

#[test]
fn loose_cells_can_lie_in_rows() {
    let rows = |name: &str, count, columns| Loose { name: name.into(), count, columns };
    let loose = vec![rows("A", 2, 0), rows("B", 6, 3), rows("C", 2, 2)];
    let grid = Grid::of(Shape { loose, ..Shape::rectangle(2, 2) }).unwrap();
    // The family B has the rows B1 B2 B3 and B4 B5 B6.
    let from_b2 = [(0, 1), (1, 0), (1, -1), (-1, 0), (0, 2), (2, 0)].map(|step| grid.step(7, step));
    assert_eq!(from_b2, [Some(8), Some(10), Some(9), None, None, None]);
    assert_eq!([(11, (0, 1)), (4, (0, 1)), (3, (1, 0))].map(|(cell, step)| grid.step(cell, step)), [None; 3]);
}

#[test]
fn unknown_regions_have_a_label_for_each_cell() {
    let loose = vec![Loose { name: "A".into(), count: 2, columns: 0 }];
    let shape = Shape { unknown: Some(4), loose, ..Shape::rectangle(4, 4) };
    let grid = Grid::of(shape.clone()).unwrap();
    assert_eq!((grid.cells(), grid.label(5), grid.label(16)), (34, Some(23), None));
    assert_eq!((grid.name(23).to_string(), grid.named("g2c2")), ("G2C2".into(), Some(23)));
    assert!(
        !grid.has_regions() && grid.shape().regions == Regions::None,
        "no boxes in a grid with unknown regions"
    );
    let says = |shape: Shape| Grid::of(shape).unwrap_err().to_string();
    let fives = Shape { unknown: Some(5), ..shape.clone() };
    assert_eq!(says(fives), "16 cells cannot be divided into regions of 5");
    let twos = Shape { unknown: Some(2), ..shape.clone() };
    assert_eq!(says(twos), "8 unknown regions: there are at most as many as values, 4");
    let eights = Shape { unknown: Some(8), ..shape };
    assert_eq!(says(eights), "regions of 8 different values, but there are 4");
}

#[test]
fn a_raw_grid_has_only_the_given_houses() {
    let raw = Shape { raw: true, ..Shape::rectangle(4, 4) };
    assert!(Grid::of(raw.clone()).unwrap().houses().is_empty());
    let boxes = Shape { regions: Regions::Boxes { height: 2, width: 2 }, ..raw };
    assert_eq!(Grid::of(boxes).unwrap().houses().len(), 4);
}
