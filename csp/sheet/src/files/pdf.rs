//! PDF documents.
//!
//! Letters are in fonts of outlines (type 3). Each font has the letters that occur and a table of their characters, so
//! that texts can be searched and copied, and no reader needs a font of its own.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::archive;
use super::content::{self, Content, Used, number, packed};
use super::document::{Document, Leaf};
use super::font::Font;
use super::profile;

/// The program that wrote the file.
const PRODUCER: &str = "sudoku-csp";

/// The numbers of objects that others name before they are written.
const CATALOG: usize = 1;
const PAGES: usize = 2;
const FONTS: usize = 3;
const STATES: usize = 4;
const INFO: usize = 5;
const FIRST: usize = 6;

impl Document {
    /// The document as a PDF file.
    pub fn pdf(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        self.pages.iter().for_each(|page| writer.page(page));
        writer.bytes(self)
    }
}

/// A file that is being written.
struct Writer {
    bytes: Vec<u8>,
    /// The offset of each object in the file, by its number less 1; 0 for an object that has not been written yet.
    places: Vec<usize>,
    pages: Vec<usize>,
    used: Used,
    /// Headings, each with the index of its page and its height there.
    bookmarks: Vec<(String, usize, f64)>,
}

impl Writer {
    fn new() -> Writer {
        // Bytes above 127 in the second line mark the file as binary for programs that copy files.
        let bytes = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n".to_vec();
        let (pages, used) = (Vec::new(), Used::default());
        Writer { bytes, places: vec![0; FIRST - 1], pages, used, bookmarks: Vec::new() }
    }

    /// Writes a content that is drawn by name.
    fn form(&mut self, content: &Content) -> usize {
        let resources = self.resources(&content.groups);
        let mut bounds = String::new();
        content.bounds.iter().flatten().for_each(|&side| number(&mut bounds, side));
        let head = format!(
            "/Type /XObject /Subtype /Form /BBox [{bounds}] /Resources {resources} /Group << /S /Transparency >>"
        );
        self.stream(&head, &content.stream)
    }

    /// Writes groups, and returns a dictionary of resources: those of the document, and the groups by name.
    fn resources(&mut self, groups: &[Content]) -> String {
        let groups: Vec<usize> = groups.iter().map(|group| self.form(group)).collect();
        let mut text = format!("<< /Font {FONTS} 0 R /ExtGState {STATES} 0 R /XObject <<");
        for (index, object) in groups.iter().enumerate() {
            let _ = write!(text, " /G{index} {object} 0 R");
        }
        text + " >> >>"
    }

    /// Writes a page.
    fn page(&mut self, leaf: &Leaf) {
        let (content, used) = Content::of(&leaf.image);
        self.used.add(&used);
        let resources = self.resources(&content.groups);
        let stream = self.stream("", &content.stream);
        let ([left, top], [width, height]) = (leaf.image.corner, leaf.image.size);
        let mut boxes = format!("/MediaBox [0 0 {width:.2} {height:.2}]");
        for (name, room) in [("TrimBox", 0.0), ("BleedBox", leaf.bleed)].iter().filter(|_| leaf.is_cut()) {
            let [x, y] = [-left - room, height + top - leaf.trim[1] - room];
            let [right, up] = [x + leaf.trim[0] + 2.0 * room, y + leaf.trim[1] + 2.0 * room];
            let _ = write!(boxes, " /{name} [{x:.2} {y:.2} {right:.2} {up:.2}]");
        }
        let headings = leaf.headings.iter();
        let headings =
            headings.map(|(heading, down)| (heading.clone(), self.pages.len(), height + top - down));
        self.bookmarks.extend(headings);
        let number = self.object(&format!(
            "<< /Type /Page /Parent {PAGES} 0 R {boxes} /Contents {stream} 0 R /Resources {resources} >>"
        ));
        self.pages.push(number);
    }

    /// Writes the headings, and returns what the catalog says of them.
    fn outline(&mut self) -> String {
        let bookmarks = std::mem::take(&mut self.bookmarks);
        if bookmarks.is_empty() {
            return String::new();
        }
        let root = self.reserve();
        let (first, last) = (root + 1, root + bookmarks.len());
        for (heading, page, top) in &bookmarks {
            let number = self.reserve();
            let mut body = format!("<< /Title <FEFF{}> /Parent {root} 0 R", utf16(heading));
            if number > first {
                let _ = write!(body, " /Prev {} 0 R", number - 1);
            }
            if number < last {
                let _ = write!(body, " /Next {} 0 R", number + 1);
            }
            let _ = write!(body, " /Dest [{} 0 R /XYZ null {top:.2} null] >>", self.pages[*page]);
            self.put(number, &body);
        }
        let count = bookmarks.len();
        self.put(root, &format!("<< /Type /Outlines /First {first} 0 R /Last {last} 0 R /Count {count} >>"));
        format!(" /Outlines {root} 0 R")
    }

    /// Returns the file.
    fn bytes(mut self, document: &Document) -> Vec<u8> {
        let fonts = self.fonts();
        self.put(FONTS, &fonts);
        let mut states = String::from("<<");
        for thousandths in &self.used.opacities {
            let opacity = f64::from(*thousandths) / 1000.0;
            let _ = write!(states, " /A{thousandths} << /ca {opacity} /CA {opacity} >>");
        }
        self.put(STATES, &(states + " >>"));
        let pages: String = self.pages.iter().map(|page| format!("{page} 0 R ")).collect();
        self.put(PAGES, &format!("<< /Type /Pages /Count {} /Kids [{pages}] >>", self.pages.len()));
        let outline = self.outline();
        let metadata = profile::metadata(&document.title, &document.author, PRODUCER);
        // Programs that know nothing of the format look for it in the file as it is.
        let metadata = self.raw_stream("/Type /Metadata /Subtype /XML", metadata.as_bytes());
        let colours = self.stream("/N 3", &packed(&profile::colours()));
        self.put(
            CATALOG,
            &format!(
                "<< /Type /Catalog /Pages {PAGES} 0 R{outline} /Lang ({}) /Metadata {metadata} 0 R /OutputIntents \
                 [<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (sRGB) \
                 /DestOutputProfile {colours} 0 R >>] >>",
                document.language
            ),
        );
        let mut info = format!("<< /Title <FEFF{}> /Producer ({PRODUCER})", utf16(&document.title));
        if !document.author.is_empty() {
            let _ = write!(info, " /Author <FEFF{}>", utf16(&document.author));
        }
        self.put(INFO, &(info + " >>"));
        let (table, count) = (self.bytes.len(), self.places.len() + 1);
        let mut end = format!("xref\n0 {count}\n0000000000 65535 f \n");
        for place in &self.places {
            let _ = writeln!(end, "{place:010} 00000 n ");
        }
        // Equal files have equal names.
        let id = format!("{:08X}{count:08X}", archive::checksum(&self.bytes));
        let _ = write!(
            end,
            "trailer\n<< /Size {count} /Root {CATALOG} 0 R /Info {INFO} 0 R /ID [<{id}> <{id}>] >>\nstartxref\n{table}\n%%EOF\n"
        );
        self.bytes.extend(end.as_bytes());
        self.bytes
    }

    /// Writes the fonts, and returns the dictionary of their names.
    fn fonts(&mut self) -> String {
        let mut blocks: BTreeMap<(bool, u32), Vec<char>> = BTreeMap::new();
        for &(is_bold, letter) in &self.used.letters {
            blocks.entry((is_bold, u32::from(letter) >> 8)).or_default().push(letter);
        }
        let mut names = String::from("<<");
        for ((is_bold, block), letters) in blocks {
            let object = self.font(Font::of(is_bold), &letters);
            let _ = write!(names, " /F{}{block:X} {object} 0 R", u8::from(is_bold));
        }
        names + " >>"
    }

    /// Writes a font with some letters of one block.
    fn font(&mut self, font: &Font, letters: &[char]) -> usize {
        let code = |letter: char| u32::from(letter) & 255;
        let (mut glyphs, mut names, mut meaning) = (String::new(), String::new(), String::new());
        let mut widths = BTreeMap::new();
        for &letter in letters {
            let (code, width) = (code(letter), font.advance(letter));
            let mut stream = String::new();
            [width, 0.0].iter().for_each(|&value| number(&mut stream, value));
            stream.push_str("d0\n");
            content::outline(&mut stream, &font.outline(letter));
            stream.push_str("f\n");
            let object = self.stream("", &packed(stream.as_bytes()));
            let _ = write!(glyphs, " /g{code} {object} 0 R");
            let _ = write!(names, " {code} /g{code}");
            let _ = writeln!(meaning, "<{code:02X}> <{}>", utf16(&letter.to_string()));
            widths.insert(code, width);
        }
        let first = widths.keys().next().copied().unwrap_or(0);
        let last = widths.keys().next_back().copied().unwrap_or(0);
        let mut list = String::new();
        (first..=last).for_each(|code| number(&mut list, widths.get(&code).copied().unwrap_or(0.0)));
        let meaning = self.stream("", &packed(map_of_meanings(&meaning).as_bytes()));
        let scale = 1.0 / font.units();
        // Empty bounds mean that the bounds are not computed.
        self.object(&format!(
            "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [{scale} 0 0 {scale} 0 0] \
             /CharProcs <<{glyphs} >> /Encoding << /Type /Encoding /Differences [{names} ] >> \
             /FirstChar {first} /LastChar {last} /Widths [{list}] /ToUnicode {meaning} 0 R /Resources << >> >>"
        ))
    }

    fn stream(&mut self, head: &str, packed: &[u8]) -> usize {
        self.raw_stream(&format!("{head} /Filter /FlateDecode"), packed)
    }

    fn raw_stream(&mut self, head: &str, bytes: &[u8]) -> usize {
        let number = self.reserve();
        self.begin(number);
        let head = format!("<< {head} /Length {} >>\nstream\n", bytes.len());
        self.bytes.extend(head.as_bytes());
        self.bytes.extend(bytes);
        self.bytes.extend(b"\nendstream\nendobj\n");
        number
    }

    fn object(&mut self, body: &str) -> usize {
        let number = self.reserve();
        self.put(number, body);
        number
    }

    fn put(&mut self, number: usize, body: &str) {
        self.begin(number);
        self.bytes.extend(body.as_bytes());
        self.bytes.extend(b"\nendobj\n");
    }

    fn reserve(&mut self) -> usize {
        self.places.push(0);
        self.places.len()
    }

    fn begin(&mut self, number: usize) {
        self.places[number - 1] = self.bytes.len();
        self.bytes.extend(format!("{number} 0 obj\n").as_bytes());
    }
}

/// Returns a text in hexadecimal digits of UTF-16.
fn utf16(text: &str) -> String {
    text.encode_utf16().map(|unit| format!("{unit:04X}")).collect()
}

/// Returns the table from codes to texts. The format allows 100 entries in a block.
fn map_of_meanings(lines: &str) -> String {
    let mut map = String::from(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapType 2 def\n/CMapName /Letters def\n\
         1 begincodespacerange\n<00> <FF>\nendcodespacerange\n",
    );
    let lines: Vec<&str> = lines.lines().collect();
    for part in lines.chunks(100) {
        let _ = writeln!(map, "{} beginbfchar\n{}\nendbfchar", part.len(), part.join("\n"));
    }
    map + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Look, Pen, at};

    #[test]
    fn the_table_says_where_objects_begin() {
        let mut pen = Pen::default();
        pen.text(at(50.0, 100.0), "1 →", &Look::inherited().size(10.0));
        let image = pen.image(at(0.0, 0.0), at(100.0, 200.0));
        let document = Document::of("Bücher", vec![Leaf::of(image)]);
        let bytes = document.pdf();
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains("/Title <FEFF004200FC0063006800650072>") && text.contains("/Count 1"));
        let at = |from: usize, what: &str| bytes[from..].starts_with(what.as_bytes());
        let table: usize =
            text.rsplit("startxref\n").next().unwrap().lines().next().unwrap().parse().unwrap();
        assert!(at(table, "xref\n0 "));
        let places = text.rsplit("xref\n0 ").next().unwrap().lines().skip(2);
        let places: Vec<usize> = places
            .map_while(|line| line.strip_suffix(" 00000 n "))
            .map(|place| place.parse().unwrap())
            .collect();
        assert!(places.len() > FIRST);
        for (index, &place) in places.iter().enumerate() {
            assert!(at(place, &format!("{} 0 obj\n", index + 1)), "object {}", index + 1);
        }
    }
}
