//! What archives ask of a PDF (PDF/A): what its colours mean, and what it says of itself.

use crate::escaped;

/// Red, green and blue of sRGB in the colours of the eye, and white, seen by the light of print.
const RED: [f64; 3] = [0.436_074_7, 0.222_504_5, 0.013_932_2];
const GREEN: [f64; 3] = [0.385_064_9, 0.716_878_6, 0.097_104_5];
const BLUE: [f64; 3] = [0.143_080_4, 0.060_616_9, 0.714_173_3];
const WHITE: [f64; 3] = [0.964_2, 1.0, 0.824_9];
/// The exponent of brightness, in 256ths: 2.2.
const GAMMA: u16 = 0x0233;
const NAME: &[u8] = b"sRGB\0";
const HEAD: usize = 128;

/// The profile of colours on screens, sRGB, in the format of the International Color Consortium.
pub(super) fn colours() -> Vec<u8> {
    let mut description = tagged(b"desc", &(NAME.len() as u32).to_be_bytes());
    description.extend(NAME);
    // No names in other alphabets.
    description.extend([0; 4 + 4 + 2 + 1 + 67]);
    let gamma = tagged(b"curv", &[&1_u32.to_be_bytes()[..], &GAMMA.to_be_bytes()].concat());
    let parts: [(&[u8; 4], Vec<u8>); 9] = [
        (b"desc", description),
        (b"cprt", tagged(b"text", b"No rights reserved\0")),
        (b"wtpt", place(WHITE)),
        (b"rXYZ", place(RED)),
        (b"gXYZ", place(GREEN)),
        (b"bXYZ", place(BLUE)),
        (b"rTRC", gamma.clone()),
        (b"gTRC", gamma.clone()),
        (b"bTRC", gamma),
    ];
    let (mut list, mut data) = ((parts.len() as u32).to_be_bytes().to_vec(), Vec::new());
    let begin = HEAD + 4 + 12 * parts.len();
    for (name, part) in &parts {
        list.extend(*name);
        [begin + data.len(), part.len()].iter().for_each(|&word| list.extend((word as u32).to_be_bytes()));
        data.extend(part);
        data.resize(data.len().next_multiple_of(4), 0);
    }
    let mut profile = ((begin + data.len()) as u32).to_be_bytes().to_vec();
    profile.extend([0, 0, 0, 0, 2, 0x10, 0, 0]);
    profile.extend(b"mntrRGB XYZ ");
    [2026_u16, 1, 1, 0, 0, 0].iter().for_each(|word| profile.extend(word.to_be_bytes()));
    profile.extend(b"acsp");
    profile.resize(68, 0);
    WHITE.iter().for_each(|&number| profile.extend(fixed(number)));
    profile.resize(HEAD, 0);
    profile.extend(list);
    profile.extend(data);
    profile
}

fn tagged(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    [kind, &[0; 4][..], data].concat()
}

fn place(colour: [f64; 3]) -> Vec<u8> {
    tagged(b"XYZ ", &colour.map(fixed).concat())
}

/// A number with sixteen binary places.
fn fixed(number: f64) -> [u8; 4] {
    ((number * 65536.0).round() as i32).to_be_bytes()
}

/// What a document says of itself, in XML.
pub(super) fn metadata(title: &str, author: &str, producer: &str) -> String {
    let creator = if author.is_empty() {
        String::new()
    } else {
        format!("<dc:creator><rdf:Seq><rdf:li>{}</rdf:li></rdf:Seq></dc:creator>", escaped(author))
    };
    format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
         <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" \
         xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\"><pdfaid:part>2</pdfaid:part>\
         <pdfaid:conformance>B</pdfaid:conformance><dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{}</rdf:li>\
         </rdf:Alt></dc:title>{creator}<pdf:Producer>{producer}</pdf:Producer></rdf:Description></rdf:RDF>\
         </x:xmpmeta>\n<?xpacket end=\"w\"?>",
        escaped(title)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profile_says_where_its_parts_are() {
        let profile = colours();
        let word = |at: usize| u32::from_be_bytes(profile[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((word(0), &profile[36..40]), (profile.len(), &b"acsp"[..]));
        assert_eq!(word(HEAD), 9);
        let mut end = HEAD + 4 + 9 * 12;
        for part in 0..9 {
            let entry = HEAD + 4 + 12 * part;
            assert_eq!(word(entry + 4), end, "part {part}");
            end = (end + word(entry + 8)).next_multiple_of(4);
        }
        assert_eq!(end, profile.len());
        // The three lights together are white.
        for axis in 0..3 {
            assert!((RED[axis] + GREEN[axis] + BLUE[axis] - WHITE[axis]).abs() < 1e-3);
        }
    }

    #[test]
    fn metadata_are_escaped() {
        assert!(metadata("A & B", "", "x").contains(">A &amp; B</rdf:li>"));
        assert!(metadata("", "<C>", "x").contains("<dc:creator><rdf:Seq><rdf:li>&lt;C&gt;</rdf:li>"));
    }
}
