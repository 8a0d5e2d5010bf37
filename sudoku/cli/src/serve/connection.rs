//! A connection: requests one after the other, each answered by a file or by a worker.

use std::net::TcpStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use csp::limits::MemoryLimit;
use sudoku::Cancel;
use sudoku_ask::Failure;
use sudoku_ask::call::Call;
use sudoku_ask::json;

use super::api::{self, Piece, Reply, Task};
use super::page;
use crate::args::Limits;
use crate::net::access::{Access, TOKEN};
use crate::net::http::{self, Head, JSON, Response};
use crate::net::listener::Seat;
use crate::net::pool::{self, Pool, Reins};
use crate::net::wire::Wire;

/// The state that all connections share.
pub(super) struct Server {
    pub access: Access,
    pub pool: Pool,
    /// The flag that cancels all work when the program is about to end.
    pub stop: Cancel,
    /// The limits of each answer. Streams may take longer.
    pub limits: Limits,
}

/// The time between checks whether the client is still connected.
const POLL: Duration = Duration::from_millis(20);
/// The time that an answer may take beyond its limit, for formatting it on a busy machine.
const GRACE: Duration = Duration::from_secs(2);
/// The number of lines of a stream that wait for the client.
const MOST_WAITING: usize = 64;

/// Serves a connection to its end.
pub(super) fn serve(server: &Server, stream: TcpStream, seat: &Seat) {
    let Ok(mut wire) = Wire::new(stream, &server.stop) else { return };
    loop {
        seat.waits(true);
        let head = match Head::read(&mut wire) {
            Ok(Some(head)) => head,
            Ok(None) => return,
            Err(refusal) => {
                refuse(&mut wire, &Failure::from(refusal));
                return wire.close();
            }
        };
        match answer(server, &head, &mut wire, seat) {
            Ok(true) if head.keeps && !wire.is_stopping() => {}
            Ok(_) => return wire.close(),
            Err(Gone) => return,
        }
    }
}

/// The error that the client has closed the connection.
struct Gone;

impl From<std::io::Error> for Gone {
    fn from(_: std::io::Error) -> Gone {
        Gone
    }
}

fn refuse(wire: &mut Wire, failure: &Failure) {
    let _ = failed(failure).write(wire, false, true);
}

/// Returns the response that tells a failure.
fn failed(failure: &Failure) -> Response {
    let mut response = Response::json(failure.status, failure.object());
    if failure.status == 503 {
        response.headers.push(("Retry-After", "1".into()));
    }
    response
}

/// Answers a request. Returns whether another one may follow.
fn answer(server: &Server, head: &Head, wire: &mut Wire, seat: &Seat) -> Result<bool, Gone> {
    let body = match server.access.check(head).and_then(|()| head.body(wire)) {
        Ok(body) => body,
        Err(refusal) => {
            refuse(wire, &refusal.into());
            return Ok(false);
        }
    };
    seat.waits(false);
    let response = match route(server, head, body) {
        Ok(Route::Response(response)) => response,
        Ok(Route::Call(call, body)) => return run(server, call, body, head.keeps, wire),
        Err(failure) => failed(&failure),
    };
    response.write(wire, head.keeps, head.method != "HEAD")?;
    Ok(true)
}

/// The target of a request.
enum Route {
    /// A response that is known at once.
    Response(Response),
    /// A call for a worker, with the body of the request.
    Call(&'static Call, Vec<u8>),
}

fn route(server: &Server, head: &Head, body: Vec<u8>) -> Result<Route, Failure> {
    let is_reading = matches!(head.method.as_str(), "GET" | "HEAD");
    if server.access.is_invited(head) && is_reading {
        return Ok(Route::Response(welcome(server)));
    }
    server.access.check_token(head)?;
    if let Some(call) = api::find(&head.path) {
        return match &head.method[..] {
            "POST" if is_json(head) => Ok(Route::Call(call, body)),
            "POST" => Err(Failure::new(415, format!("the body has to be {JSON}"))),
            _ => Err(Failure::new(405, "calls are sent with POST")),
        };
    }
    let response = match api::list(&head.path, server.access.token.is_some()) {
        Some(text) => Some(Response::json(200, text)),
        None => page::find(head, server.access.public.as_ref()),
    };
    match response {
        None => Err(Failure::new(404, "there is nothing here: /api lists what there is")),
        Some(response) if is_reading => Ok(Route::Response(response)),
        Some(_) => Err(Failure::new(405, "files and lists are read with GET")),
    }
}

/// Returns the response to a link with the token: sets the token as a cookie, and redirects to the address without it.
fn welcome(server: &Server) -> Response {
    let token = server.access.token.as_deref().unwrap_or_default();
    let cookie = format!("{TOKEN}={token}; Path=/; HttpOnly; SameSite=Strict");
    let headers =
        vec![("Location", "/".into()), ("Set-Cookie", cookie), ("Cache-Control", "no-store".into())];
    Response { status: 302, kind: JSON, headers, body: Vec::new().into() }
}

fn is_json(head: &Head) -> bool {
    let kind = head.header("content-type").unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case(JSON))
}

/// Passes a call to the pool, and cancels it if the client closes the connection.
fn run(
    server: &Server,
    call: &'static Call,
    body: Vec<u8>,
    keeps: bool,
    wire: &mut Wire,
) -> Result<bool, Gone> {
    let cancel = Cancel::new();
    let deadline = pool::deadline(call.limit(server.limits.time()));
    let (send, receive) = sync_channel(MOST_WAITING);
    let memory = MemoryLimit::new(server.limits.memory_limit);
    // The deadline of the task is the limit of its time.
    let budget = Limits { time_limit: None, ..server.limits }.sharing(&memory);
    let reins = Reins { cancel: cancel.clone(), memory, deadline };
    let task = Task { call, body, deadline, cancel: cancel.clone(), budget, pieces: send };
    let result = match server.pool.run(reins, move || task.work()) {
        Ok(()) => relay(&receive, deadline + GRACE, keeps, wire),
        Err(_) => respond(wire, keeps, &Err(Failure::busy())),
    };
    // However the relay has ended, nobody waits for the work any more, so it is cancelled.
    cancel.cancel();
    result
}

/// Passes on the messages of a worker, until the last one, the deadline, or the client's disconnection.
fn relay(pieces: &Receiver<Piece>, deadline: Instant, keeps: bool, wire: &mut Wire) -> Result<bool, Gone> {
    let mut is_stream = false;
    loop {
        match pieces.recv_timeout(POLL) {
            Ok(Piece::Line(line)) => {
                if !is_stream {
                    is_stream = true;
                    http::begin_stream(wire, keeps)?;
                }
                http::write_chunk(wire, &line)?;
            }
            Ok(Piece::End(answer)) if !is_stream => return respond(wire, keeps, &answer),
            Ok(Piece::End(_)) => return http::end_stream(wire).map(|()| true).map_err(Gone::from),
            Err(RecvTimeoutError::Timeout) if wire.is_left() => return Err(Gone),
            Err(RecvTimeoutError::Timeout) if Instant::now() < deadline && !wire.is_stopping() => {}
            // The connection is closed without an end of the stream, so that the client does not take the stream for
            // complete.
            Err(_) if is_stream => return Err(Gone),
            Err(RecvTimeoutError::Timeout) => {
                return respond(wire, false, &Err(Failure::busy())).map(|_| false);
            }
            Err(RecvTimeoutError::Disconnected) => {
                let failure = Failure::new(500, "the program failed here; please report the puzzle");
                return respond(wire, keeps, &Err(failure));
            }
        }
    }
}

fn respond(wire: &mut Wire, keeps: bool, answer: &Result<Reply, Failure>) -> Result<bool, Gone> {
    let response = match answer {
        Ok(Reply::Json(text)) => Response::json(200, text.clone()),
        // A stream without lines.
        Ok(Reply::Streamed) => Response::json(200, String::new()),
        Ok(Reply::File { kind, bytes, notes }) => {
            let mut headers = vec![("Cache-Control", "no-store".into())];
            if !notes.is_empty() {
                headers.push(("Notes", ascii(&json::line(notes))));
            }
            Response { status: 200, kind, headers, body: bytes.clone().into() }
        }
        Err(failure) => failed(failure),
    };
    response.write(wire, keeps, true)?;
    Ok(true)
}

/// Writes JSON with ASCII characters only, as headers need it.
fn ascii(json: &str) -> String {
    let mut units = [0; 2];
    let escaped = |c: char| match c {
        ' '..='~' => c.to_string(),
        _ => c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
    };
    json.chars().map(escaped).collect()
}
