//! The parts that servers share: connections, requests over HTTP, access control, and a pool of tasks.
//!
//! ```text
//!   listener ──► a thread for each connection, bounded ──► Wire, http: heads and bodies within limits ──► access
//!                                                              └──► Pool: tasks that take turns
//! ```
//!
//! Plain threads and blocking sockets: `httparse` and `sha1_smol` compile in 0.8 s of CPU time, a minimal hyper with
//! tokio in 12.4 s (November 2026); and the number of connections is bounded by the work that a machine can do, not by
//! its threads.

pub(crate) mod access;
pub(crate) mod http;
pub(crate) mod listener;
pub(crate) mod pool;
pub(crate) mod public;
#[cfg(feature = "links")]
pub(crate) mod websocket;
pub(crate) mod wire;
