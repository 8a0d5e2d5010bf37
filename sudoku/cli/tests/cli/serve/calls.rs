//! The page and the calls.

use serde_json::{Value, json};

use super::client::Server;
use crate::support::{CLASH, EASY, EASY_SOLVED, EMPTY, INKALA, MEDIUM, NONE, SEVENTEEN, piped, sudoku};

fn values(text: &str) -> Vec<u64> {
    text.bytes().map(|byte| u64::from(byte - b'0')).collect()
}

#[test]
fn the_page_is_kept_by_the_browser_until_it_changes() {
    let server = Server::new(&[]);
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let safety = page.header("content-security-policy").expect("a policy");
    assert!(safety.starts_with("default-src 'none'") && !safety.contains("unsafe"), "{safety}");
    let tag = page.header("etag").expect("a tag");
    let again = server.ask("GET", "/page/index.html", &format!("If-None-Match: {tag}\r\n"), b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(server.get("/page/../Cargo.toml").status, 404);
}

#[test]
fn a_public_address_is_in_the_page_and_admitted() {
    const PLACE: &str = r#"<meta name="public-url" content="">"#;
    let server = Server::new(&["--public-url", "https://puzzles.example/sudoku"]);
    let page = server.get("/").text();
    assert!(page.contains(r#"<meta name="public-url" content="https://puzzles.example/sudoku/">"#), "{page}");
    let status = |headers: &str| {
        let headers = format!("Content-Type: application/json\r\n{headers}");
        server.ask("POST", "/api/check", &headers, json!({"puzzle": EASY}).to_string().as_bytes()).status
    };
    assert_eq!(status("Host: puzzles.example\r\nOrigin: https://puzzles.example\r\n"), 200);
    assert_eq!(status("Host: puzzles.example\r\nOrigin: https://evil.example\r\n"), 403);
    assert_eq!(status("Host: evil.example\r\n"), 403);
    assert!(Server::new(&[]).get("/").text().contains(PLACE));
}

#[test]
fn the_interface_lists_itself() {
    let server = Server::new(&[]);
    let list = server.get("/api").json();
    assert_eq!(list["open"], json!(false));
    for call in list["calls"].as_array().expect("a list") {
        let (path, method) = (call["path"].as_str().unwrap(), call["method"].as_str().unwrap());
        assert!(!call["about"].as_str().unwrap().is_empty(), "{path}");
        if method == "GET" {
            assert_eq!(server.get(path).status, 200, "{path}");
        } else {
            let empty = server.call(path.strip_prefix("/api/").unwrap(), &json!({}));
            assert_eq!(empty.status, 400, "{path} needs a puzzle: {}", empty.text());
            assert_eq!(server.get(path).status, 405, "{path}");
        }
    }
    let candidates = list["calls"].as_array().unwrap().iter().find(|call| call["path"] == "/api/candidates");
    let cap = &candidates.expect("it is listed")["fields"][1];
    assert_eq!((&cap["type"], &cap["default"]), (&json!("a number from 1 to 1000"), &json!(8)));
    for name in ["rules", "techniques", "methods"] {
        let objects = sudoku([name, "--format", "json"]).stdout;
        let objects: Vec<Value> = objects.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(server.get(&format!("/api/{name}")).json(), Value::Array(objects));
    }
}

#[test]
fn a_puzzle_is_read_with_its_board_and_rules() {
    let server = Server::new(&[]);
    let rows = format!("1.....\n{}", "......\n".repeat(5));
    let head = "size: 6\ntitle: <script>alert(1)</script>\ngrid:\n";
    let text = format!("{head}{rows}killer 7: r1c2 r1c3\nthermo: r6c1-r6c3\n");
    let read = server.told("read", &json!({"text": text}));
    assert_eq!((&read["format"], &read["title"]), (&json!("native"), &json!("<script>alert(1)</script>")));
    let lines: Vec<&str> = read["puzzle"].as_str().unwrap().lines().collect();
    for line in read["lines"].as_array().unwrap() {
        let number = line["line"].as_u64().unwrap() as usize;
        assert_eq!(lines[number - 1], line["text"].as_str().unwrap());
    }
    assert_eq!(read["lines"][0]["cells"], json!([1, 2]));
    let told: Vec<&str> =
        read["rules"].as_array().unwrap().iter().map(|rule| rule["says"].as_str().unwrap()).collect();
    let grid = "Digits from 1 to 6 do not repeat in any row, column or box.";
    let cages = "Digits in a cage do not repeat and add up to its number.";
    assert_eq!(told, [grid, cages, "Along a thermometer digits increase from the bulb."]);
    assert_eq!([&read["rules"][0]["rule"], &read["rules"][1]["rule"]], [&Value::Null, &json!("killer")]);
    let board = &read["board"];
    assert_eq!((&board["rows"], &board["symbols"]), (&json!(6), &json!(["1", "2", "3", "4", "5", "6"])));
    let cells = board["cells"].as_array().unwrap();
    assert_eq!((cells.len(), &cells[0]["given"], &cells[1]["given"]), (36, &json!(1), &Value::Null));
    assert_eq!(
        (&cells[7]["name"], &cells[7]["x"], &cells[7]["y"]),
        (&json!("r2c2"), &json!(64.0), &json!(64.0))
    );
    assert_eq!(cells[0]["houses"].as_array().unwrap().len(), 3);
    let svg = board["svg"].as_str().unwrap();
    assert!(svg.contains(">7</text>") && !svg.contains(">1</text>") && !svg.contains("script"), "{svg}");
    // The text of a puzzle that was read can be read again.
    let again = server.told("read", &json!({"text": read["puzzle"]}));
    assert_eq!((&again["puzzle"], &again["board"]), (&read["puzzle"], &read["board"]));
    let two = server.told("read", &json!({"text": format!("{EASY}\n{MEDIUM}\n")}));
    assert_eq!(two["notes"], json!(["1 more in the text: this is the first"]));
}

#[test]
fn cells_beside_the_grid_have_places_below_it() {
    let server = Server::new(&[]);
    let board = |families: &str| {
        server.told("read", &json!({"text": format!("size: 4\n{families}")}))["board"].clone()
    };
    let (alone, read) = (board(""), board("cells: A 7\ncells: B 2x2\n"));
    let cells = read["cells"].as_array().unwrap();
    let corner = |at: usize| [&cells[at]["x"], &cells[at]["y"]].map(|number| number.as_f64().unwrap());
    let (first, size) = (16, cells[16]["size"].as_f64().unwrap());
    assert_eq!((&cells[first]["name"], &cells[first]["row"]), (&json!("a1"), &Value::Null));
    let bottom = |board: &Value| board["corner"][1].as_f64().unwrap() + board["height"].as_f64().unwrap();
    assert!(corner(first)[1] > bottom(&alone) && corner(26)[1] + size < bottom(&read));
    assert_eq!(corner(first)[0], corner(23)[0], "each family begins at the left");
    assert!(corner(23)[1] == corner(24)[1] && corner(24)[1] < corner(25)[1], "two rows of two");
    let right = alone["corner"][0].as_f64().unwrap() + alone["width"].as_f64().unwrap();
    assert!((first..27).all(|cell| corner(cell)[0] + size < right));
    let many = board("cells: A 101\n");
    assert_eq!((&many["height"], &many["cells"][16]["x"]), (&alone["height"], &Value::Null));
    // Region labels are no cells of their own.
    let labels = board("chaos-construction\n");
    assert_eq!((labels["cells"].as_array().unwrap().len(), &labels["cells"][16]["x"]), (32, &Value::Null));
}

#[test]
fn a_limit_of_nodes_is_told_as_a_limit() {
    let hard = json!({"puzzle": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."});
    let verdict = |args: &[&str]| Server::new(args).told("check", &hard)["verdict"].clone();
    assert_eq!((verdict(&[]), verdict(&["--node-limit", "3"])), (json!("unique"), json!("unknown")));
}

#[test]
fn a_text_with_a_mistake_is_refused_with_its_place() {
    let server = Server::new(&[]);
    let wrong = server.call("read", &json!({"text": "size: 9\n# two lines\nthremo: r1c1 r1c2\n"}));
    let error = &wrong.json()["error"];
    assert_eq!((wrong.status, &error["line"], &error["column"]), (422, &json!(3), &json!(1)), "{error}");
    assert!(error["hint"].as_str().unwrap().contains("thermo"), "{error}");
    assert_eq!(server.call("read", &json!({"text": ""})).status, 422);
}

#[test]
fn check_tells_verdict_mistakes_and_faults_but_not_the_solution() {
    let server = Server::new(&[]);
    let unique = server.told("check", &json!({"puzzle": EASY}));
    assert_eq!((&unique["verdict"], unique.get("solution")), (&json!("unique"), None));
    let mut entries = vec![Value::Null; 81];
    entries[2] = 9.into();
    entries[5] = 9.into();
    let wrong = server.told("check", &json!({"puzzle": EASY, "entries": entries, "show": true}));
    assert_eq!((&wrong["wrong"], &wrong["solution"]), (&json!([5]), &json!(values(EASY_SOLVED))));
    let fault = &wrong["faults"][0];
    assert_eq!((&fault["kind"], &fault["cells"]), (&json!("entry"), &json!([2, 5])));
    let several = server.told("check", &json!({"puzzle": SEVENTEEN, "cap": 100}));
    assert_eq!((&several["verdict"], &several["solutions"]), (&json!("several"), &json!(17)));
    assert!(!several["open"].as_array().unwrap().is_empty());
    assert_eq!((several.get("solution"), several.get("pair")), (None, None));
    // Two of several solutions are shown when they are asked for; they differ in the open cells.
    let two = server.told("check", &json!({"puzzle": SEVENTEEN, "show": true}));
    let [one, other] = [0, 1].map(|at| two["pair"][at].as_array().unwrap());
    let differing: Vec<usize> = (0..one.len()).filter(|&cell| one[cell] != other[cell]).collect();
    assert_eq!((&two["open"], one.len()), (&json!(differing), other.len()));
    let none = server.told("check", &json!({"puzzle": CLASH}));
    assert_eq!(none["verdict"], "none");
    let kinds: Vec<&Value> = none["faults"].as_array().unwrap().iter().map(|fault| &fault["kind"]).collect();
    assert_eq!(kinds, ["given", "given", "house"]);
    let rule = server
        .told("check", &json!({"puzzle": "size: 4\nkiller 7: r1c1 r1c2, r1c1 r1c3\nkiller 3: r4c1 r4c2\n"}));
    let killer = |text: &str, cells: [u64; 2]| json!({"kind": "rule", "text": text, "cells": cells});
    let faults = json!([killer("killer 7: r1c1 r1c2", [0, 1]), killer("killer 7: r1c1 r1c3", [0, 2])]);
    assert_eq!(rule["faults"], faults);
}

#[test]
fn check_tells_clues_that_entries_break() {
    let server = Server::new(&[]);
    let told = |text: &str, entries: &[(usize, u8)]| {
        let mut all = vec![Value::Null; 16];
        entries.iter().for_each(|&(cell, value)| all[cell] = value.into());
        server.told("check", &json!({"puzzle": text, "entries": all}))
    };
    let puzzle = "size: 4\nthermo: r1c1-r1c4\nkiller 9: r2c1 r2c2 r3c1\n";
    let low = told(puzzle, &[(1, 2), (2, 3), (4, 3)]);
    assert_eq!((&low["broken"], &low["verdict"]), (&json!([]), &json!("several")));
    let broken = told(puzzle, &[(1, 3), (2, 2), (4, 1)]);
    let thermo = json!({
        "clue": 0, "text": "thermo: r1c1-r1c4", "cells": [1, 2],
        "says": "Thermometer: 3 in R1C2 and 2 in R1C3 do not go together",
    });
    let killer = json!({
        "clue": 1, "text": "killer 9: r2c1 r2c2 r3c1", "cells": [4], "says": "Cage: 1 in R2C1 is not possible",
    });
    assert_eq!(broken["broken"], json!([thermo, killer]));
    // A given alone is not an entry that breaks anything.
    assert_eq!(
        told("size: 4\nkiller 3: r1c1 r1c2\ngrid:\n4...\n....\n....\n....\n", &[])["broken"],
        json!([])
    );
    // Each entry is in some solution, but no solution has both.
    let several = told("34..\n..34\n43..\n..43\n", &[(2, 1), (10, 1)]);
    assert_eq!((&several["unfit"], &several["wrong"]), (&json!([2, 10]), &json!([])));
}

#[test]
fn candidates_are_those_of_the_command() {
    let server = Server::new(&[]);
    let told = server.told("candidates", &json!({"puzzle": SEVENTEEN, "cap": 5}));
    let line = sudoku(["candidates", "--counts", "--most", "5", "--format", "json", SEVENTEEN]).stdout;
    let line: Value = serde_json::from_str(&line).unwrap();
    for (cell, counts) in line["counts"].as_array().unwrap().iter().enumerate() {
        let counts = counts.as_object().unwrap();
        let symbols: Vec<u64> = counts.keys().map(|symbol| symbol.parse().unwrap()).collect();
        assert_eq!(told["candidates"][cell], json!(symbols));
        assert_eq!(told["counts"][cell], json!(counts.values().collect::<Vec<_>>()));
    }
    assert_eq!(told["complete"], json!(true));
}

fn full_hint(server: &Server) -> Value {
    server.told("hint", &json!({"puzzle": EASY, "marks": vec![json!([]); 81]}))
}

#[test]
fn hints_tell_as_much_as_was_asked() {
    let server = Server::new(&[]);
    let nudge = server.told("hint", &json!({"puzzle": EASY, "level": "nudge"}));
    assert_eq!((nudge.get("cells"), &nudge["step"], nudge.get("svg")), (None, &Value::Null, None));
    let place = server.told("hint", &json!({"puzzle": EASY, "level": "where"}));
    assert_eq!((&place["cells"]["placed"], &place["step"]), (&json!([]), &Value::Null));
    // The picture of a place has no digit in outline, which stands for what is placed.
    let [outlined, place] =
        [&full_hint(&server), &place].map(|told| told["svg"].as_str().unwrap().contains("#1456d0"));
    assert_eq!((outlined, place), (true, false));
    let full = full_hint(&server);
    assert_eq!(full["cells"]["placed"].as_array().unwrap().len(), 1);
    assert!(full["svg"].as_str().unwrap().starts_with("<svg"));
    let command: Value = serde_json::from_str(&sudoku(["hint", "--json", EASY]).stdout).unwrap();
    assert_eq!((&full["step"], &full["text"]), (&command["step"], &command["text"]));
    let mut entries = vec![Value::Null; 81];
    entries[2] = 1.into();
    let wrong = server.told("hint", &json!({"puzzle": EASY, "entries": entries}));
    assert!(wrong["text"].as_str().unwrap().starts_with("1 in R1C3 cannot stand"), "{wrong}");
    let entry = &wrong["wrong"][0];
    assert_eq!((&entry["cell"], &entry["value"]), (&json!("R1C3"), &json!("1")), "{wrong}");
    assert_eq!((entry["reasons"].as_array().is_some(), &wrong["lacking"]), (true, &json!([])), "{wrong}");
    let nudge = server.told("hint", &json!({"puzzle": EASY, "entries": entries, "level": "nudge"}));
    assert_eq!((&nudge["text"], nudge.get("wrong")), (&json!("Something that was entered is wrong."), None));
    let none = server.told("hint", &json!({"puzzle": EASY.replacen('.', "5", 1)}));
    assert_eq!((&none["status"], &none["reason"]), (&json!("none"), &json!("5 in R1C8 repeats R1C3")));
    let mut wrong = MEDIUM.to_owned();
    wrong.replace_range(15..16, "9");
    let none = server.told("hint", &json!({"puzzle": wrong}));
    let check = sudoku(["check", "--format", "json", &wrong]).stdout;
    let command: Value = serde_json::from_str(&check).unwrap();
    assert_eq!((&none["status"], &none["faults"]), (&json!("none"), &command["faults"]));
    assert!(none["faults"].as_array().is_some_and(|faults| !faults.is_empty()), "{none}");
}

#[test]
fn explanations_and_ratings_are_those_of_the_commands() {
    let server = Server::new(&[]);
    let told = server.told("explain", &json!({"puzzle": MEDIUM}));
    let command: Value = serde_json::from_str(&sudoku(["explain", "--to", "json", MEDIUM]).stdout).unwrap();
    let (steps, wanted) = (told["steps"].as_array().unwrap(), command["steps"].as_array().unwrap());
    assert_eq!((steps.len(), &told["finished"]), (wanted.len(), &json!(true)));
    for (step, wanted) in steps.iter().zip(wanted) {
        assert_eq!(step["text"], wanted["text"]);
        assert!(step["svg"].is_string() && step["cells"]["truths"].is_array());
    }
    for puzzle in [MEDIUM, SEVENTEEN, NONE, "size: 4\nkiller 3: r1c1 r1c2\nkiller 3: r1c3 r1c4\n"] {
        let mut rating = server.told("rate", &json!({"puzzle": puzzle}));
        let command = piped(["rate", "--format", "json"], puzzle);
        let mut wanted: Value = serde_json::from_str(&command.stdout).unwrap();
        rating["micros"] = 0.into();
        wanted["micros"] = 0.into();
        assert_eq!(rating, wanted);
    }
}

#[test]
fn a_search_is_told_step_by_step_and_goes_on_later() {
    let server = Server::new(&[]);
    let all =
        server.call("watch", &json!({"puzzle": INKALA, "method": "norvig", "steps": 1_000_000})).lines();
    assert_eq!(all.last().unwrap()["event"], "done");
    assert!(all.iter().any(|event| event["event"] == "solution"));
    // Followed on a board, the events lead to the solution.
    let start = |byte: u8| if byte == b'.' { (1..=9).collect() } else { vec![u64::from(byte - b'0')] };
    let mut cells: Vec<Vec<u64>> = INKALA.bytes().map(start).collect();
    let mut trail: Vec<(u64, usize, Vec<u64>)> = Vec::new();
    for event in &all {
        let depth = event["depth"].as_u64().unwrap();
        let listed: Vec<u64> =
            event["values"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        match event["event"].as_str().unwrap() {
            "solution" => break,
            "back" => {
                while let Some((_, cell, before)) = trail.pop_if(|(at, ..)| *at > depth) {
                    cells[cell] = before;
                }
            }
            name @ ("decide" | "remove") => {
                let cell = event["cell"].as_u64().unwrap() as usize;
                trail.push((depth, cell, cells[cell].clone()));
                cells[cell].retain(|value| listed.contains(value) == (name == "decide"));
            }
            _ => {}
        }
    }
    let found: String =
        cells.iter().map(|values| values.iter().map(u64::to_string).collect::<String>()).collect();
    assert_eq!(found, crate::support::INKALA_SOLVED);
    let first = server.call("watch", &json!({"puzzle": INKALA, "method": "norvig", "steps": 20})).lines();
    let next = first.last().unwrap();
    assert_eq!((&next["event"], &next["step"]), (&json!("more"), &json!(20)));
    let rest = server
        .call("watch", &json!({"puzzle": INKALA, "method": "norvig", "from": 20, "steps": 1_000_000}))
        .lines();
    assert_eq!([&first[..first.len() - 1], &rest[..]].concat(), all);
    assert_eq!(server.call("watch", &json!({"puzzle": INKALA, "method": "lockstep"})).status, 422);
}

#[test]
fn counts_grow_to_their_end() {
    let server = Server::new(&[]);
    let lines = server.call("count", &json!({"puzzle": SEVENTEEN})).lines();
    let last = lines.last().unwrap();
    assert_eq!((&last["count"], &last["high"], &last["finished"]), (&json!(17), &json!(17), &json!(true)));
    let capped = server.call("count", &json!({"puzzle": EMPTY, "cap": 1000})).lines();
    let last = capped.last().unwrap();
    assert_eq!((&last["low"], &last["high"], &last["finished"]), (&json!(1000), &Value::Null, &json!(true)));
}

#[test]
fn estimates_grow_better_to_their_end() {
    let server = Server::new(&[]);
    let open = ".".repeat(36);
    let lines = server.call("estimate", &json!({"puzzle": open, "precision": 10})).lines();
    let last = lines.last().unwrap();
    let [low, about, high] = ["low", "estimate", "high"].map(|name| last[name].as_f64().unwrap());
    assert!(low < about && about < high && (1e7..1e8).contains(&about), "{last}");
    assert_eq!((&last["finished"], &last["exact"]), (&json!(true), &json!(false)));
    assert!(last["text"].as_str().unwrap().starts_with("about 2."), "{last}");
    let few = server.call("estimate", &json!({"puzzle": SEVENTEEN})).lines();
    let last = few.last().unwrap();
    assert_eq!(
        (&last["text"], &last["exact"], &last["finished"]),
        (&json!("17"), &json!(true), &json!(true))
    );
    assert_eq!(server.call("estimate", &json!({"puzzle": EMPTY, "precision": 0})).status, 400);
}

#[test]
fn methods_formats_and_pictures_are_those_of_the_program() {
    let server = Server::new(&[]);
    let rows = server.told("compare", &json!({"puzzle": EASY, "methods": ["mrv", "norvig"]}));
    assert_eq!((&rows[0]["method"], &rows[1]["verdict"]), (&json!("mrv"), &json!("unique")));
    assert_eq!(server.call("compare", &json!({"puzzle": EASY, "methods": ["steam"]})).status, 400);
    let sdk = server.told("convert", &json!({"puzzle": EASY, "to": "sdk"}));
    assert_eq!(sdk["text"], sudoku(["convert", "--to", "sdk", EASY]).stdout.as_str());
    let lost = server.told("convert", &json!({"puzzle": "size: 4\nanti-knight\n", "to": "line"}));
    assert!(lost["lost"][0].as_str().unwrap().contains("anti-knight"), "{lost}");
    for (to, kind, head) in [
        ("svg", "image/svg+xml", &b"<svg"[..]),
        ("png", "image/png", b"\x89PNG"),
        ("pdf", "application/pdf", b"%PDF"),
    ] {
        let picture = server.call("render", &json!({"puzzle": EASY, "to": to}));
        assert_eq!(picture.header("content-type"), Some(kind));
        assert!(picture.body.starts_with(head), "{to}");
    }
    assert_eq!(server.call("render", &json!({"puzzle": EASY, "to": "../x"})).status, 400);
}

#[test]
fn puzzles_are_made_as_they_are_wanted() {
    let server = Server::new(&[]);
    let wanted =
        json!({"seed": 7, "size": 6, "clues": [10, 20], "symmetry": "rotational", "rules": ["killer"]});
    let made = server.told("generate", &wanted);
    assert_eq!(made, server.told("generate", &wanted));
    let found = server.told("check", &json!({"puzzle": made["puzzle"], "show": true}));
    assert_eq!((&found["verdict"], &found["solution"]), (&json!("unique"), &made["solution"]));
    assert!(made["puzzle"].as_str().unwrap().contains("killer"));
    let other = json!({"seed": 7, "size": 6, "clues": [10, 20], "symmetry": "rotational", "rules": ["killer"],
        "style": "sparse", "difficulty": "any", "known": [made["puzzle"]]});
    assert_ne!(made, server.told("generate", &other));
    let classic = json!({"seed": 3, "size": 4});
    let first = server.told("generate", &classic);
    let known = json!({"seed": 3, "size": 4, "known": [first["puzzle"]]});
    assert_ne!(server.told("generate", &known)["puzzle"], first["puzzle"]);
    for (wrong, status, message) in [
        (json!({"seed": 1, "style": "round"}), 400, "there is no style \"round\""),
        (json!({"seed": 1, "known": ["1.."]}), 422, ""),
        (json!({"seed": 1, "rules": ["thermometre"]}), 400, "there is no rule \"thermometre\""),
        (json!({"seed": 1, "rules": [3]}), 400, "the field \"rules\" has to be a list of texts"),
        (json!({"seed": 1, "difficulty": "harsh"}), 400, "there is no level \"harsh\""),
        (json!({"seed": 1, "symmetry": "round"}), 400, "there is no symmetry \"round\""),
        (json!({"seed": 1, "clues": [1, 2, 3]}), 400, "the field \"clues\" has to be a number, or a list of"),
        (json!({"seed": 1, "clues": 100}), 422, ""),
        (json!({"seed": 1, "size": 17}), 400, "the field \"size\" has to be a number from 1 to 16"),
        (json!({"size": 4}), 400, "the field \"seed\" is missing"),
    ] {
        let answer = server.call("generate", &wrong);
        let said = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(answer.status == status && said.starts_with(message), "{wrong}: {said}");
    }
}

#[test]
fn changes_are_suggested() {
    let server = Server::new(&[]);
    let puzzle = "12..34..........";
    let unique = server.told("suggest", &json!({"puzzle": puzzle, "givens": true}));
    let added = unique["added"].as_array().expect("givens");
    assert!(
        !added.is_empty() && added.iter().all(|one| one["kind"] == "given" && one["cells"][0].is_u64()),
        "{unique}"
    );
    assert_eq!(server.told("check", &json!({"puzzle": unique["puzzle"]}))["verdict"], "unique");
    let wrong = server.call("suggest", &json!({"puzzle": puzzle, "for": "nicer"}));
    assert_eq!(
        (wrong.status, wrong.text().contains("unique, easier, harder")),
        (400, true),
        "{}",
        wrong.text()
    );
    let needs = server.told("minimize", &json!({"puzzle": "12..34....4...1."}));
    assert_eq!(
        (&needs["status"], needs["redundant"].as_array().map(Vec::len)),
        (&json!("unique"), Some(4)),
        "{needs}"
    );
    assert_eq!(needs["redundant"][0], json!({"kind": "given", "text": "1 in R1C1", "cells": [0]}));
    let several = server.told("minimize", &json!({"puzzle": puzzle}));
    assert_eq!(several, json!({"status": "multiple"}));
}

#[test]
fn guesses_of_a_drawing_are_told_and_put_right() {
    let server = Server::new(&[]);
    let cells = vec![format!("[{}]", ["{}"; 4].join(",")); 4].join(",");
    let line = r#""lines":[{"wayPoints":[[0.5,0.5],[0.5,3.5]],"color":"CFCFCF","thickness":16}]"#;
    let words = "Digits on a palindrome read the same.";
    let text = format!(r#"{{"cells":[{cells}],"metadata":{{"rules":"{words}"}},{line}}}"#);
    let read = |readings: Value| server.told("read", &json!({"text": text, "as": readings}));
    let first = read(json!([]));
    let guess = &first["guesses"][0];
    assert_eq!((&guess["rule"], &guess["parts"]), (&json!("palindrome"), &json!(["line1"])), "{first}");
    assert!(guess["others"].as_array().is_some_and(|others| !others.is_empty()), "{guess}");
    let lines = |read: &Value| {
        read["lines"].as_array().unwrap().iter().map(|line| line["rule"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(lines(&read(json!(["line1=renban"]))), [json!("renban")]);
    assert_eq!(lines(&read(json!(["line1=nothing"]))), [json!(null); 0]);
    let wrong = server.call("read", &json!({"text": text, "as": ["line1"]}));
    assert_eq!((wrong.status, wrong.text().contains("line2=renban")), (400, true), "{}", wrong.text());
}
