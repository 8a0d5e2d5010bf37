//! The terminal: keys, frames, and restoration of its state however the program ends.

use std::io::{self, Write as _};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, terminal};
use sudoku::Puzzle;
use sudoku::trace::Step;

use super::screen::{self, Playing};
use super::watcher::Watcher;
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
struct Raw;

impl Raw {
    fn enter() -> io::Result<Raw> {
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
        let raw = Raw;
        execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide, terminal::DisableLineWrap)?;
        Ok(raw)
    }
}

impl Drop for Raw {
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
enum Wish {
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

impl Wish {
    fn of(key: KeyEvent) -> Option<Wish> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Some(Wish::Interrupt),
                KeyCode::Char('d' | 'q') => Some(Wish::Quit),
                _ => None,
            };
        }
        Some(match key.code {
            KeyCode::Char(' ' | 'p') => Wish::Play,
            KeyCode::Char('n') | KeyCode::Right | KeyCode::Enter => Wish::Step,
            KeyCode::Char('d') => Wish::Decision,
            KeyCode::Char('c') => Wish::Conflict,
            KeyCode::Char('s') => Wish::Solution,
            KeyCode::Char('+' | '=') | KeyCode::Up => Wish::Faster,
            KeyCode::Char('-' | '_') | KeyCode::Down => Wish::Slower,
            KeyCode::Char('r') => Wish::Again,
            KeyCode::Char('?' | 'h') | KeyCode::F(1) => Wish::Help,
            KeyCode::Char('q') | KeyCode::Esc => Wish::Quit,
            _ => return None,
        })
    }
}

/// Shows the search until the user quits. Returns the exit status.
pub(super) fn show(puzzle: Puzzle, config: Option<csp::Config>, color: bool) -> io::Result<u8> {
    let _raw = Raw::enter()?;
    // The first poll makes the library listen for changes of size: none is lost after the first frame.
    event::poll(Duration::ZERO)?;
    let mut watcher = Watcher::new(puzzle, config.as_ref());
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
        let Some(wish) = Wish::of(key) else { continue };
        let was_help = std::mem::take(&mut help);
        match wish {
            Wish::Quit if was_help => {}
            Wish::Quit => return Ok(0),
            Wish::Interrupt => return Ok(INTERRUPTED),
            Wish::Help => help = !was_help,
            Wish::Play => {
                on = !on && !watcher.has_ended;
                due = Instant::now();
            }
            Wish::Step => {
                on = false;
                watcher.advance();
            }
            Wish::Decision => on &= jump(&mut watcher, |step| matches!(step, Step::Decide { .. }))?,
            Wish::Conflict => on &= jump(&mut watcher, |step| matches!(step, Step::Conflict { .. }))?,
            Wish::Solution => on &= jump(&mut watcher, |step| matches!(step, Step::Solution(_)))?,
            Wish::Faster => speed = (speed + 1).min(SPEEDS.len() - 1),
            Wish::Slower => speed = speed.saturating_sub(1),
            Wish::Again => watcher = Watcher::new(watcher.puzzle, config.as_ref()),
        }
    }
}

/// Advances to a step of a kind, to the end, or until a key is pressed. Ends playback. Returns whether such a step
/// was reached.
fn jump(watcher: &mut Watcher, is_there: impl Fn(&Step) -> bool) -> io::Result<bool> {
    for steps in 1_u64.. {
        if !watcher.advance() || watcher.latest.as_ref().is_some_and(&is_there) {
            break;
        }
        if steps.is_multiple_of(PATIENCE) && event::poll(Duration::ZERO)? {
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
