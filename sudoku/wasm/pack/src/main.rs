//! Builds the npm package and the page that works without a server, into the folders `package` and `page` of a folder:
//!
//! ```sh
//! cargo run --manifest-path sudoku/wasm/Cargo.toml --package pack -- OUT
//! ```

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
/// Registers of 128 bits for the lanes, which every browser has since 2023; and a stack as large as that of the
/// server's threads, since parsers and explainers are recursive.
const FLAGS: &str = "-C target-feature=+simd128 -C link-arg=-zstack-size=8388608";

/// What the page without a server has at the end of its head: it can be installed, and its module comes early.
const HEAD: &str = "\
<link rel=\"manifest\" href=\"sudoku.webmanifest\">
<link rel=\"preload\" href=\"page/sudoku/sudoku_wasm_bg.wasm\" as=\"fetch\" crossorigin>
</head>";

fn main() -> ExitCode {
    let Some(out) = env::args_os().nth(1) else {
        eprintln!("pack: the folder to write to is lacking");
        return ExitCode::from(2);
    };
    match pack(Path::new(&out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pack: {error}");
            ExitCode::FAILURE
        }
    }
}

fn pack(out: &Path) -> Result<(), Box<dyn Error>> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let [package, page] = [out.join("package"), out.join("page")];
    let modules = page.join("page");
    compile(&own)?;
    bind(&own, &package)?;
    copy(&own.join("package"), &package)?;
    copy(&own.join("../cli/src/serve/page"), &modules)?;
    // The page may be in any folder, not only at the root of a server.
    let index = modules.join("index.html");
    let text = fs::read_to_string(&index)?.replace("\"/page/", "\"page/");
    fs::write(page.join("index.html"), text.replacen("</head>", HEAD, 1))?;
    fs::remove_file(index)?;
    // In this page, a worker answers instead of the server.
    copy(&own.join("page"), &modules)?;
    copy(&package, &modules.join("sudoku"))?;
    copy(&own.join("root"), &page)?;
    offline(&page)
}

/// Whether a file is read by hosts of pages, which do not send it.
fn is_for_hosts(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name.to_string_lossy().starts_with('_'))
}

/// Lists the files of the page in the worker that keeps them, with a version that changes with them.
fn offline(page: &Path) -> Result<(), Box<dyn Error>> {
    let worker = page.join("sw.js");
    let (mut names, mut hash) = (vec!["./".to_owned()], 0xcbf2_9ce4_8422_2325_u64);
    for folder in ["", "page/", "page/sudoku/"] {
        let mut files: Vec<PathBuf> =
            fs::read_dir(page.join(folder))?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
        files.sort();
        for file in files.iter().filter(|file| file.is_file() && **file != worker && !is_for_hosts(file)) {
            // FNV-1a.
            let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
            hash = fs::read(file)?.iter().fold(hash, step);
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            names.push(format!("{folder}{name}"));
        }
    }
    let text = fs::read_to_string(&worker)?;
    let text = text.replacen("VERSION = \"\"", &format!("VERSION = \"{hash:016x}\""), 1);
    fs::write(worker, text.replacen("FILES = []", &format!("FILES = {names:?}"), 1))?;
    Ok(())
}

fn compile(own: &Path) -> Result<(), Box<dyn Error>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--locked", "--release", "--lib", "--target", TARGET, "--package", "sudoku-csp-wasm"]);
    cargo.arg("--manifest-path").arg(own.join("Cargo.toml")).env("RUSTFLAGS", FLAGS);
    if cargo.status()?.success() { Ok(()) } else { Err("the library cannot be compiled".into()) }
}

/// Writes the module of WebAssembly and the JavaScript that passes texts to it.
fn bind(own: &Path, package: &Path) -> Result<(), Box<dyn Error>> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| own.join("target"), PathBuf::from);
    let module = target.join(TARGET).join("release/sudoku_wasm.wasm");
    fs::create_dir_all(package)?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).typescript(false).remove_name_section(true).remove_producers_section(true);
    bindgen.web(true)?.generate(package)?;
    Ok(())
}

/// Copies the files of a folder, which has no other folders.
fn copy(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}
