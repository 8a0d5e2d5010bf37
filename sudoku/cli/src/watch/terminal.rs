//! The terminal: keys, frames, and restoration of its state however the program ends.

use std::io::{self, Write as _};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, terminal};
use sudoku::trace::Step;
use sudoku::{Budget, Puzzle};

use super::screen::{self, Playing};
use super::watcher::{Watched, Watcher};
use crate::interrupt::TOGETHER;
use crate::{INTERRUPTED, files, signals};

/// Time of a step in milliseconds, and its name.
const SPEEDS: [(u64, &str); 9] = [
    (3000, "a step in 3 s"),
    (1500, "a step in 1.5 s"),
    (800, "a step in 0.8 s"),
    (400, "a step in 0.4 s"),
    (200, "5 steps a second"),
    (100, "10 steps a second"),
    (50, "20 steps a second"),
    (20, "50 steps a second"),
    (5, "200 steps a second"),
];
const USUAL_SPEED: usize = 3;

/// Number of steps after which a jump checks for keys.
const PATIENCE: u64 = 2000;

/// Alternate screen without echo, until dropped.
struct RawTerminal;

impl RawTerminal {
    fn enter() -> io::Result<RawTerminal> {
        // The message of a panic has to appear on the normal screen.
        let print_panic = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            print_panic(panic);
        }));
        // In raw mode Ctrl-C is a key, but a signal can still come from another process.
        let mut first = None;
        signals::set_handler(move |signal| match first {
            None => {
                first = Some(Instant::now());
                // On another thread, so that a second signal is heard even if the terminal takes no more output.
                thread::spawn(move || {
                    let _ = terminal::disable_raw_mode();
                    // With this lock nothing more is drawn.
                    let _stdout = io::stdout().lock();
                    restore();
                    files::exit(signal.status);
                });
            }
            Some(first) if first.elapsed() > TOGETHER => files::exit(signal.status),
            Some(_) => {}
        });
        terminal::enable_raw_mode()?;
        let raw = RawTerminal;
        execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide, terminal::DisableLineWrap)?;
        Ok(raw)
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        restore();
    }
}

fn restore() {
    let _ = execute!(io::stdout(), terminal::EnableLineWrap, cursor::Show, terminal::LeaveAlternateScreen);
    let _ = terminal::disable_raw_mode();
}

/// Request of a key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyCommand {
    Play,
    Step,
    Decision,
    Conflict,
    Solution,
    Faster,
    Slower,
    Again,
    Help,
    Quit,
    Interrupt,
}

impl KeyCommand {
    fn of(key: KeyEvent) -> Option<KeyCommand> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Some(KeyCommand::Interrupt),
                KeyCode::Char('d' | 'q') => Some(KeyCommand::Quit),
                _ => None,
            };
        }
        Some(match key.code {
            KeyCode::Char(' ' | 'p') => KeyCommand::Play,
            KeyCode::Char('n') | KeyCode::Right | KeyCode::Enter => KeyCommand::Step,
            KeyCode::Char('d') => KeyCommand::Decision,
            KeyCode::Char('c') => KeyCommand::Conflict,
            KeyCode::Char('s') => KeyCommand::Solution,
            KeyCode::Char('+' | '=') | KeyCode::Up => KeyCommand::Faster,
            KeyCode::Char('-' | '_') | KeyCode::Down => KeyCommand::Slower,
            KeyCode::Char('r') => KeyCommand::Again,
            KeyCode::Char('?' | 'h') | KeyCode::F(1) => KeyCommand::Help,
            KeyCode::Char('q') | KeyCode::Esc => KeyCommand::Quit,
            _ => return None,
        })
    }
}

/// Shows the search until the user quits. Returns the exit status.
pub(super) fn show(puzzle: Puzzle, watched: &Watched, budget: &Budget, color: bool) -> io::Result<u8> {
    let mut watcher = match Watcher::new(puzzle, watched, budget) {
        Ok(watcher) => watcher,
        Err(limit) => return Ok(super::too_large(limit)),
    };
    let _raw = RawTerminal::enter()?;
    // The first poll makes the library listen for changes of size: none is lost after the first frame.
    event::poll(Duration::ZERO)?;
    let (mut on, mut speed, mut help) = (false, USUAL_SPEED, false);
    let mut due = Instant::now();
    loop {
        let playing = Playing { on, speed: SPEEDS[speed].1, help };
        let (width, height) = terminal::size()?;
        draw(&watcher, playing, usize::from(width), usize::from(height), color)?;
        let wait = if on { due.saturating_duration_since(Instant::now()) } else { Duration::from_secs(3600) };
        if !event::poll(wait)? {
            if on {
                on = watcher.advance() && !watcher.has_ended;
                due = Instant::now() + Duration::from_millis(SPEEDS[speed].0);
            }
            continue;
        }
        let Event::Key(key) = event::read()? else { continue };
        let Some(command) = KeyCommand::of(key) else { continue };
        let was_help = std::mem::take(&mut help);
        match command {
            KeyCommand::Quit if was_help => {}
            KeyCommand::Quit => return Ok(0),
            KeyCommand::Interrupt => return Ok(INTERRUPTED),
            KeyCommand::Help => help = !was_help,
            KeyCommand::Play => {
                on = !on && !watcher.has_ended;
                due = Instant::now();
            }
            KeyCommand::Step => {
                on = false;
                watcher.advance();
            }
            KeyCommand::Decision => on &= jump(&mut watcher, |step| matches!(step, Step::Decide { .. }))?,
            KeyCommand::Conflict => on &= jump(&mut watcher, |step| matches!(step, Step::Conflict { .. }))?,
            KeyCommand::Solution => on &= jump(&mut watcher, |step| matches!(step, Step::Solution(_)))?,
            KeyCommand::Faster => speed = (speed + 1).min(SPEEDS.len() - 1),
            KeyCommand::Slower => speed = speed.saturating_sub(1),
            KeyCommand::Again => {
                if let Ok(again) = Watcher::new(watcher.puzzle.clone(), watched, budget) {
                    watcher = again;
                }
            }
        }
    }
}

/// Advances to a step of a kind, to the end, or until a key is pressed. Ends playback. Returns whether such a step
/// was reached.
fn jump(watcher: &mut Watcher, is_there: impl Fn(&Step) -> bool) -> io::Result<bool> {
    let patience = if watcher.is_human() { 1 } else { PATIENCE };
    for steps in 1_u64.. {
        if !watcher.advance() || watcher.latest.as_ref().is_some_and(&is_there) {
            break;
        }
        if steps.is_multiple_of(patience) && event::poll(Duration::ZERO)? {
            break;
        }
    }
    Ok(false)
}

fn draw(watcher: &Watcher, playing: Playing, width: usize, height: usize, color: bool) -> io::Result<()> {
    let picture = screen::draw(watcher, Some(playing), width, height).ansi(color);
    let mut stdout = io::stdout().lock();
    // Synchronized update: terminals that support it show the frame at once.
    stdout.write_all(b"\x1b[?2026h")?;
    stdout.write_all(picture.as_bytes())?;
    stdout.write_all(b"\x1b[?2026l")?;
    stdout.flush()
}
