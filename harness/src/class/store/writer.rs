//! The one thread that writes: what several workers have done at the same time is committed together.
//!
//! A commit waits for the disk, which may take as long as a small program runs. Workers do not wait for it: they hand over what they
//! have done and go on, and what has come together in the meantime, and in a hundredth of a second, is the next commit. So what is in the file is on the disk, and a kill
//! takes no more with it than the last few runs, which are made again. Before a submission is judged, all of its runs are waited for.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::StoreFault;

/// The most changes that may wait: workers are held back by a disk that is too slow.
const MOST_WAITING: usize = 64;

/// For so long changes are gathered for one commit, unless somebody waits: a commit costs as much as a run of a small program.
const GATHERING: Duration = Duration::from_millis(10);

/// A change to the tables.
type TableChange = Box<dyn FnOnce(&Connection) -> rusqlite::Result<()> + Send>;

enum WriteOrder {
    Write(TableChange),
    /// Somebody waits until all changes before this are on the disk.
    TellWhenDone(SyncSender<()>),
}

/// Takes changes for the thread that writes. When this is dropped, all of them are on the disk, or there is a fault.
#[derive(Debug)]
pub(super) struct Writer {
    orders: Option<SyncSender<WriteOrder>>,
    thread: Option<JoinHandle<()>>,
    /// Why nothing is written any more.
    fault: Arc<Mutex<Option<String>>>,
}

impl Writer {
    /// Starts the thread.
    pub(super) fn new(connection: Connection) -> Self {
        let (orders, received) = sync_channel(MOST_WAITING);
        let fault = Arc::new(Mutex::new(None));
        let told = Arc::clone(&fault);
        let thread = std::thread::spawn(move || {
            while let Ok(first) = received.recv() {
                let (changes, waiting) = gather(first, &received);
                if let Err(error) = write(&connection, changes) {
                    *told.lock().expect("nobody panics who holds this") = Some(error.to_string());
                    // Nothing is taken any more when those who wait hear of it.
                    drop(received);
                    drop(waiting);
                    return;
                }
                for tell in waiting {
                    // Whoever does not wait any more need not be told.
                    let _ = tell.send(());
                }
            }
        });
        Self { orders: Some(orders), thread: Some(thread), fault }
    }

    /// Hands over a change.
    ///
    /// # Errors
    /// Why an earlier one could not be written; nothing is written after that.
    pub(super) fn change(
        &self,
        change: impl FnOnce(&Connection) -> rusqlite::Result<()> + Send + 'static,
    ) -> Result<(), StoreFault> {
        self.order(WriteOrder::Write(Box::new(change)))
    }

    /// Waits until all changes that were handed over are on the disk.
    ///
    /// # Errors
    /// Why one could not be written.
    pub(super) fn wait(&self) -> Result<(), StoreFault> {
        let (tell, told) = sync_channel(1);
        self.order(WriteOrder::TellWhenDone(tell))?;
        told.recv().map_err(|_| self.fault())
    }

    fn order(&self, order: WriteOrder) -> Result<(), StoreFault> {
        let orders = self.orders.as_ref().expect("it is there until this is dropped");
        orders.send(order).map_err(|_| self.fault())
    }

    /// Returns why the thread has ended.
    fn fault(&self) -> StoreFault {
        let fault = self.fault.lock().expect("nobody panics who holds this").clone();
        StoreFault::NotWritten(fault.unwrap_or_else(|| "what writes it is gone".to_string()))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.orders.take());
        if let Some(thread) = self.thread.take() {
            // A fault was told to whoever waited; who did not wait needed nothing.
            let _ = thread.join();
        }
    }
}

/// Returns what is ordered from the first order on: for a moment, unless somebody waits.
fn gather(first: WriteOrder, orders: &Receiver<WriteOrder>) -> (Vec<TableChange>, Vec<SyncSender<()>>) {
    let end = Instant::now() + GATHERING;
    let (mut changes, mut waiting) = (Vec::new(), Vec::new());
    let mut next = Some(first);
    while let Some(order) = next {
        match order {
            WriteOrder::Write(change) => changes.push(change),
            WriteOrder::TellWhenDone(tell) => waiting.push(tell),
        }
        next = if changes.len() >= MOST_WAITING {
            None
        } else if waiting.is_empty() {
            orders.recv_timeout(end.saturating_duration_since(Instant::now())).ok()
        } else {
            orders.try_recv().ok()
        };
    }
    (changes, waiting)
}

/// Writes changes, all or none.
fn write(connection: &Connection, changes: Vec<TableChange>) -> rusqlite::Result<()> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    for change in changes {
        change(connection)?;
    }
    connection.execute_batch("COMMIT")
}
