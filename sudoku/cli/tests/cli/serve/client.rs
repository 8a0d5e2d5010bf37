//! A server of a test, and a client that speaks HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::support::{WATCHDOG, command};

/// A running server, which ends with the test.
pub struct Server {
    pub child: Child,
    /// Host and port.
    pub address: String,
    /// The link that it printed.
    pub link: String,
}

impl Server {
    pub fn new(args: &[&str]) -> Server {
        let mut command = command(["serve", "--port", "0"].iter().chain(args));
        if !args.contains(&"--time-limit") {
            // A busy machine takes long for anything.
            command.args(["--time-limit", "2m"]);
        }
        let mut child =
            command.stdin(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
        let stdout = child.stdout.take().expect("standard output is a pipe");
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).expect("the link is text");
        let link = line.trim().to_owned();
        let address = link.strip_prefix("http://").and_then(|rest| rest.split('/').next());
        let address = address.expect("the program prints a link").to_owned();
        Server { child, address, link }
    }

    pub fn connect(&self) -> Client {
        let stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(WATCHDOG)).expect("a limit of time");
        Client { reader: BufReader::new(stream), host: self.address.clone() }
    }

    /// Sends a request on a connection of its own.
    pub fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Response {
        self.connect().ask(method, path, headers, body).expect("the server answers")
    }

    pub fn get(&self, path: &str) -> Response {
        self.ask("GET", path, "", b"")
    }

    /// Calls the interface.
    pub fn call(&self, name: &str, body: &Value) -> Response {
        self.connect().call(name, body)
    }

    /// Calls the interface for an answer that is there.
    pub fn told(&self, name: &str, body: &Value) -> Value {
        let response = self.call(name, body);
        assert_eq!(response.status, 200, "{name} {body}: {}", response.text());
        response.json()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection.
pub struct Client {
    reader: BufReader<TcpStream>,
    host: String,
}

impl Client {
    pub fn call(&mut self, name: &str, body: &Value) -> Response {
        self.post(name, body.to_string().as_bytes()).expect("the server answers")
    }

    /// Sends a body that may be damaged.
    pub fn post(&mut self, name: &str, body: &[u8]) -> Option<Response> {
        self.ask("POST", &format!("/api/{name}"), "Content-Type: application/json\r\n", body)
    }

    /// Sends a request; the header Host may be among the headers. `None` if the connection was closed.
    pub fn ask(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> Option<Response> {
        self.send(method, path, headers, body);
        self.response()
    }

    pub fn send(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) {
        let host = if headers.contains("Host:") { String::new() } else { format!("Host: {}\r\n", self.host) };
        let length =
            if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        let mut bytes = format!("{method} {path} HTTP/1.1\r\n{host}{headers}{length}\r\n").into_bytes();
        bytes.extend(body);
        self.raw(&bytes);
    }

    pub fn raw(&mut self, bytes: &[u8]) {
        // A server that refuses may close before it has read everything.
        let _ = self.reader.get_mut().write_all(bytes);
    }

    /// Whether nothing has arrived, and the connection is open.
    pub fn is_waiting(&self) -> bool {
        let stream = self.reader.get_ref();
        stream.set_nonblocking(true).expect("it is open");
        let seen = stream.peek(&mut [0]).map_err(|error| error.kind());
        stream.set_nonblocking(false).expect("it is open");
        seen == Err(std::io::ErrorKind::WouldBlock)
    }

    /// Reads a line; `None` at the end.
    pub fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let count = self.reader.read_line(&mut line).ok()?;
        (count > 0).then(|| line.trim_end().to_owned())
    }

    pub fn response(&mut self) -> Option<Response> {
        let status = self.line()?.split(' ').nth(1)?.parse().ok()?;
        let mut headers = Vec::new();
        while let Some(line) = self.line().filter(|line| !line.is_empty()) {
            let (name, value) = line.split_once(": ")?;
            headers.push((name.to_ascii_lowercase(), value.to_owned()));
        }
        let mut response = Response { status, headers, body: Vec::new() };
        if response.header("transfer-encoding").is_some() {
            while let Some(chunk) = self.chunk() {
                response.body.extend(chunk);
            }
        } else {
            let length = response.header("content-length")?.parse().ok()?;
            response.body = self.exactly(length)?;
        }
        Some(response)
    }

    /// Reads a piece of a stream; `None` at its end.
    fn chunk(&mut self) -> Option<Vec<u8>> {
        let length = usize::from_str_radix(&self.line()?, 16).ok()?;
        let chunk = self.exactly(length)?;
        self.exactly(2)?;
        (length > 0).then_some(chunk)
    }

    fn exactly(&mut self, length: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; length];
        self.reader.read_exact(&mut bytes).ok()?;
        Some(bytes)
    }
}

pub struct Response {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Response {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The objects of a stream.
    pub fn lines(&self) -> Vec<Value> {
        let text = self.text();
        text.lines().map(|line| serde_json::from_str(line).expect("an object on each line")).collect()
    }
}
