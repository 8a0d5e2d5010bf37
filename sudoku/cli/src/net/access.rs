//! Access control: the names under which the server is known, the pages that may call it, and the token of a server
//! that is open to the network.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::net::IpAddr;

use super::http::{Head, Refusal};
use super::public::PublicUrl;

/// The clients that may call the server.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    port: u16,
    /// The name or address of the server, if it is open to the network.
    host: Option<String>,
    /// The token that a link must have, if the server is open to the network.
    pub token: Option<String>,
    /// The address under which a server in front of this one is known.
    pub public: Option<PublicUrl>,
}

/// The name of the cookie and of the parameter of links that hold the token.
pub(crate) const TOKEN: &str = "token";

impl Access {
    /// Access for this machine alone.
    pub fn local(port: u16) -> Access {
        Access { port, host: None, token: None, public: None }
    }

    /// Access for the network, with a token.
    pub fn open(host: &str, port: u16) -> Access {
        Access { port, host: Some(host.to_owned()), token: Some(random_token()), public: None }
    }

    /// Admits requests to a public address, too.
    pub fn under(self, public: Option<PublicUrl>) -> Access {
        Access { public, ..self }
    }

    /// Refuses requests to another host name (so that a page cannot reach this server by rebinding its own name to
    /// this address), and requests of pages from other servers.
    pub fn check(&self, head: &Head) -> Result<(), Refusal> {
        self.check_host(head)?;
        let host = head.header("host").unwrap_or_default();
        let is_own = |origin: &str| {
            let public =
                self.public.as_ref().is_some_and(|public| public.origin.eq_ignore_ascii_case(origin));
            public || origin.strip_prefix("http://") == Some(host)
        };
        if head.header("origin").is_some_and(|origin| !is_own(origin)) {
            return Err(Refusal::new(403, "a page from elsewhere may not ask this server"));
        }
        Ok(())
    }

    /// Refuses requests to another host name.
    pub fn check_host(&self, head: &Head) -> Result<(), Refusal> {
        if self.is_ours(head.header("host").unwrap_or_default()) {
            return Ok(());
        }
        Err(Refusal::new(403, "this server does not go by that name"))
    }

    /// Refuses requests without a token, if one is needed.
    pub fn check_token(&self, head: &Head) -> Result<(), Refusal> {
        let Some(token) = &self.token else { return Ok(()) };
        let cookies = head.header("cookie").unwrap_or_default().split(';');
        let mut tokens = cookies.filter_map(|cookie| cookie.trim().split_once('='));
        if tokens.any(|(name, value)| name == TOKEN && is_same(value, token)) {
            return Ok(());
        }
        Err(Refusal::new(401, "open the link that the program printed, with its token"))
    }

    /// Returns whether the link has the token.
    pub fn is_invited(&self, head: &Head) -> bool {
        let mut pairs = head.query.split('&').filter_map(|pair| pair.split_once('='));
        let token = self.token.as_deref();
        token.is_some_and(|token| pairs.any(|(name, value)| name == TOKEN && is_same(value, token)))
    }

    fn is_ours(&self, host: &str) -> bool {
        if self.public.as_ref().is_some_and(|public| public.host().eq_ignore_ascii_case(host)) {
            return true;
        }
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.port) {
            return false;
        }
        let address: Option<IpAddr> = name.trim_start_matches('[').trim_end_matches(']').parse().ok();
        match (address, &self.host) {
            // Without the token no request is answered, and an address cannot be rebound as a name can.
            (Some(_), Some(_)) => true,
            (Some(address), None) => address.is_loopback(),
            (None, Some(own)) if name.eq_ignore_ascii_case(own) => true,
            (None, _) => name.eq_ignore_ascii_case("localhost"),
        }
    }
}

/// Compares in a time that does not depend on where the first difference is.
fn is_same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |seen, (one, other)| seen | (one ^ other));
    one.len() == other.len() && differences == 0
}

/// Returns 128 bits that nobody can guess: the keys of the hash come from the system's source of random numbers.
fn random_token() -> String {
    let half = |_| format!("{:016x}", RandomState::new().build_hasher().finish());
    (0..2).map(half).collect()
}
