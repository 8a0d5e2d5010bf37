//! The side of a server in the WebSocket protocol (RFC 6455): the handshake, and messages of text.
//!
//! This file and `sha1_smol` replace a crate for the whole protocol: the smallest one in common use takes 11 s of CPU
//! time to compile (November 2026).

use std::io::{self, Write as _};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::http::{Head, Refusal};
use super::wire::Wire;

/// The longest message, in bytes.
const MOST_MESSAGE: usize = 1 << 20;
/// The longest time without a frame from the other side; after it a ping is sent.
const LONGEST_SILENCE: Duration = Duration::from_secs(60);
/// The text that is appended to the key of the handshake.
const KEY: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// Kinds of frames.
const CONTINUED: u8 = 0;
const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// The reason for closing a connection, which has a number in the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closed {
    /// The other side closed it, or is gone.
    Left,
    /// The program is about to end.
    Stopping,
    /// A frame that the protocol does not allow.
    Malformed,
    /// A message that is no text.
    NoText,
    /// Bytes that are not UTF-8.
    NotUtf8,
    TooLong,
}

impl Closed {
    fn code(self) -> u16 {
        match self {
            Closed::Left => 1000,
            Closed::Stopping => 1001,
            Closed::Malformed => 1002,
            Closed::NoText => 1003,
            Closed::NotUtf8 => 1007,
            Closed::TooLong => 1009,
        }
    }
}

/// Sends frames, each as a whole, from any thread.
#[derive(Clone, Debug)]
pub(crate) struct Writer(Arc<Mutex<TcpStream>>);

impl Writer {
    /// Sends a message, unless it is no longer wanted when the connection is free.
    pub fn send(&self, text: &str, is_wanted: impl FnOnce() -> bool) -> io::Result<()> {
        self.frame(TEXT, text.as_bytes(), is_wanted)
    }

    fn frame(&self, kind: u8, data: &[u8], is_wanted: impl FnOnce() -> bool) -> io::Result<()> {
        let mut bytes = vec![0x80 | kind];
        match data.len() {
            length @ 0..126 => bytes.push(length as u8),
            length @ 126..0x1_0000 => {
                bytes.push(126);
                bytes.extend((length as u16).to_be_bytes());
            }
            length => {
                bytes.push(127);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        bytes.extend(data);
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if is_wanted() { stream.write_all(&bytes) } else { Ok(()) }
    }
}

/// A connection after the handshake.
#[derive(Debug)]
pub(crate) struct WebSocket {
    wire: Wire,
    pub writer: Writer,
}

/// A frame without its mask.
struct Frame {
    is_last: bool,
    kind: u8,
    data: Vec<u8>,
}

impl WebSocket {
    /// Answers the handshake.
    pub fn accept(head: &Head, mut wire: Wire) -> Result<WebSocket, (Refusal, Wire)> {
        let key = match key(head) {
            Ok(key) => key,
            Err(refusal) => return Err((refusal, wire)),
        };
        let answer = format!(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {}\r\n\r\n",
            accepted(key)
        );
        let lost = |_: io::Error| Refusal::new(400, "the connection was lost");
        match wire.write(answer.as_bytes()).and_then(|()| wire.writer()).map_err(lost) {
            Ok(writer) => Ok(WebSocket { wire, writer: Writer(Arc::new(Mutex::new(writer))) }),
            Err(refusal) => Err((refusal, wire)),
        }
    }

    /// Waits for the next message.
    pub fn read(&mut self) -> Result<String, Closed> {
        let mut message: Option<Vec<u8>> = None;
        loop {
            let Frame { is_last, kind, data } = self.next_frame()?;
            match kind {
                CLOSE => return Err(Closed::Left),
                PING => drop(self.writer.frame(PONG, &data, || true)),
                PONG => {}
                TEXT if message.is_none() => message = Some(data),
                CONTINUED => message.as_mut().ok_or(Closed::Malformed)?.extend(data),
                TEXT => return Err(Closed::Malformed),
                _ => return Err(Closed::NoText),
            }
            if message.as_ref().is_some_and(|message| message.len() > MOST_MESSAGE) {
                return Err(Closed::TooLong);
            }
            if is_last && kind <= TEXT {
                let message = message.take().unwrap_or_default();
                return String::from_utf8(message).map_err(|_| Closed::NotUtf8);
            }
        }
    }

    /// Closes the connection, and sends the reason.
    pub fn close(self, why: Closed) {
        let _ = self.writer.frame(CLOSE, &why.code().to_be_bytes(), || true);
        self.wire.close();
    }

    fn next_frame(&mut self) -> Result<Frame, Closed> {
        let mut is_asked = false;
        loop {
            if let Some(frame) = take_frame(&mut self.wire.buffer)? {
                return Ok(frame);
            }
            match self.wire.fill(Instant::now() + LONGEST_SILENCE) {
                Ok(0) if self.wire.is_stopping() => return Err(Closed::Stopping),
                Ok(0) => return Err(Closed::Left),
                Ok(_) => is_asked = false,
                Err(error) if error.kind() == io::ErrorKind::TimedOut && !is_asked => {
                    is_asked = true;
                    self.writer.frame(PING, &[], || true).map_err(|_| Closed::Left)?;
                }
                Err(_) => return Err(Closed::Left),
            }
        }
    }
}

/// Takes a frame from the beginning of a buffer, if the frame is complete.
fn take_frame(buffer: &mut Vec<u8>) -> Result<Option<Frame>, Closed> {
    let [first, second, rest @ ..] = &buffer[..] else { return Ok(None) };
    let (is_last, kind, is_masked) = (first & 0x80 != 0, first & 15, second & 0x80 != 0);
    let is_control = kind >= CLOSE;
    let short = usize::from(second & 0x7f);
    // Clients must mask their frames. The three bits are for extensions, and no extension was agreed on.
    if first & 0x70 != 0 || !is_masked || is_control && (!is_last || short > 125) {
        return Err(Closed::Malformed);
    }
    let size = match short {
        126 => 2,
        127 => 8,
        _ => 0,
    };
    let Some((length, rest)) = rest.split_at_checked(size) else { return Ok(None) };
    let length = match size {
        0 => short,
        _ => length.iter().fold(0, |length: usize, &byte| length.saturating_mul(256) | usize::from(byte)),
    };
    if length > MOST_MESSAGE {
        return Err(Closed::TooLong);
    }
    let Some((mask, rest)) = rest.split_at_checked(4) else { return Ok(None) };
    let Some(data) = rest.get(..length) else { return Ok(None) };
    let data = data.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask).collect();
    buffer.drain(..2 + size + 4 + length);
    Ok(Some(Frame { is_last, kind, data }))
}

/// Returns the key of a handshake.
fn key(head: &Head) -> Result<&str, Refusal> {
    let says = |name: &str, word: &str| {
        head.header(name)
            .is_some_and(|value| value.split(',').any(|one| one.trim().eq_ignore_ascii_case(word)))
    };
    if head.method != "GET" || !says("upgrade", "websocket") || !says("connection", "upgrade") {
        return Err(Refusal::new(426, "this is a WebSocket: pages that set puzzles know what to ask"));
    }
    if head.header("sec-websocket-version") != Some("13") {
        return Err(Refusal::new(426, "the version of the protocol has to be 13"));
    }
    let key = head.header("sec-websocket-key").filter(|key| key.len() == 24);
    key.ok_or_else(|| Refusal::new(400, "the handshake has no key"))
}

/// Returns the answer to the key of a handshake.
fn accepted(key: &str) -> String {
    base64(&sha1_smol::Sha1::from([key, KEY].concat()).digest().bytes())
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits: u32, at| bits << 8 | u32::from(three.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= three.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_handshake_is_that_of_the_specification() {
        assert_eq!(accepted("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    #[test]
    fn frames_are_taken_when_they_are_whole() {
        // "Hello", as in the specification.
        let whole = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58];
        for cut in 0..whole.len() {
            assert!(take_frame(&mut whole[..cut].to_vec()).is_ok_and(|frame| frame.is_none()), "{cut}");
        }
        let frame = take_frame(&mut whole.to_vec()).unwrap().unwrap();
        assert_eq!((frame.is_last, frame.kind, &frame.data[..]), (true, TEXT, &b"Hello"[..]));
    }

    #[test]
    fn frames_against_the_protocol_are_refused() {
        let refused = |bytes: &[u8]| take_frame(&mut bytes.to_vec()).err();
        assert_eq!(refused(&[0x81, 5, b'H', b'e']), Some(Closed::Malformed), "without a mask");
        assert_eq!(refused(&[0xc1, 0x80, 0, 0, 0, 0]), Some(Closed::Malformed), "an extension");
        assert_eq!(refused(&[0x08, 0x80, 0, 0, 0, 0]), Some(Closed::Malformed), "a part of a control frame");
        assert_eq!(refused(&[0x81, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0]), Some(Closed::TooLong));
    }
}
