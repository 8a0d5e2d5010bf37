//! The program as people and other programs meet it: every command with all that it prints and its exit status.
//!
//! The real binary runs each time. What it answers is compared as a whole ([`support::Run`]); only times
//! and search nodes are masked. A program that hangs fails by a watchdog, and nothing here depends on being
//! quick.

mod batch;
mod candidates;
mod check;
mod compare;
mod convert;
mod count;
mod files;
mod generate;
mod growth;
mod help;
mod input;
mod interrupt;
mod limits;
#[cfg(feature = "links")]
mod links;
mod manners;
mod methods;
mod minimize;
mod readme;
mod render;
mod rules;
#[cfg(all(target_os = "linux", feature = "watch"))]
mod screen;
#[cfg(target_os = "linux")]
mod signals;
mod solve;
mod strict;
mod support;
mod tables;
mod talk;
#[cfg(target_os = "linux")]
mod terminal;
mod variants;
mod watch;
#[path = "../../../tests/library/svg/xml.rs"]
mod xml;
