//! What only the kernel can do and no safe library offers: the only place of the project with unsafe code.
//!
//! Theory of operation. All of it runs in small processes with one thread, apart from what [`at_start`] puts at the
//! start of every process, which decides whether it is one of these. There are two ways to a new process. [`clone`] gives it a copy of
//! the memory of its parent, and, as there is no other thread, that copy holds no lock that nobody would open
//! again. [`beside`] lets it use the memory of its parent itself, which stands still meanwhile: nothing is copied, which
//! is most of what a new process costs. At each moment only one of the two runs, as if a function was called. So in both,
//! the code may be ordinary Rust. Pointers that go to the kernel stand in the same
//! block as what they point to, and the kernel keeps none of them after the call.

#![expect(unsafe_code, reason = "these calls have no safe interface")]

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_uint, c_ulong, c_void};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::time::Duration;

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

/// Lets the function `$main` have every process that is called [`SPAWNER_NAME`], before `main`: the C library calls what
/// stands in this section at the start of every process. So a spawner is the same file as the harness, or as the test that
/// uses its library, and yet begins with nothing of its parent's memory. `$main` never returns.
macro_rules! at_start {
    ($main:path) => {
        // SAFETY: functions of this section need no arguments: only glibc has any for them, musl has none.
        #[expect(unsafe_code, reason = "what stands in a section of its own has no safe form")]
        #[used]
        #[unsafe(link_section = ".init_array")]
        static ENTRY: extern "C" fn() = {
            extern "C" fn enter() {
                if $crate::running::sandbox::kernel::is_spawner() {
                    $main();
                }
            }
            enter
        };
    };
}
pub(super) use at_start;

/// Returns whether this process is called as spawners are.
pub(super) fn is_spawner() -> bool {
    unsafe extern "C" {
        /// What the process was called, as its first argument says: glibc and musl set it before anything else begins.
        static program_invocation_name: *const c_char;
    }
    // SAFETY: nobody changes it; it is null or ends with a zero, and lives as long as the process.
    let name =
        unsafe { (!program_invocation_name.is_null()).then(|| CStr::from_ptr(program_invocation_name)) };
    name.is_some_and(|name| name.to_bytes() == SPAWNER_NAME.as_bytes())
}

/// Clones this process.
pub(super) fn clone() -> io::Result<Cloned> {
    // SAFETY: without CLONE_VM the child has its own copy of all memory; there is one thread, see above.
    let result = unsafe { libc::syscall(libc::SYS_clone, c_long::from(libc::SIGCHLD), 0, 0, 0, 0) };
    match c_int::try_from(result) {
        Ok(0) => Ok(Cloned::Child),
        Ok(id) => Pid::from_raw(id).map(Cloned::Parent).ok_or_else(io::Error::last_os_error),
        Err(_) => Err(io::Error::last_os_error()),
    }
}

/// The room in which a process works that runs [`beside`] another.
pub(super) struct Stack(*mut c_void);

impl Stack {
    /// What is never touched needs no memory.
    const SIZE: usize = 1 << 20;

    /// What stands below it, where nothing can be written: who needs more ends with a signal.
    const GUARD: usize = 1 << 16;

    /// Returns a new one, which stays as long as this process does.
    pub(super) fn new() -> io::Result<Self> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_STACK | libc::MAP_NORESERVE;
        let uses = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: the kernel chooses a place where nothing else is, and the guard is a part of it.
        unsafe {
            let bottom = libc::mmap(std::ptr::null_mut(), Self::SIZE, uses, flags, -1, 0);
            if bottom == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            check(libc::mprotect(bottom, Self::GUARD, libc::PROT_NONE).into())?;
            Ok(Self(bottom.byte_add(Self::SIZE)))
        }
    }
}

/// Does `work` in a new process, and returns the id of that process once it has ended or become another program. `flags`
/// are what it gets anew, or has in common with this one. The work is told the id, and returns the exit status.
pub(super) fn beside(
    flags: c_int,
    stack: &mut Stack,
    work: &mut dyn FnMut(c_int) -> c_int,
) -> io::Result<Pid> {
    struct NumberedWork<'a> {
        work: &'a mut dyn FnMut(c_int) -> c_int,
        id: c_int,
    }
    extern "C" fn begin(work: *mut c_void) -> c_int {
        // SAFETY: it is the structure below, which nobody else uses now: the other process stands still.
        let work = unsafe { &mut *work.cast::<NumberedWork<'_>>() };
        (work.work)(work.id)
    }
    let mut work = NumberedWork { work, id: 0 };
    let flags = flags | libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PARENT_SETTID | libc::SIGCHLD;
    // SAFETY: with CLONE_VFORK this process goes on only when the new one has ended or has memory of its own, so all that the
    // new one borrows outlives it. It has a stack of its own, as long as the kernel lets nobody else have it: it is borrowed,
    // too. The kernel writes the id before the new process begins. A panic cannot leave `begin`.
    let id = unsafe {
        let all = &raw mut work;
        libc::clone(begin, stack.0, flags, all.cast(), &raw mut (*all).id)
    };
    Pid::from_raw(id.max(0)).ok_or_else(io::Error::last_os_error)
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

/// A program with its arguments and its environment, as the kernel takes them.
pub(super) struct Image {
    program: CString,
    arguments: Pointers,
    environment: Pointers,
}

/// Strings, and a list of pointers to them that ends with a null pointer.
struct Pointers {
    pointers: Vec<*const c_char>,
    _strings: Vec<CString>,
}

impl Pointers {
    fn to(strings: Vec<CString>) -> Self {
        let ends = strings.iter().map(|string| string.as_ptr()).chain([std::ptr::null()]);
        Self { pointers: ends.collect(), _strings: strings }
    }
}

impl Image {
    /// Puts it together; afterwards it takes no more memory to become the program.
    pub(super) fn new(program: CString, arguments: Vec<CString>, environment: Vec<CString>) -> Self {
        Self { program, arguments: Pointers::to(arguments), environment: Pointers::to(environment) }
    }

    /// Becomes the program; returns only the error.
    pub(super) fn execute(&self) -> io::Error {
        let (arguments, environment) = (&self.arguments.pointers, &self.environment.pointers);
        // SAFETY: both lists end with a null pointer, and their strings outlive the call.
        unsafe { libc::execve(self.program.as_ptr(), arguments.as_ptr(), environment.as_ptr()) };
        io::Error::last_os_error()
    }
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

/// Closes all descriptors from `first` on. Nothing owns them: their owners are gone without a trace, with the process that
/// had this one's memory and was ended in the middle of its work.
pub(super) fn close_lost(first: c_int) {
    // SAFETY: see above.
    unsafe { libc::syscall(libc::SYS_close_range, first, c_uint::MAX, 0) };
}

/// Gives memory that was freed back to the system, also that between what is still in use.
pub(crate) fn give_back_memory() {
    // SAFETY: the call only touches memory that nobody uses.
    #[cfg(target_env = "gnu")]
    unsafe {
        libc::malloc_trim(0)
    };
}

/// Lets no more than so many threads take memory at the same time without waiting for each other: each such place holds back some of it.
pub(crate) fn take_memory_in(places: usize) {
    // SAFETY: the call only changes a setting of the allocator.
    #[cfg(target_env = "gnu")]
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, c_int::try_from(places).unwrap_or(c_int::MAX))
    };
}

/// Returns the processor time of the processes that this one has taken note of the end of.
pub(super) fn time_of_reaped() -> io::Result<Duration> {
    time_of(libc::RUSAGE_CHILDREN)
}

/// Returns the processor time of this process.
pub(super) fn own_time() -> io::Result<Duration> {
    time_of(libc::RUSAGE_SELF)
}

fn time_of(whom: c_int) -> io::Result<Duration> {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the structure outlives the call, is written by the kernel, and may be all zeros.
    let usage = unsafe {
        check(libc::getrusage(whom, usage.as_mut_ptr()).into())?;
        usage.assume_init()
    };
    let time = |time: libc::timeval| {
        let seconds = Duration::from_secs(time.tv_sec.cast_unsigned());
        seconds + Duration::from_micros(time.tv_usec.cast_unsigned())
    };
    Ok(time(usage.ru_utime) + time(usage.ru_stime))
}

/// In which order a process gets its turn: on the processors, and on disks.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Turns {
    on_processors: [u64; 16],
    on_disks: c_long,
}

/// Returns how this process gets its turn.
pub(super) fn turns() -> io::Result<Turns> {
    /// `IOPRIO_WHO_PROCESS`.
    const PROCESS: c_int = 1;
    let mut on_processors = [0; 16];
    // SAFETY: the kernel writes at most as many bytes as are told, into room that outlives the call; the second call touches no memory.
    unsafe {
        let size = size_of_val(&on_processors);
        check(libc::syscall(libc::SYS_sched_getattr, 0, on_processors.as_mut_ptr(), size, 0))?;
        let on_disks = check(libc::syscall(libc::SYS_ioprio_get, PROCESS, 0))?;
        Ok(Turns { on_processors, on_disks })
    }
}

/// Makes this thread, and no other, another user and group where it comes to files; 0 and 0 are root again.
pub(super) fn see_as([user, group]: [u32; 2]) {
    // SAFETY: they touch no memory. The group comes first: only root may change it.
    unsafe {
        if user == 0 {
            libc::setfsuid(user);
        }
        libc::setfsgid(group);
        libc::setfsuid(user);
    }
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
    install_filter(program, 0).map(drop)
}

/// The same; returns a descriptor that hears of the calls that the filter picks out. Signals that end nobody leave such a call
/// alone once it is heard of.
pub(super) fn listen_to_calls(program: &[libc::sock_filter]) -> io::Result<OwnedFd> {
    let flags = libc::SECCOMP_FILTER_FLAG_NEW_LISTENER | libc::SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
    let descriptor = c_int::try_from(install_filter(program, flags)?).map_err(io::Error::other)?;
    // SAFETY: the descriptor is new, so nobody else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor) })
}

fn install_filter(program: &[libc::sock_filter], flags: c_ulong) -> io::Result<c_long> {
    let length = u16::try_from(program.len()).map_err(io::Error::other)?;
    let filter = libc::sock_fprog { len: length, filter: program.as_ptr().cast_mut() };
    // SAFETY: the kernel copies the program, whose length is told, and does not write to it.
    let result = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW | flags,
            &raw const filter,
        )
    };
    check(result)
}

/// A notice of the kernel about a call, and room for what later kernels may add to it.
#[repr(C)]
struct RoomyNotice {
    notice: libc::seccomp_notif,
    _room: [u64; 32],
}

/// Returns the next call that a listener hears of.
pub(super) fn next_notice(listener: &OwnedFd) -> io::Result<libc::seccomp_notif> {
    let mut room = std::mem::MaybeUninit::<RoomyNotice>::zeroed();
    // SAFETY: the structure may be, and the kernel wants it to be, all zeros; the kernel writes it, and it outlives the call.
    unsafe {
        let result = libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV, room.as_mut_ptr());
        check(result.into())?;
        Ok(room.assume_init().notice)
    }
}

/// Lets a call go on that a listener has heard of.
pub(super) fn continue_call(listener: &OwnedFd, id: u64) -> io::Result<()> {
    let flags = c_uint::try_from(libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE).map_err(io::Error::other)?;
    let mut answer = libc::seccomp_notif_resp { id, val: 0, error: 0, flags };
    // SAFETY: the kernel reads the structure, which outlives the call.
    let result =
        unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND, &raw mut answer) };
    check(result.into()).map(drop)
}

/// Lets whoever waits for the answer to a notice have the processor of who answers it, and the other way round.
pub(super) fn hand_over_processor(listener: &OwnedFd) -> io::Result<()> {
    /// `SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP`.
    const FLAG: c_ulong = 1;
    // SAFETY: the argument is a number.
    let result = unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SET_FLAGS, FLAG) };
    check(result.into()).map(drop)
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
