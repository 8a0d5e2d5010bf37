//! Signs that look like digits never become symbols without notice: they are refused with their place, or read as the
//! options say.

use sudoku::format::Options;

use crate::support::*;

fn reading(signs: &[(&str, &str)]) -> Options {
    let read_as = signs.iter().map(|(sign, symbol)| ((*sign).to_owned(), (*symbol).to_owned())).collect();
    Options { read_as, ..Options::default() }
}

#[test]
fn letters_among_digits_are_refused_and_read_as_is_said() {
    for (letter, digit) in [("l", "1"), ("I", "1"), ("O", "."), ("o", ".")] {
        let text = EASY.replace(digit, letter);
        let error = refused(&text);
        let symbol = if digit == "." { "0" } else { digit };
        let at = text.find(letter).unwrap() as u32 + 1;
        assert_eq!((error.line, error.column), (1, at), "{error}");
        assert_eq!(error.meant, [(letter.to_owned(), symbol.to_owned())]);
        assert_eq!(error.hint.as_deref(), Some(&*format!("--read-as {letter}={symbol} reads it so")));
        assert_nine_with(&text, EASY, &reading(&[(letter, symbol)]));
        // Such signs are symbols if the options list them as symbols.
        let symbols = "123456789".replace(digit, letter);
        if digit != "." {
            assert_eq!(shown(&one_with(&text, &with_symbols(&symbols))), text);
        }
    }
    let both = EASY.replace('1', "l").replace('.', "O");
    assert_eq!(refused(&both).meant.len(), 2);
    assert_nine_with(&both, EASY, &reading(&[("l", "1"), ("O", "0")]));
}

#[test]
fn full_width_digits_among_others_are_refused_and_read_as_is_said() {
    let wide = |c: char| char::from_u32(u32::from(c) - u32::from('0') + 0xFF10).unwrap();
    let text: String = EASY.chars().map(|c| if ".5".contains(c) { c } else { wide(c) }).collect();
    let error = refused(&text);
    assert_eq!((error.line, error.meant.len()), (1, 8));
    let signs: Vec<(String, String)> = error.meant;
    assert_nine_with(&text, EASY, &Options { read_as: signs, ..Options::default() });
}

#[test]
fn letters_where_letters_are_symbols_are_symbols() {
    // Of nine letters two look like digits.
    let letters = |c: char| {
        c.to_digit(10).map_or('.', |digit| ['l', 'O', 'a', 'b', 'c', 'd', 'e', 'f', 'g'][digit as usize - 1])
    };
    let text: String = EASY.chars().map(letters).collect();
    assert_eq!(one(&text).grid().values(), 9);
    // From 18 and 24 values on, I and O are numbers.
    let side = 25;
    let usual = from_table("123456789ABCDEFGHIJKLMNOP");
    let text = written(&known(side), usual, ".", "");
    assert_cells(&one(&text), side, &known(side), "letters of a 25 x 25");
}
