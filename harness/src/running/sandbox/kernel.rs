//! What only the kernel can do and no safe library offers: the only place of the project with unsafe code.
//!
//! Theory of operation. All of it runs in small processes with one thread, apart from [`ENTRY`], which decides at the
//! start of every process whether it is one of these. A process that is cloned here goes on with a copy of the
//! memory of its parent, and, as there is no other thread, that copy holds no lock that nobody would open
//! again. So the code after a clone may be ordinary Rust. Pointers that go to the kernel stand in the same
//! block as what they point to, and the kernel keeps none of them after the call.

#![expect(unsafe_code, reason = "these calls have no safe interface")]

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_uint};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

use rustix::process::Pid;
use rustix::thread::UnshareFlags;

/// The name by which a process is called that is a spawner.
pub(super) const SPAWNER_NAME: &str = "harness-spawner";

/// Who goes on after a process was cloned.
pub(super) enum Cloned {
    /// The new process.
    Child,
    /// The old process; the new one has this id.
    Parent(Pid),
}

/// Called at the start of every process, before `main`: the C library calls what stands in this section. A process
/// that is called [`SPAWNER_NAME`] becomes a spawner and never gets to `main`. So the spawner is the same file
/// as the harness, or as the test that uses its library, and yet begins with nothing of its parent's memory.
// SAFETY: functions of this section get the number of arguments, the arguments and the environment.
#[used]
#[unsafe(link_section = ".init_array")]
static ENTRY: extern "C" fn(c_int, *const *const c_char, *const *const c_char) = enter;

extern "C" fn enter(count: c_int, arguments: *const *const c_char, _environment: *const *const c_char) {
    if count != 1 || arguments.is_null() {
        return;
    }
    // SAFETY: there is one argument; it ends with a zero and lives as long as the process.
    let name = unsafe { CStr::from_ptr(*arguments) };
    if name.to_bytes() == SPAWNER_NAME.as_bytes() {
        super::spawner::main();
    }
}

/// Clones this process; `flags` are namespaces that the child gets anew.
pub(super) fn clone(flags: c_int) -> io::Result<Cloned> {
    // SAFETY: without CLONE_VM the child has its own copy of all memory; there is one thread, see above.
    let result = unsafe { libc::syscall(libc::SYS_clone, c_long::from(flags | libc::SIGCHLD), 0, 0, 0, 0) };
    match c_int::try_from(result) {
        Ok(0) => Ok(Cloned::Child),
        Ok(id) => Pid::from_raw(id).map(Cloned::Parent).ok_or_else(io::Error::last_os_error),
        Err(_) => Err(io::Error::last_os_error()),
    }
}

/// Gives this process namespaces of its own.
pub(super) fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: only sharing the table of descriptors between threads is unsafe, and there is one thread.
    unsafe { rustix::thread::unshare_unsafe(flags) }.map_err(Into::into)
}

/// Ends this process at once, without what `exit` would do at the end of a program.
pub(super) fn leave(status: i32) -> ! {
    // SAFETY: it only ends the process.
    unsafe { libc::_exit(status) }
}

/// Becomes another program; returns only the error.
pub(super) fn execute(program: &CStr, arguments: &[CString], environment: &[CString]) -> io::Error {
    let pointers = |strings: &[CString]| {
        strings.iter().map(|string| string.as_ptr()).chain([std::ptr::null()]).collect::<Vec<_>>()
    };
    let (arguments, environment) = (pointers(arguments), pointers(environment));
    // SAFETY: both lists end with a null pointer, and their strings outlive the call.
    unsafe { libc::execve(program.as_ptr(), arguments.as_ptr(), environment.as_ptr()) };
    io::Error::last_os_error()
}

/// Makes `from` the descriptor number `to` of this process: 0, 1 or 2.
pub(super) fn become_stream(from: &OwnedFd, to: c_int) -> io::Result<()> {
    // SAFETY: nothing in this process owns the descriptors 0 to 2.
    check(unsafe { libc::dup2(from.as_raw_fd(), to) }.into()).map(drop)
}

/// Returns the descriptor 0, by which the harness reaches its spawner.
pub(super) fn first_descriptor() -> io::Result<OwnedFd> {
    // SAFETY: the copy is new, so nobody else owns it.
    let copy = check(unsafe { libc::fcntl(0, libc::F_DUPFD_CLOEXEC, 3) }.into())?;
    let copy = c_int::try_from(copy).map_err(io::Error::other)?;
    // SAFETY: as above.
    Ok(unsafe { OwnedFd::from_raw_fd(copy) })
}

/// Lets every descriptor but 0, 1 and 2 be closed when this process becomes another program.
pub(super) fn close_others_on_exec() -> io::Result<()> {
    // SAFETY: no descriptor is closed now.
    let closed = unsafe { libc::syscall(libc::SYS_close_range, 3, c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    check(closed).map(drop)
}

/// Kills every process that this one may send signals to, but itself.
///
/// The caller knows that these are only its own: it is the first process of a namespace, or its signals
/// are confined. Nobody else calls this.
pub(super) fn kill_all_others() {
    // SAFETY: it touches no memory.
    unsafe { libc::kill(-1, libc::SIGKILL) };
}

/// Changes the flags of all mounts below `path`: nobody writes there, or finds devices or programs of other users.
pub(super) fn protect_mounts(path: &CStr, attributes: u64) -> io::Result<()> {
    let change = MountAttributes { set: attributes, ..MountAttributes::default() };
    // SAFETY: the structure outlives the call and has the size that is told.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            libc::AT_RECURSIVE,
            &raw const change,
            size_of::<MountAttributes>(),
        )
    };
    check(result).map(drop)
}

#[repr(C)]
#[derive(Default)]
struct MountAttributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

/// Filters the system calls of this process and of all that come from it.
pub(super) fn filter_calls(program: &[libc::sock_filter]) -> io::Result<()> {
    let length = u16::try_from(program.len()).map_err(io::Error::other)?;
    let filter = libc::sock_fprog { len: length, filter: program.as_ptr().cast_mut() };
    // SAFETY: the kernel copies the program, whose length is told, and does not write to it.
    let result = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW,
            &raw const filter,
        )
    };
    check(result).map(drop)
}

/// What a set of landlock rules governs.
#[repr(C)]
pub(super) struct Ruleset {
    /// Uses of files.
    pub(super) files: u64,
    /// Uses of TCP.
    pub(super) network: u64,
    /// What stays inside.
    pub(super) scoped: u64,
}

/// Returns the version of landlock that this kernel has; 0 if it has none.
pub(super) fn landlock_version() -> i64 {
    // SAFETY: with this flag there is no structure.
    let version =
        unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<Ruleset>(), 0, 1) };
    version.max(0)
}

/// Returns a new set of rules.
pub(super) fn landlock_ruleset(ruleset: &Ruleset) -> io::Result<OwnedFd> {
    // SAFETY: the structure outlives the call; a kernel that knows less of it wants the rest to be zero.
    let result = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, &raw const *ruleset, size_of::<Ruleset>(), 0)
    };
    let descriptor = c_int::try_from(check(result)?).map_err(io::Error::other)?;
    // SAFETY: the descriptor is new, so nobody else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor) })
}

/// Allows `uses` of the file, or of all below the folder, `place`.
pub(super) fn landlock_allow(ruleset: &OwnedFd, place: BorrowedFd<'_>, uses: u64) -> io::Result<()> {
    #[repr(C, packed)]
    struct Rule {
        uses: u64,
        place: c_int,
    }
    let rule = Rule { uses, place: place.as_raw_fd() };
    // SAFETY: the structure has the layout of the kernel's for rules of kind 1 and outlives the call.
    let result =
        unsafe { libc::syscall(libc::SYS_landlock_add_rule, ruleset.as_raw_fd(), 1, &raw const rule, 0) };
    check(result).map(drop)
}

/// Puts this process, and all that come from it, under a set of rules.
pub(super) fn landlock_enforce(ruleset: impl AsFd) -> io::Result<()> {
    // SAFETY: there is no pointer.
    let result = unsafe { libc::syscall(libc::SYS_landlock_restrict_self, ruleset.as_fd().as_raw_fd(), 0) };
    check(result).map(drop)
}

fn check(result: c_long) -> io::Result<c_long> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}
