//! Builds the npm package and the page that works without a server, into the folders `package` and `page` of a folder:
//!
//! ```sh
//! cargo run --manifest-path sudoku/wasm/Cargo.toml --package pack -- OUT
//! ```

mod split;

use std::collections::HashSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs, io};

use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
/// Registers of 128 bits for the lanes, which every browser has since 2023; and a stack as large as that of the
/// server's threads, since parsers and explainers are recursive.
const FLAGS: &str = "-C target-feature=+simd128 -C link-arg=-zstack-size=8388608";

/// What the page without a server has at the end of its head: it can be installed, and its first part comes early.
const HEAD: &str = "\
<link rel=\"manifest\" href=\"sudoku.webmanifest\">
<link rel=\"preload\" href=\"page/sudoku/first.wasm\" as=\"fetch\" crossorigin>
";

/// The JavaScript of the module, and the module.
const MODULE: [&str; 2] = ["sudoku_wasm.js", "sudoku_wasm_bg.wasm"];

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
    // In this page, a worker answers instead of the server.
    copy(&own.join("page"), &modules)?;
    for script in files(&modules)?.iter().filter(|file| file.extension().is_some_and(|end| end == "js")) {
        fs::write(script, plain(&fs::read_to_string(script)?))?;
    }
    index(&page, &modules)?;
    part(&package, &modules.join("sudoku"))?;
    copy(&own.join("root"), &page)?;
    offline(&page)
}

/// Leaves out comments and indentation, which are for readers of the source. A text over several lines stays as it is.
fn plain(script: &str) -> String {
    let (mut plain, mut is_text) = (String::new(), false);
    for line in script.lines() {
        let code = line.trim_start();
        let is_comment = code == "*" || ["//", "/*", "* ", "*/"].iter().any(|begin| code.starts_with(begin));
        if is_text || !is_comment {
            plain += if is_text { line } else { code };
            plain.push('\n');
            is_text ^= line.matches('`').count() % 2 == 1;
        }
    }
    plain
}

/// Writes the page itself, whose head names all modules: each is asked for at once.
fn index(page: &Path, modules: &Path) -> Result<(), Box<dyn Error>> {
    let from = modules.join("index.html");
    let mut head = HEAD.to_owned();
    for file in files(modules)? {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".js") && name != "worker.js" {
            head += &format!("<link rel=\"modulepreload\" href=\"page/{name}\">\n");
        }
    }
    // The page may be in any folder, not only at the root of a server.
    let text = fs::read_to_string(&from)?.replace("\"/page/", "\"page/");
    fs::write(page.join("index.html"), text.replacen("</head>", &format!("{head}</head>"), 1))?;
    fs::remove_file(from)?;
    Ok(())
}

/// The files of a folder by name, without folders.
fn files(folder: &Path) -> Result<Vec<PathBuf>, io::Error> {
    let mut all = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<PathBuf>, io::Error>>()?;
    all.retain(|file| file.is_file());
    all.sort();
    Ok(all)
}

/// Whether a file is read by hosts of pages, which do not send it.
fn is_for_hosts(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name.to_string_lossy().starts_with('_'))
}

/// Lists the files of the page in the worker that keeps them, with a version that changes with them.
fn offline(page: &Path) -> Result<(), Box<dyn Error>> {
    let worker = page.join("sw.js");
    let (mut names, mut all) = (vec!["./".to_owned()], Vec::new());
    for folder in ["", "page/", "page/sudoku/"] {
        for file in files(&page.join(folder))?.iter().filter(|file| **file != worker && !is_for_hosts(file)) {
            all.extend(fs::read(file)?);
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            names.push(format!("{folder}{name}"));
        }
    }
    let text = fs::read_to_string(&worker)?;
    let text = text.replacen("VERSION = \"\"", &format!("VERSION = \"{:08x}\"", split::hash(&all)), 1);
    fs::write(worker, text.replacen("FILES = []", &format!("FILES = {names:?}"), 1))?;
    Ok(())
}

fn compile(own: &Path) -> Result<(), Box<dyn Error>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "build",
        "--locked",
        "--release",
        "--lib",
        "--target",
        TARGET,
        "--package",
        "sudoku-csp-wasm",
    ]);
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

/// Writes the module in two parts: what the first answers need, as a run shows, and the rest.
fn part(package: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    const UNREAD: &str = "the module cannot be read";
    let [script, module] = MODULE.map(|name| package.join(name));
    fs::create_dir_all(to)?;
    fs::copy(&script, to.join(MODULE[0]))?;
    let module = fs::read(module)?;
    let watched = to.join("watched.wasm");
    fs::write(&watched, split::watched(&module).ok_or(UNREAD)?)?;
    let mut node = Command::new("node");
    node.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/first.mjs"))
        .arg(package.canonicalize()?)
        .arg(&watched);
    let run =
        node.stderr(Stdio::inherit()).output().map_err(|error| format!("node cannot be run: {error}"))?;
    fs::remove_file(watched)?;
    if !run.status.success() {
        return Err("the first answers cannot be watched".into());
    }
    let wanted: HashSet<usize> =
        str::from_utf8(&run.stdout)?.lines().map(str::parse).collect::<Result<_, _>>()?;
    let [first, rest] = split::split(&module, |at| wanted.contains(&at)).ok_or(UNREAD)?;
    fs::write(to.join("first.wasm"), first)?;
    fs::write(to.join("rest.wasm"), rest)?;
    Ok(())
}

/// Copies the files of a folder, which has no other folders.
fn copy(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(to)?;
    for file in files(from)? {
        fs::copy(&file, to.join(file.file_name().unwrap_or_default()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn scripts_lose_comments_and_indentation() {
        let script = "// A `b`.\n/**\n * C.\n *\n */\nif (d) {\n  e(`f`); // G.\n}\nh = `i\n  // j\n  k`;\n  /** L. */\n  m();\n";
        assert_eq!(super::plain(script), "if (d) {\ne(`f`); // G.\n}\nh = `i\n  // j\n  k`;\nm();\n");
    }
}
