//! Contains programs: nothing they do reaches beyond their own folder and their own processes.
//!
//! Theory of operation. Each worker has a *spawner* (`spawner.rs`), a small process that is started from the file of the
//! harness itself and knows nothing but a [`wire::SpawnerSetup`]. For every program, one after the other, it starts a *shim*
//! (`shim.rs`), and the shim starts the process that becomes the program (`program.rs`). What is the same for all programs is
//! done once, by the spawner; and both steps share memory where nobody can end them in the middle (`kernel.rs`), for copying
//! it costs most. The harness keeps the other end of the three pipes, and a *line* to the shim: on it the shim tells that the program has begun and how it has ended;
//! when the harness closes its side, or is gone, the shim ends everything.
//!
//! | layer | what it does | T1 | T2 | T3 | T4 |
//! |---|---|---|---|---|---|
//! | namespaces (`root.rs`) | other processes, files, networks, IPC do not exist | ✓ | | | |
//! | landlock (`landlock.rs`) | other files cannot be opened | ✓ | ✓ | ✓ | |
//! | landlock's scopes | signals and abstract sockets stay inside | ✓ | ✓ | | |
//! | seccomp (`calls.rs`) | no system calls that reach for more | ✓ | ✓ | ✓ | |
//! | limits (`program.rs`, `usage.rs`, `group.rs`) | what each process and all of them use | ✓ | ✓ | ✓ | ✓ |
//! | a spare user (`users.rs`), if root marks | files and processes of others are not theirs | ✓ | ✓ | ✓ | ✓ |
//!
//! Where the kernel can, it tells the harness of each read of a program before it does it (`noticed.rs`): the filter that picks
//! these calls out is the spawner's and inherited, and what hears of them (`listener.rs`) goes to the harness when the spawner
//! is ready. No program can reach it, and all it can do to a program is to let it wait.
//!
//! What a program sees (`view.rs`) is decided by the suite and by this machine, never by what is written in a submission; and the
//! harness's own files are hidden wherever they stand (`hidden.rs`).
//!
//! In T1 a shim and its namespaces serve the next program, too, as long as it is proved that nothing is left of the last (`clean_place.rs`).
//!
//! Everything ends when the first process does. In T1 the kernel ends a namespace with its first process. In T2 the
//! shim's signals reach only its own, so it may kill "all". Below, it kills what it finds below itself until
//! nothing is found; and as a program may then end the shim itself, what loses its shim comes to the spawner, which ends it.
//! A program that does so has crashed. All unsafe code stands in `kernel.rs`.

mod calls;
mod clean_place;
mod contained;
mod controls;
mod copying;
mod ending;
mod eyes;
mod filling;
mod groundwork;
mod group;
mod hidden;
mod kernel;
mod landlock;
mod listener;
mod noticed;
mod open_files;
mod pool;
mod processors;
mod program;
mod root;
mod shim;
mod spawner;
mod statements;
mod status;
mod tier;
mod tree_watch;
mod trials;
mod usage;
mod users;
mod view;
mod wire;

pub use contained::is_contained;
pub use controls::{Control, Grip, all_controls, controls, missing};
pub(super) use eyes::Eyes;
pub(crate) use kernel::{give_back_memory, take_memory_in};
pub(super) use listener::{Notice, WaitListener};
pub(super) use pool::{Contained, StartOutcome, Streams, TASKS_OF_ONE, pipe};
pub use tier::Tier;
pub(super) use trials::start;
pub use trials::{Trial, kernel_counts, tier, trials};
pub(in crate::running) use users::{is_spare, spare};
pub use view::{installation, is_of_the_system};
pub(super) use wire::{Ended, Exceeded};
