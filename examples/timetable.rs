//! A school timetable: every lesson gets an hour and a room, and as many wishes as possible are granted. Three
//! classes, six teachers and four rooms, made up for this example; the problem is that of C. C. Gotlieb, "The
//! construction of class-teacher time-tables", IFIP Congress 1962.
//!
//! Rules are constraints. Wishes are conditions, which count as 1 where they hold and as 0 where they do not; their
//! sum is maximized. Not all wishes are compatible: Ms Adler cannot have Friday off, sleep in on Monday and still
//! teach all her maths in the first three hours.

mod shell;

use std::process::ExitCode;
use std::time::Duration;

use csp::config::{Restarts, VariableOrder};
use csp::constraints::{cardinality, number_of_values, quotient, remainder, strictly_increasing};
use csp::{Condition, Config, Error, Limits, Model, Outcome, Solution, Var, all, count, element, sum};

const USAGE: &str = "\
Makes the timetable of a small school and grants as many wishes as it can.

Usage: timetable [HOURS]

  HOURS    hours in a day, 4 to 7 (default 5)";

/// Time limit. Reaching it proves nothing.
const LONGEST: Duration = Duration::from_secs(10);

const DAYS: [&str; 5] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
const CLASSES: [&str; 3] = ["5", "6", "7"];
const ROOMS: [&str; 4] = ["room 1", "room 2", "gym", "lab"];

/// Subject of a class: lessons a week, teacher and possible rooms.
struct Subject {
    name: &'static str,
    lessons: usize,
    teacher: &'static str,
    rooms: &'static [i32],
}

/// The subjects of a teacher follow each other.
const SUBJECTS: [Subject; 7] = [
    Subject { name: "maths", lessons: 4, teacher: "Ms Adler", rooms: &[0, 1] },
    Subject { name: "English", lessons: 4, teacher: "Mr Brandt", rooms: &[0, 1] },
    Subject { name: "German", lessons: 4, teacher: "Ms Clausen", rooms: &[0, 1] },
    Subject { name: "science", lessons: 3, teacher: "Mr Dietz", rooms: &[3] },
    Subject { name: "sport", lessons: 2, teacher: "Ms Evers", rooms: &[2] },
    Subject { name: "music", lessons: 2, teacher: "Mr Falk", rooms: &[1, 2] },
    Subject { name: "art", lessons: 1, teacher: "Mr Falk", rooms: &[0, 1, 3] },
];

struct Lesson {
    class: usize,
    subject: &'static Subject,
    /// Hour of the week.
    time: Var,
    day: Var,
    /// Hour of the day.
    hour: Var,
    room: Var,
}

struct Timetable {
    model: Model,
    lessons: Vec<Lesson>,
    wishes: Vec<(String, Condition)>,
}

fn main() -> ExitCode {
    shell::main(USAGE, parse, run)
}

fn parse(words: &[String]) -> Result<i32, String> {
    match words {
        [] => Ok(5),
        [hours] => match hours.parse() {
            Ok(number @ 4..=7) => Ok(number),
            _ => Err(format!("HOURS is a number from 4 to 7, not {hours:?}")),
        },
        [_, extra, ..] => Err(format!("{extra:?} is one word too many")),
    }
}

fn timetable(hours: i32) -> Timetable {
    let mut model = Model::new();
    let (days, rooms) = (DAYS.len() as i32, ROOMS.len() as i32);
    let mut lessons = Vec::new();
    for class in 0..CLASSES.len() {
        for subject in &SUBJECTS {
            for _ in 0..subject.lessons {
                let [time, day, hour] = [days * hours, days, hours].map(|end| model.var(0..end));
                let room = model.var(subject.rooms.to_vec());
                model.post(quotient(time, hours).eq(day));
                model.post(remainder(time, hours).eq(hour));
                lessons.push(Lesson { class, subject, time, day, hour, room });
            }
        }
    }
    let times = |of: &dyn Fn(&Lesson) -> bool| -> Vec<Var> {
        lessons.iter().filter(|lesson| of(lesson)).map(|lesson| lesson.time).collect()
    };

    // A teacher or class is in one place at a time, and a room has one lesson at a time.
    let mut teachers = SUBJECTS.map(|subject| subject.teacher).to_vec();
    teachers.dedup();
    for teacher in teachers {
        model.all_different(times(&|lesson| lesson.subject.teacher == teacher));
    }
    let places = model.vars(lessons.len(), 0..days * hours * rooms);
    for (lesson, &place) in lessons.iter().zip(&places) {
        model.post((lesson.time * rooms + lesson.room).eq(place));
    }
    model.all_different(&places);
    for class in 0..CLASSES.len() {
        model.all_different(times(&|lesson| lesson.class == class));
        // No free hours between lessons: a day of n lessons ends with its n-th hour.
        let of_class = || lessons.iter().filter(|lesson| lesson.class == class);
        let load = model.vars(DAYS.len(), 0..=hours);
        model.post(cardinality(of_class().map(|lesson| lesson.day), (0..).zip(load.iter().copied())));
        for lesson in of_class() {
            model.post(lesson.hour.lt(element(&load, lesson.day)));
        }
    }
    // The lessons of a subject are interchangeable, so they are ordered; and they are on different days.
    for alike in lessons.chunk_by(|a, b| (a.class, a.subject.name) == (b.class, b.subject.name)) {
        model.post(strictly_increasing(alike.iter().map(|lesson| lesson.day)));
    }

    let wishes = wishes(&lessons, hours);
    Timetable { model, lessons, wishes }
}

/// Returns the wishes of teachers and classes, each in words and as a condition.
fn wishes(lessons: &[Lesson], hours: i32) -> Vec<(String, Condition)> {
    let (monday, wednesday, friday) = (0, 2, 4);
    let of = |teacher: &'static str| lessons.iter().filter(move |lesson| lesson.subject.teacher == teacher);
    let (days, mut wishes) = (DAYS.len() as i32, Vec::new());
    let mut wish = |text: &str, condition: Condition| wishes.push((text.to_owned(), condition));
    wish("Ms Adler has Friday off", all(of("Ms Adler").map(|lesson| lesson.day.ne(friday))));
    wish("Ms Adler sleeps in on Monday", all(of("Ms Adler").map(|lesson| lesson.time.ne(monday * hours))));
    wish("Mr Brandt has Wednesday off", all(of("Mr Brandt").map(|lesson| lesson.day.ne(wednesday))));
    wish("Ms Clausen never comes for the first hour", all(of("Ms Clausen").map(|lesson| lesson.hour.ne(0))));
    let science_on = |day| count(of("Mr Dietz").map(|lesson| lesson.day), day);
    wish("Mr Dietz has two lessons a day at most", all((0..days).map(|day| science_on(day).le(2))));
    let days_of_falk = number_of_values(of("Mr Falk").map(|lesson| lesson.day));
    wish("Mr Falk comes on three days at most", days_of_falk.le(3));
    for (class, name) in CLASSES.iter().enumerate() {
        let own = || lessons.iter().filter(move |lesson| lesson.class == class);
        let of_subject = |subject: &'static str| own().filter(move |lesson| lesson.subject.name == subject);
        let early = all(of_subject("maths").map(|lesson| lesson.hour.lt(3)));
        wish(&format!("class {name}: maths in the first three hours"), early);
        let awake = all(of_subject("sport").map(|lesson| lesson.hour.ne(0)));
        wish(&format!("class {name}: no sport in the first hour"), awake);
        let home = all(own().map(|lesson| lesson.time.ne(days * hours - 1)));
        wish(&format!("class {name}: home early on Friday"), home);
    }
    wishes
}

fn run(hours: i32) -> Result<(), Error> {
    let Timetable { model, lessons, wishes } = timetable(hours);
    // Some teachers and rooms are scarcer than others; the weights of conflicts show which.
    let config =
        Config::default().with_variables(VariableOrder::WeightedDegree).with_restarts(Restarts::luby(100));
    // A condition counts as 1 where it holds: maximize the number of granted wishes.
    let granted = sum(wishes.iter().map(|(_, wish)| wish));
    let mut optimizer = model.search_with(&config)?.maximize(granted)?;
    optimizer.limit(Limits::default().time(LONGEST));
    for found in optimizer.improvements() {
        println!("{:>9.3} s  {} wishes of {}", found.time.as_secs_f64(), found.value, wishes.len());
    }
    let outcome = optimizer.outcome();
    match &outcome {
        Outcome::Optimal(_) => println!("\nMore wishes cannot come true.\n"),
        Outcome::Best(_) => println!("\nThe best so far; more wishes may be possible.\n"),
        Outcome::Infeasible => println!("\nThere is no such timetable."),
        Outcome::Unknown => println!("\nNo timetable found in {} s, and nothing proved.", LONGEST.as_secs()),
    }
    if let Some(best) = outcome.best() {
        assert_eq!(model.broken_by(best.solution.values())?, None, "the timetable keeps to every rule");
        for class in 0..CLASSES.len() {
            draw(hours, class, &lessons, &best.solution);
        }
        for (text, wish) in &wishes {
            println!("  {} {text}", if best.solution.keeps(wish) { "✓" } else { "✗" });
        }
    }
    println!("\n{}", optimizer.statistics());
    Ok(())
}

/// Draws the week of a class.
fn draw(hours: i32, class: usize, lessons: &[Lesson], solution: &Solution) {
    let line = |left: &str, middle: &str, right: &str| {
        println!("  {left}───{middle}{}{right}", vec!["─".repeat(16); 5].join(middle));
    };
    let row = |head: &str, cells: [String; 5]| {
        println!("  │ {head} │{}│", cells.map(|cell| format!(" {cell:<15}")).join("│"));
    };
    println!("  Class {}", CLASSES[class]);
    line("┌", "┬", "┐");
    row(" ", DAYS.map(String::from));
    line("├", "┼", "┤");
    for hour in 0..hours {
        row(
            &(hour + 1).to_string(),
            [0, 1, 2, 3, 4].map(|day| {
                let here =
                    |lesson: &&Lesson| lesson.class == class && solution[lesson.time] == day * hours + hour;
                let lesson = lessons.iter().find(here);
                lesson.map_or(String::new(), |lesson| {
                    format!("{}, {}", lesson.subject.name, ROOMS[solution[lesson.room] as usize])
                })
            }),
        );
    }
    line("└", "┴", "┘");
}
