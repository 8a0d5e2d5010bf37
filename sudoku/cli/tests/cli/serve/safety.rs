//! Requests that a server refuses, survives or ends.

use std::thread;

use serde_json::json;

use super::client::{Client, Server};
use crate::support::{EASY, EMPTY, INKALA};

/// A puzzle that takes long: a large grid with few rules.
const HARD: &str = "size: 25\nanti-knight\nnonconsecutive\n";

#[test]
fn other_names_and_other_pages_are_refused() {
    let server = Server::new(&[]);
    let port = server.address.rsplit_once(':').unwrap().1;
    let body = json!({"puzzle": EASY}).to_string();
    let status = |headers: &str| {
        let headers = format!("Content-Type: application/json\r\n{headers}");
        server.ask("POST", "/api/check", &headers, body.as_bytes()).status
    };
    assert_eq!(status(""), 200);
    assert_eq!(status(&format!("Host: localhost:{port}\r\n")), 200);
    assert_eq!(status(&format!("Host: [::1]:{port}\r\n")), 200);
    assert_eq!(status(&format!("Origin: http://{}\r\n", server.address)), 200);
    for host in
        ["evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1.evil.example:PORT", "10.0.0.1:PORT", ""]
    {
        assert_eq!(status(&format!("Host: {}\r\n", host.replace("PORT", port))), 403, "{host}");
    }
    for origin in [
        "http://evil.example",
        "null",
        "https://ADDRESS",
        "http://localhost:PORT",
        "http://ADDRESS.evil.example",
    ] {
        let origin = origin.replace("ADDRESS", &server.address).replace("PORT", port);
        assert_eq!(status(&format!("Origin: {origin}\r\n")), 403, "{origin}");
    }
    assert_eq!(status(&format!("Host: {}\r\nHost: evil.example\r\n", server.address)), 400);
}

#[test]
fn requests_against_the_protocol_are_refused() {
    let server = Server::new(&[]);
    let raw = |text: &str| {
        let mut client = server.connect();
        client.raw(text.replace("HOST", &format!("Host: {}", server.address)).as_bytes());
        client.response().map(|response| response.status)
    };
    assert_eq!(raw("GET / HTTP/1.1\r\nHOST\r\n\r\n"), Some(200));
    assert_eq!(raw("nonsense\r\n\r\n"), Some(400));
    assert_eq!(raw("GET /\r\n\r\n"), Some(400));
    assert_eq!(raw("GET / HTTP/1.1\r\nHOST\r\nA: \x01\r\n\r\n"), Some(400));
    assert_eq!(raw(&format!("GET / HTTP/1.1\r\nHOST\r\nA: {}\r\n\r\n", "a".repeat(20_000))), Some(431));
    assert_eq!(raw(&format!("GET / HTTP/1.1\r\nHOST\r\n{}\r\n", "A: a\r\n".repeat(100))), Some(400));
    assert_eq!(raw("POST /api/read HTTP/1.1\r\nHOST\r\nContent-Length: -1\r\n\r\n"), Some(400));
    assert_eq!(
        raw("POST /api/read HTTP/1.1\r\nHOST\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"),
        Some(400)
    );
    assert_eq!(
        raw("POST /api/read HTTP/1.1\r\nHOST\r\nContent-Length: 999999999999999999999\r\n\r\n"),
        Some(413)
    );
    assert_eq!(
        raw("POST /api/read HTTP/1.1\r\nHOST\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        Some(411)
    );
    let plain = server.ask("POST", "/api/read", "Content-Type: text/plain\r\n", b"{}");
    assert_eq!(plain.status, 415, "a page from elsewhere can send this without asking");
    for size in [(1 << 20) + 1, 5 << 20] {
        let large = server.ask("POST", "/api/read", "Content-Type: application/json\r\n", &vec![b' '; size]);
        assert_eq!(large.status, 413);
        assert!(large.text().contains(&format!("{size} bytes")), "{}", large.text());
    }
    assert_eq!(server.call("nothing", &json!({})).status, 404);
    assert_eq!(server.ask("DELETE", "/", "", b"").status, 405);
}

/// Numbers that look random, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most as u64) as usize
    }
}

#[test]
fn ten_thousand_damaged_bodies_are_answered() {
    let server = Server::new(&["--time-limit", "200ms"]);
    let killer = "size: 6\nkiller 7: r1c2 r1c3\nthermo: r6c1-r6c3\n";
    let bodies = [
        ("read", json!({"text": killer})),
        ("check", json!({"puzzle": EASY, "entries": vec![json!(null); 81], "cap": 3})),
        ("hint", json!({"puzzle": EASY, "marks": vec![json!([1]); 81], "level": "nudge"})),
        ("candidates", json!({"puzzle": killer, "cap": 2})),
        ("convert", json!({"puzzle": killer, "to": "fpuzzles"})),
    ];
    thread::scope(|scope| {
        for part in 0..4 {
            let (server, bodies) = (&server, &bodies);
            scope.spawn(move || {
                let (mut numbers, mut client) = (Numbers(77 + part), server.connect());
                for round in 0..2500 {
                    let (name, body) = &bodies[round % bodies.len()];
                    let body = damaged(body.to_string().into_bytes(), &mut numbers);
                    let status = answered(server, &mut client, name, &body);
                    assert!(
                        status == 200 || (400..500).contains(&status) || status == 503,
                        "{status}: {body:?}"
                    );
                }
            });
        }
    });
    assert_eq!(server.told("check", &json!({"puzzle": EASY}))["verdict"], "unique");
}

/// Sends a body, on a new connection if the old one was closed.
fn answered(server: &Server, client: &mut Client, name: &str, body: &[u8]) -> u16 {
    if let Some(response) = client.post(name, body) {
        return response.status;
    }
    *client = server.connect();
    client.post(name, body).expect("a new connection is answered").status
}

/// Changes, removes, doubles or cuts off bytes.
fn damaged(mut body: Vec<u8>, numbers: &mut Numbers) -> Vec<u8> {
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(body.len());
        match numbers.below(5) {
            0 => body[at] = numbers.below(256) as u8,
            1 => drop(body.remove(at)),
            2 => body.insert(at, b"\"{}[]:,\\0-"[numbers.below(10)]),
            3 => body.extend_from_within(at..),
            _ => body.truncate(at.max(1)),
        }
        if body.is_empty() {
            body.push(b'{');
        }
    }
    body
}

#[test]
fn fifty_clients_with_hard_puzzles_are_all_answered() {
    let server = Server::new(&["--time-limit", "500ms"]);
    thread::scope(|scope| {
        for client in 0..50 {
            let server = &server;
            scope.spawn(move || {
                let name = ["candidates", "check", "explain", "rate"][client % 4];
                let response = server.call(name, &json!({"puzzle": HARD}));
                assert!(
                    matches!(response.status, 200 | 503),
                    "{name}: {} {}",
                    response.status,
                    response.text()
                );
            });
        }
    });
    // Work for a refused request may go on for a moment.
    let ask = || server.call("check", &json!({"puzzle": INKALA}));
    let answer = (0..100).map(|_| ask()).find(|response| response.status == 200);
    assert_eq!(answer.expect("the server is there").json()["verdict"], "unique");
}

#[test]
fn short_requests_do_not_wait_for_long_ones() {
    let server = Server::new(&["--threads", "1"]);
    let body = json!({"puzzle": "size: 64\nanti-taxicab\n"}).to_string();
    let long: Vec<Client> = (0..10)
        .map(|_| {
            let mut client = server.connect();
            client.send("POST", "/api/candidates", "Content-Type: application/json\r\n", body.as_bytes());
            client
        })
        .collect();
    for puzzle in [EASY, INKALA] {
        assert_eq!(server.told("check", &json!({"puzzle": puzzle}))["verdict"], "unique");
    }
    assert!(long.iter().all(Client::is_waiting), "the long ones go on");
}

#[test]
fn connections_without_a_request_give_way_to_others() {
    let server = Server::new(&[]);
    let mut busy = server.connect();
    let body = json!({"puzzle": EMPTY}).to_string();
    busy.send("POST", "/api/count", "Content-Type: application/json\r\n", body.as_bytes());
    assert_eq!(busy.line().as_deref(), Some("HTTP/1.1 200 OK"), "the count has begun");
    let mut idle: Vec<Client> = (0..300)
        .map(|_| {
            let mut client = server.connect();
            client.raw(b"GET / HT");
            client
        })
        .collect();
    // Several threads accept and drop: a connection is answered when those before it are dropped.
    assert_eq!(server.told("check", &json!({"puzzle": EASY}))["verdict"], "unique");
    // On a busy machine its time was up before.
    let is_late = |line: &str| line.contains(" 408 ");
    assert!(idle[0].line().is_none_or(|line| is_late(&line)), "the oldest was dropped");
    let last = idle.last_mut().expect("there are some");
    last.raw(b"TP/1.1\r\nConnection: close\r\n\r\n");
    assert!(last.line().is_some(), "the latest was not");
    assert!(busy.line().is_some(), "nor was the one whose request is being answered");
}

#[test]
fn an_open_server_needs_its_token() {
    let server = Server::new(&["--host", "0.0.0.0"]);
    let (_, token) = server.link.split_once("/?token=").expect("the link has a token");
    assert_eq!(token.len(), 32);
    for path in ["/", "/api", "/api/rules", "/?token=", "/?token=00000000000000000000000000000000"] {
        assert_eq!(server.get(path).status, 401, "{path}");
    }
    let welcome = server.get(&format!("/?token={token}"));
    assert_eq!((welcome.status, welcome.header("location")), (302, Some("/")));
    let cookie = welcome.header("set-cookie").expect("a cookie").split(';').next().unwrap().to_owned();
    let list = server.ask("GET", "/api", &format!("Cookie: other=1; {cookie}\r\n"), b"");
    assert_eq!((list.status, &list.json()["open"]), (200, &json!(true)));
    let port = server.address.rsplit_once(':').unwrap().1;
    let elsewhere =
        server.ask("GET", "/api", &format!("Host: evil.example:{port}\r\nCookie: {cookie}\r\n"), b"");
    assert_eq!(elsewhere.status, 403);
}

#[test]
#[cfg(target_os = "linux")]
fn a_termination_closes_connections_and_ends_the_program() {
    let mut server = Server::new(&[]);
    let mut idle = server.connect();
    assert_eq!(idle.ask("GET", "/api", "", b"").expect("an answer").status, 200);
    let mut busy = server.connect();
    let body = json!({"puzzle": EMPTY}).to_string();
    busy.send("POST", "/api/count", "Content-Type: application/json\r\n", body.as_bytes());
    assert_eq!(busy.line().as_deref(), Some("HTTP/1.1 200 OK"));
    let id = server.child.id().to_string();
    assert!(
        std::process::Command::new("kill").args(["-TERM", &id]).status().expect("kill is there").success()
    );
    assert_eq!(crate::support::end(&mut server.child).code(), Some(143));
    assert!(idle.line().is_none(), "closed without a word");
    while busy.line().is_some() {}
}

#[test]
fn a_time_limit_beyond_all_clocks_is_none() {
    let server = Server::new(&["--time-limit", "1e19"]);
    assert_eq!(server.told("check", &json!({"puzzle": EASY}))["verdict"], "unique");
}
