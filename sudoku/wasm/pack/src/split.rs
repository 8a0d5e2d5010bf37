//! A module in two parts, of which the first answers while the second is still on its way. The first is the same module,
//! but many of its functions only trap; the second has the bodies of these, in a section of its own, since hosts compress
//! what is called a module. `joined` of `page/parts.js` puts them together again.

const MAGIC: &[u8] = b"\0asm\x01\0\0\0";

/// The numbers of sections.
const CUSTOM: u8 = 0;
const GLOBALS: u8 = 6;
const EXPORTS: u8 = 7;
const CODE: u8 = 10;

/// A body that only traps, with its length. A function that is no more than this is in both parts.
const TRAP: &[u8] = &[3, 0, 0, 0x0b];

/// Returns the two parts; `is_first` tells the functions of the first, by their numbers among those with a body.
/// `None` is a module that cannot be read, here and below.
pub fn split(module: &[u8], is_first: impl Fn(usize) -> bool) -> Option<[Vec<u8>; 2]> {
    let (mut first, mut rest) = (MAGIC.to_vec(), Vec::new());
    for (id, content) in sections(module)? {
        if id != CODE {
            section(&mut first, id, content);
            continue;
        }
        // The length of the section in the joined module.
        put(&mut rest, content.len());
        let bodies = bodies(content)?;
        let mut code = Vec::new();
        put(&mut code, bodies.len());
        for (at, body) in bodies.into_iter().enumerate() {
            if is_first(at) && body != TRAP {
                code.extend(body);
            } else {
                code.extend(TRAP);
                rest.extend(body);
            }
        }
        section(&mut first, id, &code);
    }
    let (mut second, mut content) = (MAGIC.to_vec(), vec![4]);
    content.extend(b"rest");
    // While a new version is published, a browser may have parts of two.
    put(&mut content, hash(&first) as usize);
    content.extend(rest);
    section(&mut second, CUSTOM, &content);
    Some([first, second])
}

/// FNV-1a.
pub fn hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Returns a module that tells which of its functions have run: each sets a global, which is exported by the number of
/// the function.
pub fn watched(module: &[u8]) -> Option<Vec<u8>> {
    let all = sections(module)?;
    let content = |wanted| all.iter().find(|(id, _)| *id == wanted).map(|&(_, content)| content);
    let bodies = bodies(content(CODE)?)?;
    // No global is imported.
    let globals = number(&mut content(GLOBALS)?)?;
    let mut made = MAGIC.to_vec();
    for &(id, mut content) in &all {
        let mut text = Vec::new();
        match id {
            GLOBALS | EXPORTS => {
                put(&mut text, number(&mut content)? + bodies.len());
                text.extend(content);
                for at in 0..bodies.len() {
                    if id == GLOBALS {
                        // A variable i32, at first `i32.const 0`.
                        text.extend([0x7f, 1, 0x41, 0, 0x0b]);
                    } else {
                        let name = at.to_string();
                        put(&mut text, name.len());
                        text.extend(name.bytes());
                        text.push(3);
                        put(&mut text, globals + at);
                    }
                }
            }
            CODE => {
                put(&mut text, bodies.len());
                for (at, &(mut body)) in bodies.iter().enumerate() {
                    number(&mut body)?;
                    let instructions = after_locals(body)?;
                    let mut longer = body[..body.len() - instructions.len()].to_vec();
                    // `i32.const 1`, `global.set`.
                    longer.extend([0x41, 1, 0x24]);
                    put(&mut longer, globals + at);
                    longer.extend(instructions);
                    put(&mut text, longer.len());
                    text.extend(longer);
                }
            }
            _ => text.extend(content),
        }
        section(&mut made, id, &text);
    }
    Some(made)
}

fn sections(module: &[u8]) -> Option<Vec<(u8, &[u8])>> {
    let (mut left, mut all) = (module.strip_prefix(MAGIC)?, Vec::new());
    while let Some((&id, others)) = left.split_first() {
        left = others;
        let length = number(&mut left)?;
        all.push((id, take(&mut left, length)?));
    }
    Some(all)
}

/// The bodies of the functions, each with its length before it.
fn bodies(mut code: &[u8]) -> Option<Vec<&[u8]>> {
    let count = number(&mut code)?;
    let body = |_| {
        let mut inner = code;
        let length = number(&mut inner)?;
        let header = code.len() - inner.len();
        take(&mut code, header + length)
    };
    (0..count).map(body).collect()
}

fn after_locals(mut body: &[u8]) -> Option<&[u8]> {
    for _ in 0..number(&mut body)? {
        number(&mut body)?;
        // The type.
        take(&mut body, 1)?;
    }
    Some(body)
}

fn take<'a>(from: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, left) = from.split_at_checked(length)?;
    *from = left;
    Some(taken)
}

/// Reads a number in LEB128.
fn number(from: &mut &[u8]) -> Option<usize> {
    let mut value = 0;
    for place in 0..5 {
        let byte = take(from, 1)?[0];
        value |= usize::from(byte & 0x7f) << (7 * place);
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

fn put(to: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        to.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

fn section(to: &mut Vec<u8>, id: u8, content: &[u8]) {
    to.push(id);
    put(to, content.len());
    to.extend(content);
}
