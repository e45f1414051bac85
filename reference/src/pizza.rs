//! Pizza orders: a client places three orders in a row, each of one or more pizzas.
//!
//! For every pizza the menu of five flavors is shown and one is selected. Four have preset
//! ingredients; for the fifth, Custom, the ingredients are selected from a list of fifteen and keep
//! the order in which they were typed. Only `n`, in any letter case and with blanks around it, ends
//! an order, whose summary numbers its pizzas from 1.
//!
//! The text demands no validation: a program fails where an id is none, and so does this one.

use crate::bends::{Bend, Bends, bent};
use crate::console::{Console, Play, Question, Replies, Stop};
use crate::setup::Setup;

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

/// The rules as the text has them, unless they are bent.
pub(crate) struct PizzaRules {
    /// "for i in range(3): # placing 3 pizza orders".
    orders: usize,
    /// "It should be set to 1 for the first pizza order, 2 for the second, and so on."
    order_id: fn(number: usize) -> usize,
    /// "Keep displaying a select menu … for ordering each pizza".
    menu: Menu,
    /// "Until receiving the response 'n'": "user input that is uppercase or probably with leading or trailing spaces".
    is_enough: fn(reply: &str) -> bool,
    /// "`self.pizza_list` which is initialized as an empty list for each new order".
    list: PizzaList,
    /// "self.ingreds which is assigned with the argument `custom_ingreds`".
    custom: fn(typed: Vec<usize>) -> Vec<usize>,
    /// "A list of user input choices of ingredient id's": each pizza has its own.
    custom_list: CustomList,
}

/// How often the menu is shown.
#[derive(PartialEq, Eq)]
enum Menu {
    ForEachPizza,
    OncePerOrder,
    WithAHeading,
}

/// What becomes of the list of pizzas when an order ends.
#[derive(PartialEq, Eq)]
enum PizzaList {
    NewForEachOrder,
    SharedByAllOrders,
}

/// Whose the list of custom ingredients is.
#[derive(PartialEq, Eq)]
enum CustomList {
    OwnForEachPizza,
    AddedTo,
    SharedByAllPizzas,
}

impl Default for PizzaRules {
    fn default() -> Self {
        Self {
            orders: 3,
            order_id: |number| number,
            menu: Menu::ForEachPizza,
            is_enough: |reply| reply.trim().eq_ignore_ascii_case("n"),
            list: PizzaList::NewForEachOrder,
            custom: |typed| typed,
            custom_list: CustomList::OwnForEachPizza,
        }
    }
}

/// How beginners get the rules wrong.
pub(crate) const BENDS: &[Bend<PizzaRules>] = &[
    Bend::new("only-two-orders", |rules| rules.orders = 2),
    Bend::new("orders-numbered-from-0", |rules| rules.order_id = |number| number - 1),
    Bend::new("orders-always-number-1", |rules| rules.order_id = |_| 1),
    Bend::new("menu-once-per-order", |rules| rules.menu = Menu::OncePerOrder),
    Bend::new("heading-for-each-pizza", |rules| rules.menu = Menu::WithAHeading),
    Bend::new("upper-case-goes-on", |rules| rules.is_enough = |reply| reply.trim() == "n"),
    Bend::new("blanks-go-on", |rules| rules.is_enough = |reply| reply.eq_ignore_ascii_case("n")),
    Bend::new("only-small-y-goes-on", |rules| rules.is_enough = |reply| reply != "y"),
    Bend::new("y-ends-n-goes-on", |rules| rules.is_enough = |reply| !reply.trim().eq_ignore_ascii_case("n")),
    Bend::new("one-pizza-per-order", |rules| rules.is_enough = |_| true),
    Bend::new("pizzas-of-all-orders", |rules| rules.list = PizzaList::SharedByAllOrders),
    Bend::new("ingredients-sorted", |rules| {
        rules.custom = |mut typed| {
            typed.sort_unstable();
            typed
        };
    }),
    Bend::new("first-ingredient-only", |rules| rules.custom = |typed| typed.into_iter().take(1).collect()),
    Bend::new("first-ingredient-lost", |rules| rules.custom = |typed| typed.into_iter().skip(1).collect()),
    Bend::new("last-ingredient-lost", |rules| {
        rules.custom = |mut typed| {
            typed.pop();
            typed
        };
    }),
    Bend::new("custom-ingredients-added-up", |rules| rules.custom_list = CustomList::AddedTo),
    Bend::new("custom-ingredients-shared", |rules| rules.custom_list = CustomList::SharedByAllPizzas),
];

/// Plays "Sample Client Code": three orders, each followed by its summary.
pub(crate) fn play(_setup: &Setup, bends: Bends, console: &mut dyn Console) -> Play {
    let rules = bent(BENDS, bends);
    let mut pizzas = Vec::new();
    for order in (1..=rules.orders).map(rules.order_id) {
        if rules.list == PizzaList::NewForEachOrder {
            pizzas.clear();
        }
        take_order(order, &rules, &mut pizzas, console)?;
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
fn take_order(order: usize, rules: &PizzaRules, pizzas: &mut Vec<Pizza>, console: &mut dyn Console) -> Play {
    let already = pizzas.len();
    loop {
        let is_first = pizzas.len() == already;
        if is_first || rules.menu == Menu::WithAHeading {
            console.about("order");
            console.say(&format!("Pizza order {order}:\n"))?;
        }
        if is_first || rules.menu != Menu::OncePerOrder {
            show_menu(console)?;
        }
        pizzas.push(select_menu(rules, console)?);
        share_ingredients(rules, pizzas);
        console.about("question/more");
        let accepted = ["y", "n", "Y", "N", " n ", " Y "].map(String::from).to_vec();
        let more = console.ask(&Question {
            name: "more",
            prompt: "Do you want more pizzas (y/n)? ",
            replies: Replies { accepted, ..Replies::default() },
        })?;
        if (rules.is_enough)(&more) {
            return Ok(());
        }
    }
}

/// Every custom pizza has the ingredients that were typed for it, unless that rule is bent.
fn share_ingredients(rules: &PizzaRules, pizzas: &mut [Pizza]) {
    let custom = |pizza: &&mut Pizza| is_custom(pizza);
    let Some((newest, before)) = pizzas.split_last_mut() else { return };
    if custom(&newest) && rules.custom_list == CustomList::AddedTo {
        let earlier = before.iter().rfind(|pizza| pizza.flavor == newest.flavor);
        newest.ingredients.splice(0..0, earlier.map(|pizza| pizza.ingredients.clone()).unwrap_or_default());
    }
    if custom(&newest) && rules.custom_list == CustomList::SharedByAllPizzas {
        before.iter_mut().filter(custom).for_each(|pizza| pizza.ingredients.clone_from(&newest.ingredients));
    }
}

fn is_custom(pizza: &Pizza) -> bool {
    pizza.flavor == FLAVORS[FLAVORS.len() - 1].0
}

fn show_menu(console: &mut dyn Console) -> Play {
    console.about("menu");
    for (number, (flavor, _)) in (1..).zip(FLAVORS) {
        console.say(&format!("{number}. {flavor}\n"))?;
    }
    Ok(())
}

/// (d) of the text: shows the list of ingredients to who picks the last flavor.
fn select_menu(rules: &PizzaRules, console: &mut dyn Console) -> Play<Pizza> {
    console.about("question/flavor");
    let accepted = (1..=FLAVORS.len()).map(|number| number.to_string()).collect();
    let choice = console.ask(&Question {
        name: "flavor",
        prompt: "Select a flavor: ",
        replies: Replies { accepted, ..Replies::default() },
    })?;
    let number = id(&choice, FLAVORS.len())?;
    let (flavor, preset) = FLAVORS[number - 1];
    let ingredients =
        if number == FLAVORS.len() { (rules.custom)(select_ingredients(console)?) } else { preset.to_vec() };
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
    for (number, pizza) in (1..).zip(pizzas) {
        console.about("summary/number");
        console.say(&format!("{number}. "))?;
        console.about(if is_custom(pizza) { "summary/custom" } else { "summary/preset" });
        console.say(&format!("{}\n", pizza.describe()))?;
    }
    Ok(())
}

/// Returns the number from 1 to `last` that was typed.
fn id(text: &str, last: usize) -> Play<usize> {
    let number = text.trim().parse().ok().filter(|number| (1..=last).contains(number));
    number.ok_or_else(|| Stop::raised("ValueError", format!("no number from 1 to {last}: '{text}'")))
}
