//! How the marks of the class are distributed.

use std::io;

use super::ClassPage;
use crate::amounts::amount;
use crate::class::student_row::StudentRow;
use crate::reports::{Markup, count, marks};

/// Into how many parts the marks are divided.
const PARTS: usize = 10;

/// The picture: how wide and how high a bar is at most, and where bars stand.
const WIDTH: usize = 56;
const HEIGHT: usize = 120;
const FOOT: usize = 34;
const HEAD: usize = 18;

/// Writes the distribution as a picture with its numbers.
pub(super) fn write(html: &mut Markup<'_>, page: &ClassPage<'_>) -> io::Result<()> {
    let totals: Vec<f64> = page.rows.iter().filter_map(StudentRow::total).collect();
    let out_of =
        page.rows.iter().find_map(|row| row.marks.as_ref()).map_or(0.0, |marks| marks.summary.out_of);
    html.raw("<section aria-labelledby=\"distribution\">\n<h2 id=\"distribution\">Marks</h2>\n")?;
    if totals.is_empty() || out_of <= 0.0 {
        return html.raw("<p>Nobody has marks yet.</p>\n</section>\n");
    }
    html.element("p", &[], &in_words(&totals, out_of))?;
    html.raw("\n")?;
    picture(html, &counts(&totals, out_of), out_of)?;
    html.raw("</section>\n")
}

fn in_words(totals: &[f64], out_of: f64) -> String {
    let mut sorted = totals.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mean = sorted.iter().sum::<f64>() / amount(sorted.len());
    let middle = f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2]);
    let [least, mean, middle, most] = [sorted[0], mean, middle, sorted[sorted.len() - 1]].map(marks);
    let have = if sorted.len() == 1 { "has" } else { "have" };
    let (students, out_of) = (count(sorted.len(), "student"), marks(out_of));
    format!(
        "{students} {have} marks, out of {out_of}: from {least} to {most}, on average {mean}, half of them {middle} or less. What a person must award is not in yet where it is pending."
    )
}

/// Returns how many totals are in each part; the last part holds the whole of the marks, too.
fn counts(totals: &[f64], out_of: f64) -> [usize; PARTS] {
    let mut counts = [0; PARTS];
    for total in totals {
        let place =
            (1..PARTS).take_while(|place| *total >= out_of * amount(*place) / amount(PARTS) - 1e-9).count();
        counts[place] += 1;
    }
    counts
}

fn picture(html: &mut Markup<'_>, counts: &[usize; PARTS], out_of: f64) -> io::Result<()> {
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let size = format!("0 0 {} {}", PARTS * WIDTH, HEAD + HEIGHT + FOOT);
    html.open(
        "svg",
        &[("viewBox", &size), ("role", "img"), ("aria-label", "Students by marks"), ("class", "bars")],
    )?;
    for (place, number) in counts.iter().enumerate() {
        let height = number * HEIGHT / most;
        let border = |place: usize| marks(out_of * amount(place) / amount(PARTS));
        let range = format!("{}\u{2013}{}", border(place), border(place + 1));
        let (left, top) = (place * WIDTH + 2, HEAD + HEIGHT - height);
        let middle = (place * WIDTH + WIDTH / 2).to_string();
        html.raw("<g>")?;
        html.element("title", &[], &format!("{range}: {}", count(*number, "student")))?;
        html.empty(
            "rect",
            &[
                ("x", &left.to_string()),
                ("y", &top.to_string()),
                ("width", &(WIDTH - 4).to_string()),
                ("height", &height.to_string()),
            ],
        )?;
        if *number > 0 {
            html.element(
                "text",
                &[("x", &middle), ("y", &(top - 4).to_string()), ("class", "count")],
                &number.to_string(),
            )?;
        }
        html.element("text", &[("x", &middle), ("y", &(HEAD + HEIGHT + 14).to_string())], &range)?;
        html.raw("</g>\n")?;
    }
    html.raw("</svg>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_total_is_in_one_part_and_full_marks_are_in_the_last() {
        assert_eq!(counts(&[0.0, 0.99, 1.0, 5.0, 9.0, 9.99, 10.0], 10.0), [2, 1, 0, 0, 0, 1, 0, 0, 0, 3]);
        assert_eq!(counts(&[0.3, 0.6], 0.6), [0, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
    }

    #[test]
    fn the_middle_of_an_even_number_is_between_two() {
        assert!(
            in_words(&[1.0, 4.0, 2.0, 3.0], 4.0)
                .contains("from 1 to 4, on average 2.5, half of them 2.5 or less")
        );
        assert!(in_words(&[3.0, 1.0, 1.0], 4.0).contains("half of them 1 or less"));
    }
}
