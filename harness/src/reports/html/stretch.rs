//! Which lines of a conversation are shown, which are folded, and which are left out.

/// Lines before a place that are shown; half as many after it.
const SHOWN: usize = 8;

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

/// Returns what becomes of each of `count` lines: those near `places`, which are in ascending order, are shown; so is the end where
/// there is none. What is `around` them or nearer is on the page.
pub(super) fn fates(count: usize, places: &[usize], around: usize) -> Vec<LineFate> {
    let end: &[usize] = &[count.saturating_sub(1)];
    let places = if places.is_empty() { end } else { places };
    let shown = near(count, places, SHOWN.min(around));
    let kept = near(count, places, around);
    let fate = |(shown, kept)| match (shown, kept) {
        (true, _) => LineFate::Shown,
        (false, true) => LineFate::Folded,
        (false, false) => LineFate::LeftOut,
    };
    let mut fates: Vec<LineFate> = shown.into_iter().zip(kept).map(fate).collect();
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
        let written = |places: &[usize], around| {
            let sign = |fate| match fate {
                LineFate::Shown => '#',
                LineFate::Folded => 'f',
                LineFate::LeftOut => '.',
            };
            fates(30, places, around).into_iter().map(sign).collect::<String>()
        };
        assert_eq!(written(&[14], usize::MAX), "ffffff#############fffffffffff");
        assert_eq!(written(&[14], 12), "..ffff###############.........");
        assert_eq!(written(&[], usize::MAX), "fffffffffffffffffffff#########");
        assert_eq!(written(&[2], 2), "####..........................");
        assert_eq!(written(&[0, 12], usize::MAX), "#################fffffffffffff");
    }
}
