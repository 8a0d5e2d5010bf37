//! The solver configuration and the library of MiniZinc, which are part of the program.

use std::fs;
use std::io;
use std::path::PathBuf;

/// The files of the library, `share`: redefinitions of global constraints by those of the engine.
pub const LIBRARY: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// Writes the configuration and the library into a folder for solvers, by default the user's, and returns the text of
/// a report.
pub fn install(folder: Option<PathBuf>) -> io::Result<String> {
    let home = || std::env::home_dir().map(|home| home.join(".minizinc").join("solvers"));
    let Some(folder) = folder.or_else(home) else {
        return Err(io::Error::other("there is no home folder: name the folder for solvers"));
    };
    let named =
        |path: PathBuf| move |error: io::Error| io::Error::other(format!("{}: {error}", path.display()));
    let library = folder.join("csp");
    for (name, text) in LIBRARY {
        let file = library.join(name);
        if let Some(inner) = file.parent() {
            fs::create_dir_all(inner).map_err(named(inner.to_path_buf()))?;
        }
        fs::write(&file, text).map_err(named(file.clone()))?;
    }
    let program = std::env::current_exe()?;
    let configuration = serde_json::json!({
        "id": "org.csp.csp",
        "name": "csp",
        "description": "Finite domains, with learning",
        "version": env!("CARGO_PKG_VERSION"),
        "mznlib": "csp",
        "executable": program,
        "tags": ["cp", "int"],
        "stdFlags": ["-a", "-f", "-i", "-n", "-p", "-r", "-s", "-t", "-v"],
        "supportsMzn": false,
        "supportsFzn": true,
        "needsSolns2Out": true,
        "needsMznExecutable": false,
        "needsStdlibDir": false,
        "isGUIApplication": false,
    });
    let file = folder.join("csp.msc");
    fs::write(&file, format!("{configuration:#}\n")).map_err(named(file.clone()))?;
    Ok(format!("{}\nNow: minizinc --solver csp model.mzn\n", file.display()))
}
