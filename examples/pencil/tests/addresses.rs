//! Addresses that are broken, and the codes of clues.

use pencil::Puzzle;
use pencil::address::{AddressError, Places};
use pencil::clue::Clue;

fn error(address: &str) -> AddressError {
    Puzzle::parse(address).expect_err(address)
}

#[test]
fn errors_name_the_column_and_what_is_wrong() {
    for (address, column, what) in [
        ("https://puzz.link/p?nurikab/5/5/g", 21, "nearest is nurikabe"),
        ("slither/5/x/g", 11, "not a number of columns or rows"),
        ("slither/0/5/g", 9, "not a number of columns or rows"),
        ("slither/q/5/5/cbcbcddad", 9, "no variant 'q'"),
        ("lits/d/4/4/9q02jg", 6, "no variant 'd'"),
        ("slither/5/5/cbcb", 17, "the address ends"),
        ("slither/5/5/cbcbcddadd", 22, "nothing should follow"),
        ("slither/5/5/cbcb!ddad", 17, "'!' is no clue"),
        ("mashu/1/1/q", 11, "more clues than"),
        ("nurikabe/2/2/-g", 15, "not a digit"),
        ("starbattle/6/6/1+4ilbhgdnmhou", 17, "a slash should follow"),
        ("mashu/1000/1000/", 17, "at most 2500"),
        ("mashu/99999999999999999999/2/", 7, "not a number of columns or rows"),
        ("battleship/2/2/jj", 18, "the address ends"),
        ("battleship/2/2/jj//q", 20, "no fleet is called"),
        ("battleship/2/2/jjq", 18, "'q' is no clue"),
        ("battleship/2/2/jj/x/11g", 19, "a number of ships"),
        ("battleship/2/2/jj/2/11g/22p0", 25, "is no ship"),
        ("battleship/2/2/jj/1/22i", 21, "is no ship"),
        ("", 1, "no kind"),
        ("äöü/ß", 1, "no kind"),
    ] {
        let error = error(address);
        let said = error.to_string();
        assert!(said.contains(what) && error.column == column, "{address}: {said}");
    }
}

/// Characters of addresses, changed and cut anywhere, are read or refused.
#[test]
fn damaged_addresses_do_not_panic() {
    let addresses = [
        "heyawake/6/6/lll155007rs12222j",
        "yajilin/5/5/m32j10",
        "hitori/4/4/1114142333214213",
        "mashu/6/6/1063000i3000",
        "starbattle/6/6/1/4ilbhgdnmhou",
        "nonogram/6/6/12g1111h11112j12g11g21j11g3h",
        "slither/5/5/cbcbcddad",
        "battleship/3/3/lo/2/21o/11g",
    ];
    for address in addresses {
        for at in 0..address.len() {
            for sign in "0.-+=%@/zgk5é~".chars() {
                let damaged = format!("{}{sign}{}", &address[..at], &address[at + 1..]);
                if let Ok(puzzle) = Puzzle::parse(&damaged) {
                    let again = Puzzle::parse(&puzzle.address()).expect("what was written");
                    assert_eq!(again.clues, puzzle.clues, "{damaged}");
                }
            }
            let _ = Puzzle::parse(&address[..at]);
        }
    }
}

#[test]
fn clues_are_read_as_the_player_reads_them() {
    let cells = |address: &str| Puzzle::parse(address).unwrap().cells();
    let numbers = |address: &str| -> Vec<(usize, Option<u32>)> {
        cells(address).iter().map(|(cell, clue)| (*cell, clue.number())).collect()
    };
    // The boards that the player's tests write for these addresses (robx/pzprjs, test/script).
    assert_eq!(numbers("nurikabe/5/5/g5k2o1k3g"), [(1, Some(5)), (7, Some(2)), (17, Some(1)), (23, Some(3))]);
    let slither = [(0, 2), (3, 1), (6, 2), (9, 1), (12, 2), (15, 3), (18, 3), (21, 0), (24, 3)];
    assert_eq!(numbers("slither/5/5/cbcbcddad"), slither.map(|(cell, number)| (cell, Some(number))));
    let signs: Vec<(usize, u8)> =
        cells("mashu/6/6/1063000i3000").iter().map(|(cell, clue)| (*cell, clue.sign())).collect();
    assert_eq!(signs, [(2, 1), (7, 2), (10, 1), (21, 2), (25, 1)]);
    // Longer numbers, and a question mark.
    let long = [(0, Some(16)), (1, Some(256)), (2, Some(4096)), (3, None)];
    assert_eq!(numbers("nurikabe/2/2/-10+100=000."), long);
    let rooms = Puzzle::parse("heyawake/6/6/lll155007rs12222j").unwrap();
    assert_eq!(rooms.rooms().len(), 8);
    let of_rooms: Vec<Option<u32>> =
        rooms.at(Places::Rooms).iter().map(|clue| clue.as_ref().and_then(Clue::number)).collect();
    assert_eq!(of_rooms, [Some(2), Some(2), Some(2), Some(2), None, None, None, None]);
}

#[test]
fn fleets_are_called_by_a_letter() {
    for (letter, ships, cells) in
        [('c', 6, 10), ('d', 10, 20), ('e', 15, 35), ('p', 12, 60), ('t', 5, 20), ('z', 0, 0)]
    {
        let puzzle = Puzzle::parse(&format!("battleship/2/2/jj//{letter}")).unwrap();
        let Some(Clue::Fleet(fleet)) = &puzzle.at(Places::Fleet)[0] else { panic!("{letter}") };
        assert_eq!((fleet.len(), fleet.iter().flat_map(|ship| ship.places()).count()), (ships, cells));
        assert!(fleet.iter().all(|ship| ship.is_connected()));
        assert_eq!(puzzle.address(), format!("https://puzz.link/p?battleship/2/2/jj//{letter}"));
    }
}
