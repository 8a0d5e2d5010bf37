//! `sudoku serve`: a page in the browser, and its calls.
//!
//! ```text
//!   connection ──► access ──► page: files that are part of the program
//!                        └──► api: a table of calls ──► pool ──► answer, or lines of a stream
//! ```
//!
//! Requests share the processors by [turns](crate::net::pool): a short one does not wait for long ones.

mod api;
mod connection;
mod page;

use std::net::{TcpListener, ToSocketAddrs};
use std::process::{self, Stdio};
use std::sync::Arc;

use clap::Args;

use crate::args::{Limits, of_answers};
use crate::command::Command;
use crate::interrupt::Interrupt;
use crate::net::access::{Access, TOKEN};
use crate::net::listener;
use crate::net::pool::{Pool, processors};
use crate::net::public::PublicUrl;
use crate::{Refused, say};
use connection::Server;

#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  sudoku serve --open
  sudoku serve --port 8080
  sudoku serve --host 192.168.1.5         for other machines; the printed link has a token
  sudoku serve --public-url https://example.org/sudoku/
                                          links that are shared open there

The page and all its files are part of the program: nothing is loaded from other servers, and puzzles \
stay on this machine. Calls for programs of your own are listed by http://127.0.0.1:7654/api. \
Ctrl-C ends the server.",
    mut_args(of_answers("10s"))
)]
pub(crate) struct Serve {
    /// Port to listen on; 0 takes a free one
    #[arg(short, long, value_name = "PORT", default_value_t = 7654)]
    pub port: u16,

    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,

    /// Open the server to the network, under this name or address of the machine
    #[arg(long, value_name = "ADDR")]
    pub host: Option<String>,

    /// Address under which others open the page, for links: of a server in front of this one, or of the page without a
    /// server
    #[arg(long, value_name = "URL")]
    pub public_url: Option<PublicUrl>,

    #[command(flatten)]
    pub limits: Limits,

    /// Number of answers that are worked on at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Effort")]
    pub threads: Option<u16>,
}

impl Command for Serve {
    const NAME: &'static str = "serve";
    const ABOUT: &'static str = "Open a page in the browser to play, set and study puzzles";

    fn run(self) -> Result<u8, Refused> {
        let Serve { port, open, host, public_url, limits, threads } = self;
        let listener = listen(host.as_deref(), port)?;
        let address = listener.local_addr()?;
        let access = match &host {
            Some(host) if !address.ip().is_loopback() => Access::open(host, address.port()),
            _ => Access::local(address.port()),
        };
        let access = access.under(public_url);
        let link = link(&access, host.as_deref().unwrap_or("127.0.0.1"), address.port());
        if access.token.is_some() {
            say!(
                "sudoku: warning: open to the network; whoever has the link may use this machine's time and memory, \
                 and what is sent can be read on the way"
            );
        }
        let interrupt = Interrupt::listening();
        let server = Arc::new(Server {
            access,
            pool: Pool::new(workers(threads), limits.memory_limit),
            stop: interrupt.cancel.clone(),
            limits,
        });
        // On standard output, so that programs can read it.
        print_line(&link)?;
        if open {
            open_in_browser(&link);
        }
        Ok(listener::serve(listener, &interrupt, move |stream, seat| {
            connection::serve(&server, stream, seat)
        }))
    }
}

/// Listens on an address of this machine; without a name only for this machine itself.
fn listen(host: Option<&str>, port: u16) -> Result<TcpListener, Refused> {
    let name = host.unwrap_or("127.0.0.1");
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let wrong = |error: std::io::Error| Refused(format!("cannot listen on {name}, port {port}: {error}"));
    let addresses: Vec<_> = (name, port).to_socket_addrs().map_err(wrong)?.collect();
    TcpListener::bind(&addresses[..]).map_err(wrong)
}

fn link(access: &Access, host: &str, port: u16) -> String {
    let host =
        if host.contains(':') && !host.starts_with('[') { format!("[{host}]") } else { host.to_owned() };
    match &access.token {
        Some(token) => format!("http://{host}:{port}/?{TOKEN}={token}"),
        None => format!("http://{host}:{port}/"),
    }
}

fn workers(threads: Option<u16>) -> usize {
    threads.map_or_else(processors, usize::from)
}

fn print_line(line: &str) -> Result<(), Refused> {
    use std::io::Write as _;
    let mut output = std::io::stdout().lock();
    writeln!(output, "{line}").and_then(|()| output.flush()).map_err(Refused::from)
}

/// Opens a link in the browser. The link has also been printed, so a failure is only noted.
fn open_in_browser(link: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = process::Command::new(program);
    command.arg(link).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        say!("sudoku: {program} cannot be started ({error}): open the link yourself");
    }
}
