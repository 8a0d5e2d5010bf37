//! `sudoku listen`: a server for a user script of f-puzzles.com, which sends commands to a solver on the same machine.
//!
//! ```text
//!   connection ──► access ──► WebSocket ──► Message ──► pool: a command ──► answers with the message's nonce
//! ```
//!
//! Each message of a client cancels the command of its previous message.

mod commands;
mod message;

use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

use clap::Args;
use csp::limits::MemoryLimit;
use serde_json::{Value, json};
use sudoku::Cancel;
use sudoku::format::Unknown;

use crate::args::{Limits, of_answers};
use crate::command::Command;
use crate::interrupt::Interrupt;
use crate::net::access::Access;
use crate::net::http::{Head, Refusal, Response};
use crate::net::listener::{self, Seat};
use crate::net::pool::{self, Pool, Reins, processors};
use crate::net::websocket::{WebSocket, Writer};
use crate::net::wire::Wire;
use crate::{Refused, say};
use message::Message;

#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  sudoku listen
  sudoku listen --allow-origin https://setter.example

Pages with the user script for solvers find this solver at ws://localhost:4545: true candidates, solutions, \
counts and steps appear in f-puzzles.com and SudokuPad. Other pages are refused unless they are allowed. \
Ctrl-C ends the command.",
    mut_args(of_answers("5m"))
)]
pub(crate) struct Listen {
    /// Port to listen on; 0 takes a free one
    #[arg(short, long, value_name = "PORT", default_value_t = 4545)]
    pub port: u16,

    /// Further page that may call the server: https://setter.example; * allows all
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Vec<String>,

    /// Leave out what is drawn and not understood, instead of refusing the puzzle
    #[arg(long)]
    pub ignore_unknown: bool,

    #[command(flatten)]
    pub limits: Limits,
}

/// The state that all connections share.
struct Server {
    access: Access,
    allowed: Vec<String>,
    pool: Pool,
    stop: Cancel,
    /// The limits of each answer.
    limits: Limits,
    /// The treatment of parts that are not understood.
    unknown: Unknown,
}

impl Command for Listen {
    const NAME: &'static str = "listen";
    const ABOUT: &'static str = "Serve f-puzzles.com as the solver on this machine";

    fn run(self) -> Result<u8, Refused> {
        let Listen { port, allow_origin, ignore_unknown, limits } = self;
        let wrong = |error| Refused(format!("cannot listen on port {port}: {error}"));
        let listener = TcpListener::bind(("127.0.0.1", port)).map_err(wrong)?;
        let port = listener.local_addr()?.port();
        let interrupt = Interrupt::listening();
        let server = Arc::new(Server {
            access: Access::local(port),
            allowed: allow_origin,
            pool: Pool::new(processors(), limits.memory_limit),
            stop: interrupt.cancel.clone(),
            limits,
            unknown: if ignore_unknown { Unknown::Ignore } else { Unknown::Refuse },
        });
        say!("sudoku: listening at ws://localhost:{port}");
        Ok(listener::serve(listener, &interrupt, move |stream, seat| serve(&server, stream, seat)))
    }
}

/// Serves a connection to its end.
fn serve(server: &Arc<Server>, stream: TcpStream, seat: &Seat) {
    let Ok(mut wire) = Wire::new(stream, &server.stop) else { return };
    let head = match Head::read(&mut wire) {
        Ok(Some(head)) => head,
        Ok(None) => return,
        Err(refusal) => return refuse(&refusal, wire),
    };
    if let Err(refusal) = server.access.check_host(&head).and_then(|()| server.check_origin(&head)) {
        return refuse(&refusal, wire);
    }
    let mut socket = match WebSocket::accept(&head, wire) {
        Ok(socket) => socket,
        Err((refusal, wire)) => return refuse(&refusal, wire),
    };
    seat.waits(false);
    let mut running = Cancel::new();
    let why = loop {
        let text = match socket.read() {
            Ok(text) => text,
            Err(why) => break why,
        };
        running.cancel();
        running = Cancel::new();
        server.begin(&text, &running, &socket.writer);
    };
    running.cancel();
    socket.close(why);
}

fn refuse(refusal: &Refusal, mut wire: Wire) {
    let body = json!({"error": {"message": refusal.message}}).to_string();
    let _ = Response::json(refusal.status, body).write(&mut wire, false, true);
    wire.close();
}

/// Hosts whose pages may call the server.
const KNOWN: [&str; 7] = [
    "f-puzzles.com",
    "www.f-puzzles.com",
    "sudokupad.app",
    "www.sudokupad.app",
    "beta.sudokupad.app",
    "localhost",
    "127.0.0.1",
];

impl Server {
    /// Refuses unknown pages. Programs send no origin, and are allowed.
    fn check_origin(&self, head: &Head) -> Result<(), Refusal> {
        let Some(origin) = head.header("origin") else { return Ok(()) };
        let host = origin.split_once("://").filter(|(scheme, _)| matches!(*scheme, "http" | "https"));
        let host = host.map_or("", |(_, host)| host.rsplit_once(':').map_or(host, |(host, _)| host));
        let is_allowed =
            self.allowed.iter().any(|allowed| allowed == "*" || allowed.trim_end_matches('/') == origin);
        if is_allowed || KNOWN.contains(&host) {
            return Ok(());
        }
        Err(Refusal::new(403, "this page may not ask: see --allow-origin"))
    }

    /// Begins the command of a message.
    fn begin(&self, text: &str, cancel: &Cancel, writer: &Writer) {
        let message = match Message::read(text) {
            Ok(message) => message,
            Err((nonce, what)) => return Reply::new(nonce, cancel, writer).invalid(&what),
        };
        let reply = Reply::new(message.nonce.clone(), cancel, writer);
        if message.command == "cancel" {
            return reply.send("canceled", json!({}));
        }
        let deadline = pool::deadline(self.limits.time());
        let memory = MemoryLimit::new(self.limits.memory_limit);
        let (budget, unknown) = (self.limits.sharing(&memory).until(deadline).cancel(cancel), self.unknown);
        let reins = Reins { cancel: cancel.clone(), memory, deadline };
        let busy = Reply::new(message.nonce.clone(), cancel, writer);
        let queued = self.pool.run(reins, move || {
            // Waits for its turn.
            if !budget.limits().are_reached() {
                commands::run(&message, unknown, &budget, &reply);
            }
        });
        if queued.is_err() {
            busy.invalid("too many requests at the same time");
        }
    }
}

/// Sends the answers to a message, until the message is cancelled.
struct Reply {
    nonce: Value,
    cancel: Cancel,
    writer: Writer,
}

impl Reply {
    fn new(nonce: Value, cancel: &Cancel, writer: &Writer) -> Reply {
        Reply { nonce, cancel: cancel.clone(), writer: writer.clone() }
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    fn send(&self, kind: &str, mut fields: Value) {
        fields["nonce"] = self.nonce.clone();
        fields["type"] = kind.into();
        // The loop that reads from the client notices if it is gone.
        let _ = self.writer.send(&fields.to_string(), || !self.is_cancelled());
    }

    fn invalid(&self, what: &str) {
        self.send("invalid", json!({"message": what}));
    }
}
