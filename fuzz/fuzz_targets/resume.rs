#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| vertumnus_fuzz::resume(data));
