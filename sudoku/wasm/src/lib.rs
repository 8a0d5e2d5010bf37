//! The calls of `sudoku_ask` for JavaScript. The package around it, with names and types, is in the folder `package`.

use std::time::Duration;

use csp::clock::Instant;
use sudoku_ask::call::{self, Paint, Picture, Response, Work};
use sudoku_ask::{CALLS, Failure};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the program began.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    /// A function that takes a line of a stream and returns whether to go on.
    pub type Lines;
    #[wasm_bindgen(method, catch)]
    fn call(this: &Lines, receiver: &JsValue, line: &str) -> Result<bool, JsValue>;
}

/// Gives the library a clock when the module is loaded.
#[wasm_bindgen(start)]
fn start() {
    csp::clock::set_clock(|| Duration::from_secs_f64(now() / 1e3));
}

/// A failure as it is thrown: the text of its JSON object. What is thrown besides is a fault of the program.
fn thrown(failure: Failure) -> JsValue {
    JsValue::from_str(&failure.object())
}

/// The time limit of an answer that is no stream.
const LIMIT: Duration = Duration::from_secs(10);

/// Answers a call as the server does, within a number of seconds or as long as is usual for the call; `line` takes the
/// lines of a stream and returns whether to go on. Throws a failure.
#[wasm_bindgen]
pub fn answer(path: &str, body: &str, seconds: Option<f64>, line: &Lines) -> Result<String, JsValue> {
    let call = CALLS.iter().find(|call| call.path == path);
    let call = call.ok_or_else(|| thrown(Failure::new(404, format!("there is no call {path}"))))?;
    let limit = match seconds {
        Some(seconds) => Duration::try_from_secs_f64(seconds)
            .map_err(|_| thrown(Failure::new(400, "a time limit is a number of seconds, not below 0")))?,
        None => call.limit(LIMIT),
    };
    // A function that throws ends the stream.
    let mut lines = |text: String| line.call(&JsValue::NULL, &text).unwrap_or(false);
    let work = Work::new(&mut lines);
    let work = match Instant::now().checked_add(limit) {
        Some(deadline) => work.deadline(deadline),
        None => work,
    };
    match call::answer(call, body.as_bytes(), work).map_err(thrown)? {
        Response::Json(text) => Ok(text),
        Response::Picture(Picture { paint: Paint::Svg, image, .. }) => Ok(image.svg()),
        Response::Picture(..) => Err(thrown(Failure::new(422, "pictures are drawn as svg here"))),
        Response::Streamed => Ok(String::new()),
    }
}

/// Returns a list of the server as JSON: `/api`, or another that it names. Throws a failure.
#[wasm_bindgen]
pub fn list(path: &str) -> Result<String, JsValue> {
    let list = call::list(path, CALLS, false);
    list.ok_or_else(|| thrown(Failure::new(404, format!("there is no list {path}"))))
}
