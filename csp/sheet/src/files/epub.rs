//! Pages as a book for screens (EPUB 3 with a fixed layout).

use std::fmt::Write as _;

use super::archive::{Archive, checksum};
use super::document::Document;
use crate::escaped;

const CONTAINER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><rootfiles>\
<rootfile full-path=\"book/package.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>\n";

/// The letters are those by which the pages were laid out.
const STYLE: &str = "@font-face{font-family:\"Page\";src:url(regular.ttf)}\n\
@font-face{font-family:\"Page\";font-weight:bold;src:url(bold.ttf)}\n\
html,body{margin:0;padding:0}\nsvg{display:block;width:100%;height:100%}\nsvg text{font-family:\"Page\",sans-serif}\n";

/// The date that the format asks for; equal books are equal files.
const MODIFIED: &str = "2026-01-01T00:00:00Z";

impl Document {
    /// The document as an EPUB file.
    pub fn epub(&self) -> Vec<u8> {
        let mut archive = Archive::default();
        // Readers look for this at the beginning of the file.
        archive.store("mimetype", b"application/epub+zip");
        archive.add("META-INF/container.xml", CONTAINER.as_bytes());
        let pages: Vec<String> = self.pages.iter().map(|page| page.cut().svg()).collect();
        let sum = pages.iter().fold(0, |sum, page| checksum(page.as_bytes()) ^ u32::rotate_left(sum, 1));
        archive.add("book/package.opf", self.package(sum).as_bytes());
        archive.add("book/contents.xhtml", self.contents().as_bytes());
        archive.add("book/page.css", STYLE.as_bytes());
        archive.add("book/regular.ttf", dejavu::sans_condensed::regular());
        archive.add("book/bold.ttf", dejavu::sans_condensed::bold());
        for (at, (page, svg)) in self.pages.iter().zip(&pages).enumerate() {
            let [width, height] = page.trim;
            let head = format!(
                "<title>{}</title>\n<meta name=\"viewport\" content=\"width={width:.0}, height={height:.0}\"/>\n\
                 <link rel=\"stylesheet\" type=\"text/css\" href=\"page.css\"/>",
                at + 1
            );
            archive.add(&format!("book/{}", name(at)), self.xhtml(&head, svg).as_bytes());
        }
        archive.bytes()
    }

    fn xhtml(&self, head: &str, body: &str) -> String {
        let language = escaped(&self.language);
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" \
             xmlns:epub=\"http://www.idpf.org/2007/ops\" xml:lang=\"{language}\" lang=\"{language}\">\n<head>\n{head}\n\
             </head>\n<body>\n{body}</body>\n</html>\n"
        )
    }

    /// The list of files, and what the book is.
    fn package(&self, sum: u32) -> String {
        let (title, language) = (escaped(&self.title), escaped(&self.language));
        let title = if title.is_empty() { "Puzzles".into() } else { title };
        let mut creator = String::new();
        if !self.author.is_empty() {
            let _ = writeln!(creator, "<dc:creator>{}</dc:creator>", escaped(&self.author));
        }
        let mut manifest = String::from(
            "<item id=\"contents\" href=\"contents.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n\
             <item id=\"style\" href=\"page.css\" media-type=\"text/css\"/>\n\
             <item id=\"regular\" href=\"regular.ttf\" media-type=\"font/ttf\"/>\n\
             <item id=\"bold\" href=\"bold.ttf\" media-type=\"font/ttf\"/>\n",
        );
        let mut spine = String::new();
        for at in 0..self.pages.len() {
            let _ = writeln!(
                manifest,
                "<item id=\"page{at}\" href=\"{}\" media-type=\"application/xhtml+xml\" properties=\"svg\"/>",
                name(at)
            );
            let side = if at % 2 == 0 { "right" } else { "left" };
            let _ = writeln!(spine, "<itemref idref=\"page{at}\" properties=\"page-spread-{side}\"/>");
        }
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" \
             unique-identifier=\"id\" xml:lang=\"{language}\">\n<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n\
             <dc:identifier id=\"id\">urn:sudoku-csp:{sum:08x}</dc:identifier>\n<dc:title>{title}</dc:title>\n{creator}\
             <dc:language>{language}</dc:language>\n<meta property=\"dcterms:modified\">{MODIFIED}</meta>\n\
             <meta property=\"rendition:layout\">pre-paginated</meta>\n</metadata>\n<manifest>\n{manifest}</manifest>\n\
             <spine>\n{spine}</spine>\n</package>\n"
        )
    }

    /// The page of contents, which viewers show beside the book.
    fn contents(&self) -> String {
        let mut list = String::new();
        for (at, page) in self.pages.iter().enumerate() {
            for (heading, _) in &page.headings {
                let _ = writeln!(list, "<li><a href=\"{}\">{}</a></li>", name(at), escaped(heading));
            }
        }
        if list.is_empty() {
            let _ = writeln!(list, "<li><a href=\"{}\">1</a></li>", name(0));
        }
        let body = format!("<nav epub:type=\"toc\">\n<ol>\n{list}</ol>\n</nav>\n");
        self.xhtml("<title>Contents</title>", &body)
    }
}

/// The name of a page's file.
fn name(at: usize) -> String {
    format!("page{:04}.xhtml", at + 1)
}

#[cfg(test)]
mod tests {
    use crate::files::{Document, Leaf};
    use crate::{Look, Pen, at};

    #[test]
    fn a_book_for_screens_begins_with_its_type() {
        let mut pen = Pen::default();
        pen.text(at(50.0, 100.0), "1 < 2", &Look::inherited().size(10.0));
        let mut leaf = Leaf::of(pen.image(at(0.0, 0.0), at(100.0, 200.0)));
        leaf.headings.push(("Easy & hard".into(), 0.0));
        let document = Document::of("A < B", vec![leaf]);
        let bytes = document.epub();
        assert_eq!(&bytes[30..58], b"mimetypeapplication/epub+zip");
        assert!(document.package(0).contains("<dc:title>A &lt; B</dc:title>"));
        assert!(document.contents().contains("<a href=\"page0001.xhtml\">Easy &amp; hard</a>"));
        assert_eq!(bytes, document.epub(), "equal books are equal files");
    }
}
