//! How much it costs to observe the dice of a whole game of Battle of the Sexes and to judge it, as a multiple of what it
//! costs the reference to hold the same conversation.

#![allow(clippy::print_stdout, reason = "a measurement for people")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use harness::cases::select;
use harness::cases::source::SuiteSource;
use harness::judging::{Strictness, Verdict, judge};
use harness::recording::Recording;
use reference::author::{Style, write};
use reference::{Piece, Setup, Transcript, game};

const RUNS: u32 = 200;

fn main() {
    let bots = game("bots").expect("a game of the table");
    let setup = Setup::new(&[], &[]);
    let hold = || write(bots, &setup, Style::Legal, 7, usize::MAX);
    let recording = recording(&hold());
    let suite = select::suite(&SuiteSource::Inside, "bots").expect("it is valid");
    let case = suite.cases.iter().find(|case| case.id == "ending/tie").unwrap_or(&suite.cases[0]);
    let judged = || judge(&suite, case, &recording, Strictness::AsTheSuiteSays);
    assert_eq!(judged().verdict, Verdict::Passed, "{}", judged().sentence);
    let (replay, judging) = (median(|| drop(black_box(hold()))), median(|| drop(black_box(judged()))));
    let ratio = judging.as_secs_f64() / replay.as_secs_f64();
    let bytes: usize = recording.turns().iter().map(|turn| turn.output.len()).sum();
    println!(
        "a game of {bytes} bytes: reference {replay:?}, observed and judged {judging:?}, {ratio:.1} times"
    );
}

fn median(mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

fn recording(transcript: &Transcript) -> Recording {
    let talk = transcript.pieces.iter().fold(Recording::default(), |recording, piece| match piece {
        Piece::Said { text, .. } => recording.prints(text),
        Piece::Typed(typed) => recording.reads(typed),
        _ => recording,
    });
    talk.exits(0)
}
