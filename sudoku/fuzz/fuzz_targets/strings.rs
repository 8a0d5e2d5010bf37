#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sudoku_fuzz::targets::strings::run(data));
