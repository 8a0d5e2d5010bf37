//! The solver configuration and the library of MiniZinc, which are part of the program.

use std::fs;
use std::io;
use std::path::PathBuf;

macro_rules! library {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../share/", $name)))),*]
    };
}

/// The files of the library: redefinitions of global constraints by those of the engine.
pub const LIBRARY: &[(&str, &str)] = library! {
    "csp.mzn"
    "fzn_all_different_int.mzn"
    "fzn_alldifferent_except.mzn"
    "fzn_alldifferent_except_0.mzn"
    "fzn_among.mzn"
    "fzn_bin_packing.mzn"
    "fzn_bin_packing_capa.mzn"
    "fzn_bin_packing_load.mzn"
    "fzn_circuit.mzn"
    "fzn_circuit_reif.mzn"
    "fzn_count_eq.mzn"
    "fzn_cumulative.mzn"
    "fzn_diffn.mzn"
    "fzn_disjunctive.mzn"
    "fzn_disjunctive_strict.mzn"
    "fzn_global_cardinality.mzn"
    "fzn_global_cardinality_closed.mzn"
    "fzn_global_cardinality_low_up.mzn"
    "fzn_global_cardinality_low_up_closed.mzn"
    "fzn_increasing_int.mzn"
    "fzn_inverse.mzn"
    "fzn_lex_less_bool.mzn"
    "fzn_lex_less_int.mzn"
    "fzn_lex_lesseq_bool.mzn"
    "fzn_lex_lesseq_int.mzn"
    "fzn_nvalue.mzn"
    "fzn_regular.mzn"
    "fzn_sort.mzn"
    "fzn_strictly_increasing_int.mzn"
    "fzn_subcircuit.mzn"
    "fzn_table_bool.mzn"
    "fzn_table_int.mzn"
    "fzn_value_precede_int.mzn"
    "redefinitions.mzn"
};

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
    fs::create_dir_all(&library).map_err(named(library.clone()))?;
    for (name, text) in LIBRARY {
        let file = library.join(name);
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
