//! Requests and responses of HTTP/1.1.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};

use super::wire::Wire;

/// The greatest sizes of heads and bodies, and the longest time to send them.
const MOST_HEAD: usize = 16 << 10;
const MOST_HEADERS: usize = 64;
pub(crate) const MOST_BODY: usize = 1 << 20;
const LONGEST_REQUEST: Duration = Duration::from_secs(10);
/// The longest time that a connection may be idle between requests.
const LONGEST_IDLE: Duration = Duration::from_secs(15);

/// The headers of every response: no content of other servers, no code inside pages, no guesses about types.
const SAFETY: &str = "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'\r\n\
    X-Content-Type-Options: nosniff\r\n\
    Referrer-Policy: no-referrer\r\n\
    Cross-Origin-Opener-Policy: same-origin\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n";

/// The type of JSON.
pub(crate) const JSON: &str = "application/json";
/// The type of streams: an object on each line.
const LINES: &str = "application/x-ndjson";

/// The refusal of a request: a status and a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub status: u16,
    pub message: String,
}

impl Refusal {
    pub fn new(status: u16, message: impl Into<String>) -> Refusal {
        Refusal { status, message: message.into() }
    }
}

/// The first line and the headers of a request.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub method: String,
    pub path: String,
    /// The text after the question mark.
    pub query: String,
    headers: Vec<(String, String)>,
    /// Whether the client can send another request on the connection.
    pub keeps: bool,
}

impl Head {
    /// Returns the value of a header, by its name in small letters; the first of several.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn count(&self, name: &str) -> usize {
        self.headers.iter().filter(|(known, _)| known == name).count()
    }

    /// Reads a head; `None` if the client sends no further request.
    pub fn read(wire: &mut Wire) -> Result<Option<Head>, Refusal> {
        let mut deadline = Instant::now() + LONGEST_IDLE;
        let mut is_begun = false;
        loop {
            if let Some(head) = Head::parse(&mut wire.buffer)? {
                return Ok(Some(head));
            }
            if wire.buffer.len() > MOST_HEAD {
                return Err(too_long());
            }
            if !is_begun && !wire.buffer.is_empty() {
                (is_begun, deadline) = (true, Instant::now() + LONGEST_REQUEST);
            }
            match wire.fill(deadline) {
                Ok(0) => return Ok(None),
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::TimedOut && is_begun => {
                    return Err(Refusal::new(408, "the request did not arrive in time"));
                }
                Err(_) => return Ok(None),
            }
        }
    }

    /// Takes a head from the beginning of a buffer, if the head is complete.
    fn parse(buffer: &mut Vec<u8>) -> Result<Option<Head>, Refusal> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        let wrong = |what: &str| Refusal::new(400, format!("the request cannot be read: {what}"));
        let length = match request.parse(buffer) {
            Ok(httparse::Status::Complete(length)) if length > MOST_HEAD => return Err(too_long()),
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(error) => return Err(wrong(&error.to_string())),
        };
        let (method, target) = (request.method.unwrap_or_default(), request.path.unwrap_or_default());
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mut named = Vec::with_capacity(request.headers.len());
        for header in request.headers.iter() {
            let value = std::str::from_utf8(header.value).map_err(|_| wrong("a header is not text"))?;
            named.push((header.name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let mut head = Head {
            method: method.to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            headers: named,
            keeps: false,
        };
        if ["host", "content-length", "origin"].iter().any(|name| head.count(name) > 1) {
            return Err(wrong("a header is there twice"));
        }
        let closes = head.header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close"));
        head.keeps = request.version == Some(1) && !closes;
        buffer.drain(..length);
        Ok(Some(head))
    }

    /// Reads the body that follows the head.
    pub fn body(&self, wire: &mut Wire) -> Result<Vec<u8>, Refusal> {
        if self.header("transfer-encoding").is_some() {
            return Err(Refusal::new(411, "a body needs the header Content-Length"));
        }
        let length = match self.header("content-length") {
            None => 0,
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                digits.parse().unwrap_or(usize::MAX)
            }
            Some(_) => return Err(Refusal::new(400, "Content-Length is not a number")),
        };
        if length > MOST_BODY {
            return Err(Refusal::new(
                413,
                format!("the body has {length} bytes: this program takes at most {MOST_BODY}"),
            ));
        }
        let lost = |_| Refusal::new(400, "the connection was lost");
        if length > wire.buffer.len()
            && self.header("expect").is_some_and(|value| value.eq_ignore_ascii_case("100-continue"))
        {
            wire.write(b"HTTP/1.1 100 Continue\r\n\r\n").map_err(lost)?;
        }
        let deadline = Instant::now() + LONGEST_REQUEST;
        while wire.buffer.len() < length {
            match wire.fill(deadline) {
                Ok(0) => return Err(Refusal::new(400, "the body is shorter than Content-Length")),
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::TimedOut => {
                    return Err(Refusal::new(408, "the body did not arrive in time"));
                }
                Err(error) => return Err(lost(error)),
            }
        }
        let rest = wire.buffer.split_off(length);
        Ok(std::mem::replace(&mut wire.buffer, rest))
    }
}

fn too_long() -> Refusal {
    Refusal::new(431, "the head of the request is too long")
}

/// A response whose body is complete before it is sent.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    pub status: u16,
    pub kind: &'static str,
    /// Further headers.
    pub headers: Vec<(&'static str, String)>,
    pub body: Cow<'static, [u8]>,
}

impl Response {
    pub fn json(status: u16, body: String) -> Response {
        let headers = vec![("Cache-Control", "no-store".into())];
        Response { status, kind: JSON, headers, body: body.into_bytes().into() }
    }

    /// Writes the response. The body is left out if the client requested only the head.
    pub fn write(&self, wire: &mut Wire, keeps: bool, has_body: bool) -> io::Result<()> {
        let mut head = head_of(self.status, self.kind, keeps);
        for (name, value) in &self.headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        let _ = write!(head, "Content-Length: {}\r\n\r\n", self.body.len());
        let mut bytes = head.into_bytes();
        if has_body {
            bytes.extend(&*self.body);
        }
        wire.write(&bytes)
    }
}

/// Begins a stream of lines.
pub(crate) fn begin_stream(wire: &mut Wire, keeps: bool) -> io::Result<()> {
    let head = head_of(200, LINES, keeps) + "Cache-Control: no-store\r\nTransfer-Encoding: chunked\r\n\r\n";
    wire.write(head.as_bytes())
}

/// Writes a piece of a stream.
pub(crate) fn write_chunk(wire: &mut Wire, text: &str) -> io::Result<()> {
    wire.write(format!("{:x}\r\n{text}\r\n", text.len()).as_bytes())
}

/// Ends a stream.
pub(crate) fn end_stream(wire: &mut Wire) -> io::Result<()> {
    wire.write(b"0\r\n\r\n")
}

fn head_of(status: u16, kind: &str, keeps: bool) -> String {
    let connection = if keeps { "keep-alive" } else { "close" };
    format!(
        "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nConnection: {connection}\r\n{SAFETY}",
        reason(status)
    )
}

/// Returns the usual words for a status.
fn reason(status: u16) -> &'static str {
    match status {
        101 => "Switching Protocols",
        200 => "OK",
        204 => "No Content",
        302 => "Found",
        304 => "Not Modified",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        421 => "Misdirected Request",
        422 => "Unprocessable Content",
        426 => "Upgrade Required",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}
