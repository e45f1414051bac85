//! Which lines of a conversation are shown, which are folded, and which are left out.

use std::ops::Range;

/// Lines that are folded together, at least.
const FOLDED: usize = 4;

/// What becomes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineFate {
    /// It is shown.
    Shown,
    /// It is shown when the reader asks for it.
    Folded,
    /// It is not on the page.
    LeftOut,
}

/// Returns what becomes of each of `count` lines: those of `shown` are shown, and what is `around` one of `places`, which are in
/// ascending order, or nearer is on the page at least. Where there is no place, all is near the end.
pub(super) fn fates(count: usize, shown: &[Range<usize>], places: &[usize], around: usize) -> Vec<LineFate> {
    let end: &[usize] = &[count.saturating_sub(1)];
    let kept = near(count, if places.is_empty() { end } else { places }, around);
    let mut is_shown = vec![false; count];
    for range in shown {
        is_shown[range.clone()].fill(true);
    }
    let fate = |(shown, kept)| match (shown, kept) {
        (true, _) => LineFate::Shown,
        (false, true) => LineFate::Folded,
        (false, false) => LineFate::LeftOut,
    };
    let mut fates: Vec<LineFate> = is_shown.into_iter().zip(kept).map(fate).collect();
    for run in fates.chunk_by_mut(|one, other| one == other) {
        if run[0] == LineFate::Folded && run.len() < FOLDED {
            run.fill(LineFate::Shown);
        }
    }
    fates
}

/// Returns for each of `count` lines whether at most `around` lines later, or half as many before, one of `places` comes. These
/// are in ascending order; each line is marked once.
fn near(count: usize, places: &[usize], around: usize) -> Vec<bool> {
    let mut near = vec![false; count];
    let mut done = 0;
    for place in places {
        let end = place.saturating_add(around / 2).saturating_add(1).min(count);
        let start = place.saturating_sub(around).clamp(done, end);
        near[start..end].fill(true);
        done = end;
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_lines_before_a_place_are_near_it_than_after_it() {
        for (places, around, expected) in [
            (&[][..], 2, ".........."),
            (&[5], 2, "...####..."),
            (&[0, 9], 2, "##.....###"),
            (&[4, 5, 6], 2, "..######.."),
            (&[3, 8], 6, "##########"),
            (&[5], 0, ".....#...."),
            (&[5], usize::MAX, "##########"),
        ] {
            let near = near(10, places, around);
            let shown: String = near.iter().map(|near| if *near { '#' } else { '.' }).collect();
            assert_eq!(shown, expected, "{places:?} {around}");
        }
    }

    #[test]
    fn what_is_far_from_every_place_is_folded_and_what_is_farther_left_out() {
        let written = |shown: &[Range<usize>], places: &[usize], around| {
            let sign = |fate| match fate {
                LineFate::Shown => '#',
                LineFate::Folded => 'f',
                LineFate::LeftOut => '.',
            };
            fates(30, shown, places, around).into_iter().map(sign).collect::<String>()
        };
        let one = |range: Range<usize>| vec![range];
        assert_eq!(written(&one(6..19), &[14], usize::MAX), "ffffff#############fffffffffff");
        assert_eq!(written(&one(6..19), &[14], 12), "..ffff###############.........");
        assert_eq!(written(&one(21..30), &[], usize::MAX), "fffffffffffffffffffff#########");
        assert_eq!(written(&one(0..4), &[2], 2), "####..........................");
        assert_eq!(written(&[0..5, 4..17], &[0, 12], usize::MAX), "#################fffffffffffff");
        assert_eq!(written(&one(0..3), &[0, 12], 4), "###.....fffffff...............");
    }
}
