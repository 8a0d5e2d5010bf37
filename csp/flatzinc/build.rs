//! Lists the files of `share`, the library for MiniZinc, so that the program has all of them.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=share");
    let variable = |name: &str| env::var(name).expect("cargo sets it");
    let share = Path::new(&variable("CARGO_MANIFEST_DIR")).join("share");
    let mut files: Vec<String> = fs::read_dir(&share)?
        .map(|file| file?.file_name().into_string().map_err(|name| io::Error::other(format!("{name:?}"))))
        .collect::<io::Result<_>>()?;
    files.sort_unstable();
    let mut list = String::from("&[\n");
    for name in files {
        let _ = writeln!(list, "    ({name:?}, include_str!({:?})),", share.join(&name));
    }
    list += "]\n";
    fs::write(Path::new(&variable("OUT_DIR")).join("library.rs"), list)
}
