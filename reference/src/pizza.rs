//! Pizza orders: a client places three orders in a row, each of one or more pizzas.
//!
//! For every pizza the menu of five flavors is shown and one is selected. Four have preset
//! ingredients; for the fifth, Custom, the ingredients are selected from a list of fifteen and keep
//! the order in which they were typed. Only `n`, in any letter case and with blanks around it, ends
//! an order, whose summary numbers its pizzas from 1.
//!
//! The text demands no validation: a program fails where an id is none, and so does this one.

use crate::console::{Console, Play, Question, Replies, Stop};
use crate::setup::Setup;

/// How many orders the client places.
const ORDERS: usize = 3;

/// The class variable `ingredients`; the first has id 1.
const INGREDIENTS: [&str; 15] = [
    "Ham",
    "Sausage",
    "Bacon",
    "Beef",
    "Meatball",
    "Spinach",
    "Olive",
    "Mushroom",
    "Tomato",
    "Eggplant",
    "Garlic",
    "Cheese",
    "Pineapple",
    "Onion",
    "Caper",
];

/// How many ingredients a line of their list holds.
const INGREDIENTS_A_LINE: usize = 5;

/// The class variable `flavors`, in menu order; the last one's ingredients are for the client to select.
const FLAVORS: [(&str, &[usize]); 5] = [
    ("Hawaiian", &[1, 13]),
    ("Garden Feast", &[6, 7, 8, 9, 10]),
    ("Meat Festival", &[2, 3, 4, 5]),
    ("Carbonara", &[3, 12]),
    ("Custom", &[]),
];

/// Plays "Sample Client Code": three orders, each followed by its summary.
pub(crate) fn play(_setup: &Setup, console: &mut dyn Console) -> Play {
    for order in 1..=ORDERS {
        let pizzas = take_order(order, console)?;
        summarize(order, &pizzas, console)?;
    }
    Ok(())
}

/// (a) of the text: a flavor and the ids of its ingredients.
struct Pizza {
    flavor: &'static str,
    ingredients: Vec<usize>,
}

impl Pizza {
    /// (b) of the text.
    fn describe(&self) -> String {
        let names: Vec<_> = self.ingredients.iter().map(|id| INGREDIENTS[id - 1]).collect();
        format!("{} ({})", self.flavor, names.join(", "))
    }
}

/// (c) of the text: takes pizzas until the client wants no more.
fn take_order(order: usize, console: &mut dyn Console) -> Play<Vec<Pizza>> {
    console.about("order");
    console.say(&format!("Pizza order {order}:\n"))?;
    let mut pizzas = Vec::new();
    loop {
        pizzas.push(select_menu(console)?);
        console.about("question/more");
        let accepted = ["y", "n", "Y", "N", " n ", " Y "].map(String::from).to_vec();
        let more = console.ask(&Question {
            name: "more",
            prompt: "Do you want more pizzas (y/n)? ",
            replies: Replies { accepted, ..Replies::default() },
        })?;
        if more.trim().eq_ignore_ascii_case("n") {
            return Ok(pizzas);
        }
    }
}

/// (d) of the text: shows the menu, and the list of ingredients to who picks the last flavor.
fn select_menu(console: &mut dyn Console) -> Play<Pizza> {
    console.about("menu");
    for (number, (flavor, _)) in (1..).zip(FLAVORS) {
        console.say(&format!("{number}. {flavor}\n"))?;
    }
    console.about("question/flavor");
    let accepted = (1..=FLAVORS.len()).map(|number| number.to_string()).collect();
    let choice = console.ask(&Question {
        name: "flavor",
        prompt: "Select a flavor: ",
        replies: Replies { accepted, ..Replies::default() },
    })?;
    let number = id(&choice, FLAVORS.len())?;
    let (flavor, preset) = FLAVORS[number - 1];
    let ingredients = if number == FLAVORS.len() { select_ingredients(console)? } else { preset.to_vec() };
    Ok(Pizza { flavor, ingredients })
}

fn select_ingredients(console: &mut dyn Console) -> Play<Vec<usize>> {
    console.about("ingredients");
    for (line, names) in INGREDIENTS.chunks(INGREDIENTS_A_LINE).enumerate() {
        let first = line * INGREDIENTS_A_LINE + 1;
        let entries: Vec<_> = (first..).zip(names).map(|(id, name)| format!("{id}: {name}")).collect();
        console.say(&format!("{}\n", entries.join(", ")))?;
    }
    console.about("question/ingredients");
    let samples = ["3 5 7 10 12 15", "15 1", "12", "4 6 8 9 11 13", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"];
    let list = console.ask(&Question {
        name: "ingredients",
        prompt: "Select id's of ingredients: ",
        replies: Replies { accepted: samples.map(String::from).to_vec(), ..Replies::default() },
    })?;
    list.split_whitespace().map(|word| id(word, INGREDIENTS.len())).collect()
}

/// (e) of the text.
fn summarize(order: usize, pizzas: &[Pizza], console: &mut dyn Console) -> Play {
    console.about("summary/title");
    console.say(&format!("Pizza order {order}'s summary:\n"))?;
    console.about("summary/pizza");
    for (number, pizza) in (1..).zip(pizzas) {
        console.say(&format!("{number}. {}\n", pizza.describe()))?;
    }
    Ok(())
}

/// Returns the number from 1 to `last` that was typed.
fn id(text: &str, last: usize) -> Play<usize> {
    let number = text.trim().parse().ok().filter(|number| (1..=last).contains(number));
    number.ok_or_else(|| Stop::raised("ValueError", format!("no number from 1 to {last}: '{text}'")))
}
