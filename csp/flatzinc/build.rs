//! Lists the files of `share`, the library for MiniZinc, so that the program has all of them.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=share");
    let variable = |name: &str| env::var(name).expect("cargo sets it");
    let share = Path::new(&variable("CARGO_MANIFEST_DIR")).join("share");
    let mut files = Vec::new();
    gather(&share, "", &mut files)?;
    files.sort_unstable();
    let mut list = String::from("&[\n");
    for name in files {
        let _ = writeln!(list, "    ({name:?}, include_str!({:?})),", share.join(&name));
    }
    list += "]\n";
    fs::write(Path::new(&variable("OUT_DIR")).join("library.rs"), list)
}

/// Gathers the names of all files in a folder and the folders in it.
fn gather(folder: &Path, prefix: &str, files: &mut Vec<String>) -> io::Result<()> {
    for file in fs::read_dir(folder)? {
        let file = file?;
        let name = file.file_name().into_string().map_err(|name| io::Error::other(format!("{name:?}")))?;
        match file.file_type()?.is_dir() {
            true => gather(&file.path(), &format!("{prefix}{name}/"), files)?,
            false => files.push(format!("{prefix}{name}")),
        }
    }
    Ok(())
}
