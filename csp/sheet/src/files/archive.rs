//! Archives of files (ZIP), of which EPUB is a kind.

use std::collections::HashSet;

use miniz_oxide::deflate::compress_to_vec;

/// The effort of compression, of 10.
const EFFORT: u8 = 6;
/// The version of the format that a reader needs: compression and folders.
const VERSION: u16 = 20;
/// The bit that says that names are UTF-8.
const IS_UTF8: u16 = 1 << 11;
/// The first of January 1980, the earliest date: equal contents are equal files.
const DATE: u16 = 1 << 5 | 1;

/// An archive that is being written.
#[derive(Debug, Default)]
pub struct Archive {
    bytes: Vec<u8>,
    /// The list of files at the end.
    list: Vec<u8>,
    names: HashSet<String>,
}

impl Archive {
    /// Adds a file; its name may have folders. What does not shrink is stored as it is.
    ///
    /// # Panics
    /// If there is a file of this name, or the archive has more than 65,535 files or four gigabytes.
    pub fn add(&mut self, name: &str, content: &[u8]) {
        let packed = compress_to_vec(content, EFFORT);
        if packed.len() < content.len() {
            self.put(name, content, 8, &packed)
        } else {
            self.store(name, content)
        }
    }

    /// Adds a file without compressing it.
    ///
    /// # Panics
    /// As [`Archive::add`].
    pub fn store(&mut self, name: &str, content: &[u8]) {
        self.put(name, content, 0, content);
    }

    fn put(&mut self, name: &str, content: &[u8], method: u16, packed: &[u8]) {
        assert!(self.names.insert(name.to_owned()), "{name} is there already");
        let size = |length: usize| u32::try_from(length).expect("an archive has less than four gigabytes");
        let place = size(self.bytes.len());
        let name_length = u16::try_from(name.len()).expect("a name is short");
        let mut head = Vec::new();
        [VERSION, IS_UTF8, method, 0, DATE].iter().for_each(|word| head.extend(word.to_le_bytes()));
        let sizes = [checksum(content), size(packed.len()), size(content.len())];
        sizes.iter().for_each(|word| head.extend(word.to_le_bytes()));
        [name_length, 0].iter().for_each(|word| head.extend(word.to_le_bytes()));
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&head);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(packed);
        self.list.extend(b"PK\x01\x02");
        self.list.extend(VERSION.to_le_bytes());
        self.list.extend(&head);
        // No comment, the first disk, and no attributes.
        self.list.extend([0; 10]);
        self.list.extend(place.to_le_bytes());
        self.list.extend(name.as_bytes());
    }

    /// Returns the archive.
    ///
    /// # Panics
    /// As [`Archive::add`].
    pub fn bytes(mut self) -> Vec<u8> {
        let count = u16::try_from(self.names.len()).expect("an archive has less than 65,536 files");
        let size = |length: usize| u32::try_from(length).expect("an archive has less than four gigabytes");
        let (place, length) = (size(self.bytes.len()), size(self.list.len()));
        self.bytes.extend(&self.list);
        self.bytes.extend(b"PK\x05\x06");
        [0, 0, count, count].iter().for_each(|word: &u16| self.bytes.extend(word.to_le_bytes()));
        [length, place].iter().for_each(|word| self.bytes.extend(word.to_le_bytes()));
        self.bytes.extend([0; 2]);
        self.bytes
    }
}

/// Returns the CRC-32 of the specification, a nibble at a time.
pub(super) fn checksum(data: &[u8]) -> u32 {
    const TABLE: [u32; 16] = {
        let (mut table, mut at) = ([0; 16], 0);
        while at < 16 {
            let (mut rest, mut bit) = (at as u32, 0);
            while bit < 4 {
                rest = if rest & 1 == 1 { rest >> 1 ^ 0xedb8_8320 } else { rest >> 1 };
                bit += 1;
            }
            table[at] = rest;
            at += 1;
        }
        table
    };
    let step = |sum: u32, nibble: u32| sum >> 4 ^ TABLE[((sum ^ nibble) & 15) as usize];
    let sum = data.iter().fold(!0, |sum, &byte| step(step(sum, byte.into()), u32::from(byte) >> 4));
    !sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_specification() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(b"IEND"), 0xae42_6082);
    }

    #[test]
    fn the_list_says_where_files_begin() {
        let mut archive = Archive::default();
        archive.store("mimetype", b"text/plain");
        archive.add("folder/many.txt", &[b'a'; 1000]);
        archive.add("empty", b"");
        let bytes = archive.bytes();
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!(&bytes[..4], b"PK\x03\x04");
        assert_eq!(&bytes[30..48], b"mimetypetext/plain");
        let end = bytes.len() - 22;
        assert_eq!((&bytes[end..end + 4], bytes[end + 10]), (&b"PK\x05\x06"[..], 3));
        let mut at = word(end + 16);
        for (name, size) in [("mimetype", 10), ("folder/many.txt", 1000), ("empty", 0)] {
            assert_eq!(&bytes[at..at + 4], b"PK\x01\x02");
            assert_eq!((&bytes[at + 46..at + 46 + name.len()], word(at + 24)), (name.as_bytes(), size));
            let place = word(at + 42);
            assert_eq!(&bytes[place + 30..place + 30 + name.len()], name.as_bytes());
            assert!(word(at + 20) <= size && word(place + 14) == word(at + 16));
            at += 46 + name.len();
        }
        assert_eq!(at, end);
    }
}
