//! Whether somebody wants this process to end: Ctrl-C, or a request of the system.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

static WANTED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// From now on, a first signal only makes [`is_wanted`] true, and a second one ends this process with the exit status `at_once`. Programs end in either case.
///
/// # Errors
/// What the system says.
pub fn listen(at_once: u8) -> std::io::Result<()> {
    let wanted = WANTED.get_or_init(Arc::default);
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        flag::register_conditional_shutdown(signal, at_once.into(), Arc::clone(wanted))?;
        flag::register(signal, Arc::clone(wanted))?;
    }
    Ok(())
}

/// Returns whether this process should come to an end.
pub fn is_wanted() -> bool {
    WANTED.get().is_some_and(|wanted| wanted.load(Ordering::Relaxed))
}
