//! The program from outside: every command with its whole output and its exit status.
//!
//! Each test runs the real binary and compares its output as a whole ([`support::Run`]); only times and search nodes
//! are masked. A watchdog ends a program that hangs. No test depends on speed.

mod batch;
#[cfg(target_os = "linux")]
mod bombs;
mod book;
mod candidates;
mod canonical;
mod check;
mod compare;
mod convert;
mod count;
mod dialogue;
mod explain;
mod files;
#[cfg(all(feature = "links", feature = "serve", feature = "watch"))]
mod gate;
mod generate;
mod growth;
mod help;
mod input;
mod interrupt;
mod limits;
#[cfg(feature = "links")]
mod links;
#[cfg(all(feature = "serve", feature = "links"))]
mod listen;
mod methods;
mod minimize;
mod parts;
#[cfg(feature = "links")]
mod pasted;
mod plans;
mod prove;
mod readme;
mod render;
mod rules;
#[cfg(all(target_os = "linux", feature = "watch"))]
mod screen;
#[cfg(feature = "serve")]
mod serve;
#[cfg(target_os = "linux")]
mod signals;
mod solve;
mod streams;
mod strict;
mod suggest;
mod support;
mod tables;
mod techniques;
#[cfg(target_os = "linux")]
mod terminal;
mod texts;
mod variants;
mod watch;
#[path = "../../../tests/library/svg/xml.rs"]
mod xml;
