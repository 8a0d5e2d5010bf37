//! `sudoku listen`: the protocol of user scripts for f-puzzles.com.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use crate::support::{EASY, EASY_SOLVED, EMPTY, NONE, SEVENTEEN, WATCHDOG, command, sudoku};

pub struct Listener {
    child: Child,
    port: u16,
}

impl Listener {
    pub fn new(args: &[&str]) -> Listener {
        let mut command = command(["listen", "--port", "0"].iter().chain(args));
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stderr.take().expect("a pipe")).read_line(&mut line).expect("text");
        let port = line.trim().rsplit_once(':').and_then(|(_, port)| port.parse().ok());
        Listener { child, port: port.expect("the program says where it listens") }
    }

    /// Sends a handshake. Returns the connection and the status.
    fn knock(&self, headers: &str) -> (BufReader<TcpStream>, u16) {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(WATCHDOG)).expect("a limit of time");
        let mut reader = BufReader::new(stream);
        let host = if headers.contains("Host:") {
            String::new()
        } else {
            format!("Host: localhost:{}\r\n", self.port)
        };
        let head = format!(
            "GET / HTTP/1.1\r\n{host}Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n"
        );
        reader.get_mut().write_all(head.as_bytes()).expect("the server reads");
        let (mut line, mut status) = (String::new(), 0);
        while reader.read_line(&mut line).expect("text") > 2 {
            if status == 0 {
                status = line.split(' ').nth(1).expect("a status").parse().expect("a number");
            }
            line.clear();
        }
        (reader, status)
    }

    pub fn connect(&self) -> Script {
        let (reader, status) = self.knock("Origin: https://www.f-puzzles.com\r\n");
        assert_eq!(status, 101);
        Script { reader, nonce: 0 }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client that speaks as the user script does.
pub struct Script {
    reader: BufReader<TcpStream>,
    nonce: u64,
}

impl Script {
    /// Sends a frame with a mask.
    fn frame(&mut self, first: u8, data: &[u8]) {
        let mut bytes = vec![first];
        match data.len() {
            length @ 0..126 => bytes.push(0x80 | length as u8),
            length @ 126..0x1_0000 => {
                bytes.push(0x80 | 126);
                bytes.extend((length as u16).to_be_bytes());
            }
            length => {
                bytes.push(0x80 | 127);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        let mask = [3, 141, 59, 26];
        bytes.extend(mask);
        bytes.extend(data.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        // A server that refuses may close before it has read everything.
        let _ = self.reader.get_mut().write_all(&bytes);
    }

    /// Sends a message. Returns its nonce.
    fn send(&mut self, command: &str, data: &str) -> u64 {
        self.nonce += 1;
        let message = json!({"nonce": self.nonce, "command": command, "dataType": "fpuzzles", "data": data});
        self.frame(0x81, message.to_string().as_bytes());
        self.nonce
    }

    /// Reads a frame: its kind and data.
    fn read(&mut self) -> Option<(u8, Vec<u8>)> {
        let mut head = [0; 2];
        self.reader.read_exact(&mut head).ok()?;
        let more = match head[1] {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let mut length = vec![0; more];
        self.reader.read_exact(&mut length).ok()?;
        let length = match more {
            0 => usize::from(head[1]),
            _ => length.iter().fold(0, |length, &byte| length << 8 | usize::from(byte)),
        };
        let mut data = vec![0; length];
        self.reader.read_exact(&mut data).ok()?;
        Some((head[0] & 15, data))
    }

    fn answer(&mut self) -> Value {
        let (kind, data) = self.read().expect("an answer");
        assert_eq!(kind, 1, "{data:?}");
        serde_json::from_slice(&data).expect("JSON")
    }

    /// Sends a message and returns the first answer to it.
    pub fn ask(&mut self, command: &str, data: &str) -> Value {
        let nonce = self.send(command, data);
        loop {
            let answer = self.answer();
            if answer["nonce"] == json!(nonce) {
                return answer;
            }
        }
    }

    /// Returns the number with which the server closes the connection.
    fn closed(&mut self) -> Option<u16> {
        let (kind, data) = self.read()?;
        assert_eq!(kind, 8, "{data:?}");
        Some(u16::from_be_bytes([data[0], data[1]]))
    }
}

/// The document of a puzzle, compressed, as a link of f-puzzles carries it.
fn packed(puzzle: &str) -> String {
    let link = sudoku(["convert", "--to", "link", puzzle]).stdout;
    let (_, data) = link.trim().split_once("?load=").expect("a link");
    data.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=")
}

fn numbers(text: &str) -> Vec<u64> {
    text.bytes().map(|byte| u64::from(byte - b'0')).collect()
}

#[test]
fn every_command_is_answered() {
    let listener = Listener::new(&[]);
    let mut script = listener.connect();
    let (easy, many, none) = (packed(EASY), packed(SEVENTEEN), packed(NONE));
    let solved = script.ask("solve", &easy);
    assert_eq!((&solved["type"], &solved["solution"]), (&json!("solved"), &json!(numbers(EASY_SOLVED))));
    for (data, count, all) in [(&easy, 1, 1), (&many, 2, 17), (&none, 0, 0)] {
        let checked = script.ask("check", data);
        assert_eq!(
            checked,
            json!({"nonce": script.nonce, "type": "count", "count": count, "inProgress": false})
        );
        let counted = script.ask("count", data);
        assert_eq!(
            counted,
            json!({"nonce": script.nonce, "type": "count", "count": all, "inProgress": false})
        );
    }
    let told = script.ask("truecandidates", &many);
    let told: Vec<u64> =
        told["solutionsPerCandidate"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    let line = sudoku(["candidates", "--format", "json", SEVENTEEN]).stdout;
    let line: Value = serde_json::from_str(&line).unwrap();
    for (cell, counts) in told.chunks(9).enumerate() {
        let values = (1..=9).filter(|value| counts[value - 1] > 0).map(|value| value.to_string());
        assert_eq!(line["candidates"][cell], json!(values.collect::<Vec<_>>()));
    }
    for command in ["truecandidates", "solve"] {
        assert_eq!(script.ask(command, &none)["type"], "invalid");
    }
    let step = script.ask("step", &easy);
    assert_eq!((&step["type"], &step["isValid"]), (&json!("logical"), &json!(true)));
    let placed =
        |answer: &Value| answer["cells"].as_array().unwrap().iter().filter(|cell| cell["value"] != 0).count();
    let path = script.ask("solvepath", &easy);
    assert!(placed(&step) < placed(&path) && placed(&path) == 81);
    assert_eq!(path["message"].as_str().unwrap().lines().next(), step["message"].as_str());
    assert_eq!(script.ask("step", &none)["type"], "logical");
    assert_eq!(script.ask("cancel", "")["type"], "canceled");
    assert_eq!(script.ask("dance", &easy)["type"], "invalid");
    assert_eq!(script.ask("solve", "N4nonsense")["type"], "invalid");
}

#[test]
fn estimates_come_until_they_are_cancelled() {
    let listener = Listener::new(&[]);
    let mut script = listener.connect();
    script.send("estimate", &packed(EMPTY));
    let first = script.answer();
    assert_eq!((&first["type"], &first["nonce"]), (&json!("estimate"), &json!(script.nonce)));
    let number =
        |answer: &Value, name: &str| answer[name].as_f64().unwrap_or_else(|| panic!("{name}: {answer}"));
    assert!(number(&first, "ci95_lower") < number(&first, "estimate"));
    assert!(number(&first, "estimate") < number(&first, "ci95_upper"));
    assert!((1e20..1e23).contains(&number(&first, "estimate")), "{first}");
    let share = 100.0 * number(&first, "stderr") / number(&first, "estimate");
    assert!((share - number(&first, "relErrPercent")).abs() < 1e-6, "{first}");
    let later = script.answer();
    assert!(number(&later, "iterations") > number(&first, "iterations"));
    let cancel = script.send("cancel", "");
    while script.answer()["nonce"] != json!(cancel) {}
    let few = script.ask("estimate", &packed(SEVENTEEN));
    assert_eq!([&few["ci95_lower"], &few["ci95_upper"]], [&json!(17.0), &json!(17.0)]);
    assert_eq!(script.ask("estimate", &packed(NONE))["type"], "invalid");
}

#[test]
fn a_message_cancels_the_one_before_it() {
    let listener = Listener::new(&[]);
    let mut script = listener.connect();
    let (empty, easy) = (packed(EMPTY), packed(EASY));
    for _ in 0..3 {
        script.send("count", &empty);
        let running = script.answer();
        assert_eq!((&running["inProgress"], &running["nonce"]), (&json!(true), &json!(script.nonce)));
        let cancel = script.send("cancel", "");
        // After the answer to its cancellation, the count sends nothing more.
        while script.answer()["nonce"] != json!(cancel) {}
        let check = script.ask("check", &easy);
        assert_eq!(check["count"], json!(1));
    }
    script.send("count", &empty);
    let nonce = script.send("check", &easy);
    while script.answer()["nonce"] != json!(nonce) {}
}

#[test]
fn a_thousand_requests_are_answered_in_turn() {
    let listener = Listener::new(&[]);
    let easy = packed(EASY);
    let mut script = listener.connect();
    for round in 0..1000 {
        let command = ["check", "truecandidates", "solve", "step"][round % 4];
        let answer = script.ask(command, &easy);
        assert_ne!(answer["type"], "invalid", "{answer}");
    }
}

#[test]
fn only_known_pages_may_ask() {
    let listener = Listener::new(&["--allow-origin", "https://setter.example"]);
    let port = listener.port;
    for origin in
        ["https://f-puzzles.com", "https://sudokupad.app", "http://localhost:8080", "https://setter.example"]
    {
        assert_eq!(listener.knock(&format!("Origin: {origin}\r\n")).1, 101, "{origin}");
    }
    assert_eq!(listener.knock("").1, 101, "a program");
    for origin in
        ["https://evil.example", "null", "https://f-puzzles.com.evil.example", "file://f-puzzles.com"]
    {
        assert_eq!(listener.knock(&format!("Origin: {origin}\r\n")).1, 403, "{origin}");
    }
    assert_eq!(listener.knock(&format!("Host: evil.example:{port}\r\n")).1, 403);
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
    write!(stream, "GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n").expect("the server reads");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    assert!(text.starts_with("HTTP/1.1 426 "), "{text}");
}

#[test]
fn malformed_frames_close_the_connection_with_a_reason() {
    let listener = Listener::new(&[]);
    let closed = |first: u8, data: &[u8]| {
        let mut script = listener.connect();
        script.frame(first, data);
        script.closed()
    };
    assert_eq!(closed(0xc1, b"{}"), Some(1002), "an extension");
    assert_eq!(closed(0x80, b"{}"), Some(1002), "the rest of nothing");
    assert_eq!(closed(0x09, b""), Some(1002), "a part of a ping");
    assert_eq!(closed(0x82, b"{}"), Some(1003), "bytes");
    assert_eq!(closed(0x81, b"\xff\xfe"), Some(1007));
    assert_eq!(closed(0x81, &vec![b' '; (1 << 20) + 1]), Some(1009));
    assert_eq!(closed(0x88, &[3, 232]), Some(1000));
    // Messages may come in pieces, with pings in between, and need not be understood.
    let mut script = listener.connect();
    script.frame(0x01, br#"{"nonce": 7, "comm"#);
    script.frame(0x89, b"there?");
    script.frame(0x80, br#"and": "cancel"}"#);
    assert_eq!(script.read(), Some((10, b"there?".to_vec())));
    assert_eq!(script.answer(), json!({"nonce": 7, "type": "canceled"}));
    for text in [
        "",
        "{",
        "[]",
        "7",
        "{\"nonce\": 1}",
        "{\"command\": 1}",
        "{\"command\": \"solve\", \"dataType\": \"xml\"}",
    ] {
        script.frame(0x81, text.as_bytes());
        assert_eq!(script.answer()["type"], "invalid", "{text}");
    }
}
