//! The machine of the measurements.

/// Description of the machine and the program.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    pub cpu: String,
    /// Number of hardware threads.
    pub threads: usize,
    pub system: &'static str,
    pub version: &'static str,
}

impl Machine {
    pub fn this() -> Machine {
        Machine {
            cpu: cpu().unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            system: std::env::consts::OS,
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

/// Returns the name of the processor, where the system has it in a file.
fn cpu() -> Option<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
