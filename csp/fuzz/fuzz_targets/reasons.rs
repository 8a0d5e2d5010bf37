#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| csp_fuzz::targets::reasons::run(data));
