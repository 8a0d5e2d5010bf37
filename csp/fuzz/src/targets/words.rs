//! Regular expressions and automata: any text is parsed or refused without a panic, and an automaton from a pattern
//! accepts exactly the words that the pattern matches.

use csp::constraints::Automaton;
use testkit::Bytes;

use crate::pattern::Pattern;

/// The first byte selects whether the others are text or choices.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    if bytes.one_in(2) {
        return check_text(&String::from_utf8_lossy(bytes.rest()));
    }
    let pattern = Pattern::any(&mut bytes, 4);
    let text = pattern.text(&mut bytes);
    let automaton = match Automaton::parse(&text) {
        Ok(automaton) => automaton,
        Err(error) => {
            assert!(error.to_string().contains("states"), "{text}: {error}");
            return;
        }
    };
    let words = words(&mut bytes);
    for word in &words {
        let same: Vec<i64> = word.iter().map(|&value| value.into()).collect();
        assert_eq!(automaton.accepts(word), pattern.matches(&same), "{text:?} and {word:?}");
    }
}

fn check_text(text: &str) {
    let Ok(automaton) = Automaton::parse(text) else { return };
    let word = [3, 0, 1, 2, 1];
    let accepted = (0..word.len()).filter(|&end| automaton.accepts(&word[..end])).count();
    let again = Automaton::parse(text).expect("it was read before");
    assert!(
        automaton == again && accepted == (0..word.len()).filter(|&end| again.accepts(&word[..end])).count()
    );
}

/// Returns all words of up to two values, and some longer ones.
fn words(bytes: &mut Bytes<'_>) -> Vec<Vec<i32>> {
    let mut words: Vec<Vec<i32>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..2 {
        let until = words.len();
        for at in from..until {
            words.extend((-1..=4).map(|value| [&words[at][..], &[value]].concat()).collect::<Vec<_>>());
        }
        from = until;
    }
    words.extend((0..16).map(|_| bytes.list(3, 9, |bytes| bytes.between(-1, 4))));
    words
}
