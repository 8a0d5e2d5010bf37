//! What is told of clues that count along a line, against all their lines: each is in one of the ways or cases.

use super::*;
use crate::Grid;
use crate::candidates::Candidates;
use crate::explain::count::{Among, Measure};
use crate::rules::{Clue, Origin};

const COUNTING: [&str; 3] = [
    "size: 6\ngrid:\n......\n.6...2\n......\n......\n......\n......\nsandwich 0: top 1\nsandwich 9: top 2\nsandwich 3: top 3\n\
     sandwich 8: top 5\nsandwich 4: left 4\n",
    "size: 6\nx-sum 17: top 4\nx-sum 21: top 5\nx-sum 17: left 2\nx-sum 1: left 3\nx-sum 6: right 4\nx-sum 19: right 5\n\
     x-sum 20: bottom 3\nx-sum 21: right 6\n",
    "size: 6\ngrid:\n......\n1..4..\n......\n......\n......\n....5.\nskyscraper 3: left 1\nskyscraper 2: right 1\n\
     skyscraper 3: top 6\nskyscraper 2: left 2\nskyscraper 3: right 3, left 4\nskyscraper 4: left 5\nskyscraper 2: bottom 2\n\
     skyscraper 3: bottom 3, bottom 4, bottom 6\n",
];

/// All lines of different numbers with some candidates.
fn lines(choices: &[Candidates], grid: &Grid) -> Vec<Vec<i32>> {
    choices.iter().fold(vec![Vec::new()], |lines: Vec<Vec<i32>>, choices| {
        let longer = |line: &Vec<i32>| {
            let numbers = choices.iter().map(|value| grid.number(value));
            let free = numbers.filter(|number| !line.contains(number)).collect::<Vec<i32>>();
            free.into_iter().map(|number| [&line[..], &[number]].concat()).collect::<Vec<_>>()
        };
        lines.iter().flat_map(longer).collect()
    })
}

/// The amount that a clue counts on a line, and the cells with the values that decide, and that count.
type Counted = (i64, Vec<(usize, u8)>, Vec<(usize, u8)>);

fn counted(clue: &Clue, line: &[i32], grid: &Grid) -> Counted {
    let shape = grid.shape();
    let beginning = (1..=line.len()).map(|end| &line[..end]);
    let of = |beginning: &[i32]| (clue.kind.measure)(clue, beginning, shape);
    let beginning = beginning.into_iter().find(|beginning| of(beginning).is_some()).unwrap();
    let named = |places: Vec<usize>| -> Vec<(usize, u8)> {
        let one = |&at: &usize| (usize::from(clue.cells()[at]), (line[at] - grid.first_value()) as u8);
        places.iter().map(one).collect()
    };
    let places = [clue.kind.deciding, clue.kind.counted].map(|places| named(places(clue, beginning, shape)));
    let [deciding, counted] = places;
    (of(beginning).unwrap(), deciding, counted)
}

fn agrees(among: Option<&Among>, counted: &[(usize, u8)], is_least: bool) -> bool {
    let Some(among) = among else { return true };
    let has = |&(cell, value): &(usize, u8)| among.cells.contains(&cell) || among.values.contains(value);
    if is_least {
        let cells = among.cells.iter().all(|cell| counted.iter().any(|(own, _)| own == cell));
        let values = among.values.iter().all(|value| counted.iter().any(|&(_, own)| own == value));
        let both =
            |&&(cell, value): &&(usize, u8)| among.cells.contains(&cell) && among.values.contains(value);
        cells && values && counted.iter().find(both).is_none()
    } else {
        counted.iter().all(has)
    }
}

fn is_told(measure: &Measure, (amount, decided, counted): &Counted, wanted: i64) -> bool {
    let case = measure.cases.iter().find(|case| case.decided == *decided);
    case.is_some_and(|case| {
        case.amounts.contains(amount)
            && agrees(case.among.as_ref(), counted, *amount > wanted)
            && agrees(measure.among.as_ref(), counted, *amount > wanted)
    }) && *amount != wanted
}

#[test]
fn ways_and_cases_are_all_that_there_are() {
    let (mut ways, mut cases, mut among) = (0, 0, 0);
    for puzzle in COUNTING.map(parsed) {
        for (state, step) in walk(&puzzle).0 {
            let [Truth::Relation(relation)] = step.truths[..] else { continue };
            let [Origin::Clue(at)] = state.map.relations[relation].origins[..] else { continue };
            let (clue, grid) = (&puzzle.clues()[at], puzzle.grid());
            let wanted = clue.first_number().unwrap().into();
            let left = |cell: &u16| state.candidates((*cell).into());
            let choices: Vec<Candidates> = clue.cells().iter().map(left).collect();
            let countings = step.countings(&state);
            for line in lines(&choices, grid).iter().filter(|_| !countings.is_empty()) {
                let (amount, decided, counted) = counted(clue, line, grid);
                let mut numbers: Vec<i32> = counted.iter().map(|&(_, value)| grid.number(value)).collect();
                if !countings[0].is_ordered {
                    numbers.sort_unstable();
                }
                let mut known = countings.iter();
                let is_known = known.any(|way| way.decided == decided && way.sets.contains(&numbers));
                assert!(is_known || amount != wanted, "{}", step.text(&state, Detail::Full));
                ways += 1;
            }
            for reason in &step.reasons {
                let Some(measure) = &reason.measure else { continue };
                among += usize::from(measure.among.is_some());
                for gone in &reason.gone {
                    let place = clue.cells().iter().position(|&cell| usize::from(cell) == gone.cell).unwrap();
                    let mut choices = choices.clone();
                    choices[place] = gone.values;
                    for line in lines(&choices, grid) {
                        let counted = counted(clue, &line, grid);
                        let text = step.text(&state, Detail::Full);
                        assert!(is_told(measure, &counted, wanted), "{line:?} {measure:?} {text}");
                        cases += 1;
                    }
                }
            }
        }
    }
    assert!(ways > 100 && cases > 100 && among > 3, "{ways} {cases} {among}");
}
