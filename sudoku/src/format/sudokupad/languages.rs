//! Translates single words of rules in other languages into the English words that the recognisers know.
//!
//! Only words that decide how a drawing is read are replaced; the order of words and the grammar stay.

/// Words by which a text in a language is recognised, and beginnings of words with their meaning. The first beginning that
/// fits is taken, so a longer one stands before a shorter one.
struct Language {
    marks: &'static [&'static str],
    words: &'static [(&'static str, &'static str)],
}

const LANGUAGES: [Language; 2] = [
    Language {
        marks: &["ziffer", "zahlen", "sudokuregeln", "sudoku-regeln", "linie", "felder"],
        words: &[
            ("unterscheid", "differ"),
            ("differenz", "difference"),
            ("mindestens", "at least"),
            ("benachbart", "adjacent"),
            ("nachbarfeld", "adjacent cells"),
            ("nachbar", "neighbor"),
            ("aufeinander", "consecutive"),
            ("linie", "line"),
            ("grün", "green"),
            ("grau", "gray"),
            ("lila", "purple"),
            ("violett", "purple"),
            ("rosa", "pink"),
            ("blau", "blue"),
            ("rote", "red"),
            ("gelb", "yellow"),
            ("türkis", "teal"),
            ("weiß", "white"),
            ("weiss", "white"),
            ("schwarz", "black"),
            ("punkt", "dot"),
            ("kreis", "circle"),
            ("quadrat", "square"),
            ("ungerade", "odd"),
            ("gerade", "even"),
            ("käfig", "cage"),
            ("summ", "sum"),
            ("addier", "sum"),
            ("pfeil", "arrow"),
            ("ansteig", "increase"),
            ("aufsteig", "increase"),
            ("steig", "increase"),
            ("zunehm", "increase"),
            ("springer", "knight"),
            ("könig", "king"),
            ("diagonale", "diagonal"),
            ("wiederhol", "repeat"),
            ("verhältnis", "ratio"),
            ("doppelt", "double"),
            ("zwischen", "between"),
            ("außerhalb", "outside"),
            ("schnittpunkt", "intersection"),
            ("schneid", "intersection"),
            ("umgebend", "surrounding"),
            ("umliegend", "surrounding"),
            ("ziffer", "digit"),
            ("zahl", "digit"),
            ("feld", "cell"),
            ("zelle", "cell"),
            ("reihenfolge", "order"),
            ("beliebig", "any"),
            ("abschnitt", "segment"),
            ("größer", "greater"),
            ("kleiner", "smaller"),
            ("gleich", "same"),
            ("niedrig", "low"),
            ("hohe", "high"),
            ("mittler", "middle"),
            ("sichtbar", "visible"),
            ("nicht", "not"),
            ("kein", "no"),
            ("alle", "all"),
            ("gegeben", "given"),
            ("notwendigerweise", "necessarily"),
            ("vorwärts", "forward"),
            ("rückwärts", "backward"),
            ("zwei", "two"),
            ("drei", "three"),
            ("vier", "four"),
            ("fünf", "five"),
        ],
    },
    Language {
        marks: &["chiffre", "règles du sudoku", "grille", "les cases"],
        words: &[
            ("différen", "difference"),
            ("diffèr", "differ"),
            ("moins", "at least"),
            ("adjacent", "adjacent"),
            ("voisin", "neighbor"),
            ("consécuti", "consecutive"),
            ("ligne", "line"),
            ("vertical", "vertical"),
            ("vert", "green"),
            ("violet", "purple"),
            ("rose", "pink"),
            ("gris", "gray"),
            ("bleu", "blue"),
            ("rouge", "red"),
            ("jaune", "yellow"),
            ("blanc", "white"),
            ("noir", "black"),
            ("point", "dot"),
            ("cercle", "circle"),
            ("carré", "square"),
            ("impair", "odd"),
            ("pair", "even"),
            ("somme", "sum"),
            ("flèche", "arrow"),
            ("augment", "increase"),
            ("croissant", "increase"),
            ("bulbe", "bulb"),
            ("thermom", "thermometer"),
            ("cavalier", "knight"),
            ("diagonale", "diagonal"),
            ("répét", "repeat"),
            ("double", "double"),
            ("rapport", "ratio"),
            ("entre", "between"),
            ("extérieur", "outside"),
            ("chiffre", "digit"),
            ("case", "cell"),
            ("ordre", "order"),
            ("ensemble", "set"),
            ("segment", "segment"),
            ("supérieur", "greater"),
            ("inférieur", "smaller"),
            ("même", "same"),
            ("tous", "all"),
            ("toutes", "all"),
            ("donné", "given"),
            ("pass", "pass"),
            ("pas", "not"),
            ("quatre", "four"),
            ("cinq", "five"),
        ],
    },
];

/// Returns a text in lower case with the known words translated, if its language is known.
pub(super) fn in_english(text: &str) -> String {
    let Some(language) = LANGUAGES.iter().find(|one| one.marks.iter().any(|mark| text.contains(mark))) else {
        return text.to_owned();
    };
    let mut english = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphabetic() {
            word.push(c);
            continue;
        }
        let known = language.words.iter().find(|(beginning, _)| word.starts_with(beginning));
        english.push_str(known.map_or(word.as_str(), |(_, meaning)| meaning));
        english.push(c);
        word.clear();
    }
    english.pop();
    english
}

/// Beginnings of words by which texts in further languages are recognised: none of their words is known.
const UNREAD: [&str; 27] = [
    "cifr", "cijfer", "celda", "casill", "casell", "célula", "fila", "columna", "colonna", "coluna", "linha",
    "righe", "riga", "regels", "regla", "regole", "regra", "número", "numeri", "kolom", "cyfr", "kolumn",
    "wiersz", "siffr", "pravidl", "číslic", "oszlop",
];

/// Whether sentences are in a language that is not read: they have words of one, or letters of another script.
pub(super) fn is_unread<'a>(sentences: impl Iterator<Item = &'a str>) -> bool {
    let is_word = |word: &str| UNREAD.iter().any(|beginning| word.starts_with(beginning));
    // Letters with accents are below this number, and Greek begins above it.
    let is_latin = |word: &str| word.chars().count() < 2 || word.chars().all(|c| u32::from(c) < 0x370);
    sentences
        .flat_map(|one| one.split(|c: char| !c.is_alphabetic()))
        .any(|word| is_word(word) || !is_latin(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_decide_are_exchanged() {
        let said = in_english("ziffern auf grünen linien unterscheiden sich um mindestens 5");
        assert_eq!(said, "digit auf green line differ sich um at least 5");
        assert_eq!(in_english("les chiffres augmentent"), "les digit increase");
        assert_eq!(in_english("les cases vertes, verticalement"), "les cell green, vertical");
        assert_eq!(in_english("the point of a line"), "the point of a line");
    }
}
