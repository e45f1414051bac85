//! Pizza orders: a client places three orders in a row, each of one or more pizzas.
//!
//! For every pizza the menu of five flavors is shown and one is selected. Four have preset
//! ingredients; for the fifth, Custom, the ingredients are selected from a list of fifteen and keep
//! the order in which they were typed. Only `n`, in any letter case and with blanks around it, ends
//! an order, whose summary numbers its pizzas from 1.
//!
//! The text demands no validation: a program fails where an id is none, and so does this one.

mod rules;

use std::ops::RangeInclusive;

use crate::bends::{Bends, bent};
use crate::console::{Console, Play, Question, Replies, Stop};
use crate::setup::Setup;
use crate::unread::{Reads, Unread};

pub(crate) use rules::BENDS;
use rules::{CustomList, Ids, ListShown, Menu, PizzaList, PizzaRules, Summaries, WithoutIngredients};

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
pub(crate) fn play(_setup: &Setup, bends: Bends, console: &mut dyn Console) -> Play {
    let rules = bent(BENDS, bends);
    let mut pizzas = Vec::new();
    let mut waiting = Vec::new();
    let mut listed = 0;
    let mut carried = CarriedOver::default();
    for number in 1..=rules.orders {
        let order = (rules.order_id)(number);
        if rules.list != PizzaList::SharedByAllOrders {
            pizzas.clear();
        }
        let is_kept = [CustomList::OneOfAllOrdersThatIsAddedTo, CustomList::AddedToOverAllOrders]
            .contains(&rules.custom_list);
        if !is_kept {
            carried.custom.clear();
        }
        if number == 1 || rules.forgets_answer {
            take_order(order, &rules, &mut pizzas, &mut carried, console)?;
        } else {
            show_order(order, console)?;
        }
        waiting.push((order, pizzas.clone()));
        if matches!(rules.summaries, Summaries::AfterEachOrder | Summaries::AfterEachPizzaAndOrder) {
            summarize_all(&mut waiting, &mut listed, &rules, console)?;
        }
    }
    if matches!(rules.summaries, Summaries::Never | Summaries::AfterEachPizza) {
        return Ok(());
    }
    summarize_all(&mut waiting, &mut listed, &rules, console)
}

/// What goes on from one answer or pizza to the next; only by bent rules anything does.
#[derive(Default)]
struct CarriedOver {
    /// What was left of a line of which a word was read.
    unread: Unread,
    /// The ingredients of the last custom pizza.
    custom: Vec<usize>,
    /// Whether a pizza was ordered.
    has_ordered: bool,
}

/// (a) of the text: a flavor and the places of its ingredients in their list.
#[derive(Clone)]
struct Pizza {
    /// Empty only by bent rules.
    flavor: &'static str,
    ingredients: Vec<usize>,
    /// Its number in its order.
    number: usize,
}

impl Pizza {
    /// (b) of the text.
    fn describe(&self, rules: &PizzaRules) -> Play<String> {
        if self.ingredients.is_empty()
            && is_custom(self)
            && rules.without_ingredients == WithoutIngredients::Fail
        {
            return Err(Stop::raised("TypeError", "there are no ingredients"));
        }
        // Every id has a place, but not by bent rules.
        let name = |place: &usize| match (rules.name_at)(*place, is_custom(self)) {
            Some(at) => {
                let name = INGREDIENTS.get(at).copied().or(rules.name_behind);
                name.map(ToString::to_string).ok_or_else(Stop::outside_a_list)
            }
            None => Ok((place + 1).to_string()),
        };
        let names: Vec<String> = self.ingredients.iter().map(name).collect::<Play<_>>()?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if !(rules.names_ingredients)(is_custom(self)) {
            return Ok(self.flavor.to_string());
        }
        let flavor = if rules.names_flavor { format!("{} ", self.flavor) } else { String::new() };
        Ok(format!("{flavor}({})", (rules.described)(&names)))
    }
}

/// (c) of the text: takes pizzas until the client wants no more.
fn take_order(
    order: usize,
    rules: &PizzaRules,
    pizzas: &mut Vec<Pizza>,
    carried: &mut CarriedOver,
    console: &mut dyn Console,
) -> Play {
    for number in 1.. {
        let is_first = number == 1;
        if is_first || rules.menu == Menu::WithAHeading {
            show_order(order, console)?;
        }
        let is_shown = match rules.menu {
            Menu::ForEachPizza | Menu::WithAHeading => true,
            Menu::OncePerOrder => is_first,
            Menu::Once => !carried.has_ordered,
            Menu::NotAtFirst => carried.has_ordered,
        };
        carried.has_ordered = true;
        if is_shown {
            show_menu(console)?;
        }
        let pizza = Pizza { number, ..select_menu(rules, carried, console)? };
        if rules.list == PizzaList::NewForEachPizza {
            pizzas.clear();
        }
        let is_there = pizzas.iter().any(|other| other.flavor == pizza.flavor);
        if !(rules.drops_flavors_again && is_there) {
            pizzas.push(pizza);
        }
        share_ingredients(rules, pizzas, &mut carried.custom);
        if matches!(rules.summaries, Summaries::AfterEachPizza | Summaries::AfterEachPizzaAndOrder) {
            summarize(order, pizzas, 1, rules, console)?;
        }
        console.about("question/more");
        let question = Question {
            name: "more",
            prompt: "Do you want more pizzas (y/n)? ",
            replies: &|| Replies::accepting(["y", "n", "Y", "N", " n ", " Y "]),
        };
        let more = carried.unread.ask(rules.reads.more, &question, console)?;
        if (rules.is_enough)(&more) {
            break;
        }
    }
    Ok(())
}

fn show_order(order: usize, console: &mut dyn Console) -> Play {
    console.about("order");
    console.say(&format!("Pizza order {order}:\n"))
}

/// Every custom pizza has the ingredients that were typed for it, unless that rule is bent.
fn share_ingredients(rules: &PizzaRules, pizzas: &mut [Pizza], last: &mut Vec<usize>) {
    let Some((newest, before)) = pizzas.split_last_mut() else { return };
    let adds_to_pizza_before = match rules.custom_list {
        CustomList::AddedToByEachPizza => true,
        CustomList::AddedToPizzaBefore => is_custom(newest),
        _ => false,
    };
    if adds_to_pizza_before {
        let earlier = before.last().map(|pizza| &pizza.ingredients[..]).unwrap_or_default();
        newest.ingredients.splice(0..0, earlier.iter().copied());
        return;
    }
    let has_the_list =
        |pizza: &Pizza| rules.custom_list == CustomList::SharedByPresetsToo || is_custom(pizza);
    if !has_the_list(newest) {
        return;
    }
    if rules.custom_list == CustomList::SharedArray {
        let filled = newest.ingredients.len().min(last.len());
        last.splice(..filled, newest.ingredients.iter().copied());
        for pizza in before.iter_mut().filter(|pizza| is_custom(pizza)) {
            pizza.ingredients.iter_mut().zip(&*last).for_each(|(own, shared)| *own = *shared);
        }
        return;
    }
    let (is_added_to, is_shared) = match rules.custom_list {
        CustomList::OwnForEachPizza
        | CustomList::AddedToByEachPizza
        | CustomList::AddedToPizzaBefore
        | CustomList::SharedArray => (false, false),
        CustomList::AddedTo | CustomList::AddedToOverAllOrders => (true, false),
        CustomList::SharedByAllPizzas | CustomList::SharedByPresetsToo => (false, true),
        CustomList::OneThatIsAddedTo | CustomList::OneOfAllOrdersThatIsAddedTo => (true, true),
    };
    if is_added_to {
        newest.ingredients.splice(0..0, last.iter().copied());
    }
    if is_shared {
        let shared = before.iter_mut().filter(|pizza| has_the_list(pizza));
        shared.for_each(|pizza| pizza.ingredients.clone_from(&newest.ingredients));
    }
    last.clone_from(&newest.ingredients);
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
fn select_menu(rules: &PizzaRules, carried: &mut CarriedOver, console: &mut dyn Console) -> Play<Pizza> {
    if rules.list_shown == ListShown::BeforeEachFlavor {
        list_ingredients(rules, console)?;
    }
    console.about("question/flavor");
    let replies = || Replies {
        accepted: (1..=FLAVORS.len()).map(|number| number.to_string()).collect(),
        ..Replies::default()
    };
    let question = Question { name: "flavor", prompt: "Select a flavor: ", replies: &replies };
    let choice = carried.unread.ask(rules.reads.flavor, &question, console)?;
    let number = id(&choice, 1..=FLAVORS.len());
    if number.is_err() && rules.reads.flavor == Reads::Word && choice.parse::<usize>().is_ok() {
        if rules.ids == Ids::AlwaysSix {
            // Programs that read single words compare the flavor with each of the five, and go on without one.
            return Ok(Pizza { flavor: "", ingredients: Vec::new(), number: 1 });
        }
        // An id that is taken for a flavor is none of the four: many programs fail only when they look it up.
        select_ingredients(rules, carried, console)?;
    }
    let number = number?;
    // Every choice has a flavor, but not by bent rules.
    let (mut flavor, preset) = FLAVORS[(rules.picked)(number).ok_or_else(Stop::outside_a_list)?];
    let mut ingredients: Vec<usize> = preset.iter().map(|id| (rules.preset_place)(*id)).collect();
    if rules.list_shown == ListShown::AfterEachFlavor {
        list_ingredients(rules, console)?;
    }
    if (rules.asks_for_ingredients)(number) {
        let selected = select_ingredients(rules, carried, console)?;
        if rules.falls_through {
            flavor = FLAVORS[FLAVORS.len() - 1].0;
            ingredients.extend(selected);
        } else if number == FLAVORS.len() {
            ingredients = selected;
        }
    }
    Ok(Pizza { flavor, ingredients, number: 1 })
}

fn list_ingredients(rules: &PizzaRules, console: &mut dyn Console) -> Play {
    console.about("ingredients");
    let listed = &INGREDIENTS[..rules.listed.ingredients];
    for (line, names) in listed.chunks(INGREDIENTS_A_LINE).enumerate() {
        let first = line * INGREDIENTS_A_LINE + 1;
        let entries: Vec<_> =
            (first..).zip(names).map(|(id, name)| format!("{}: {name}", (rules.shown_id)(id))).collect();
        let is_whole = names.len() == INGREDIENTS_A_LINE;
        let end = if is_whole || rules.listed.ends_its_line { "\n" } else { ", " };
        console.say(&format!("{}{end}", entries.join(", ")))?;
    }
    Ok(())
}

fn select_ingredients(
    rules: &PizzaRules,
    carried: &mut CarriedOver,
    console: &mut dyn Console,
) -> Play<Vec<usize>> {
    if rules.list_shown == ListShown::WhereIdsAreAsked {
        list_ingredients(rules, console)?;
    }
    let line = read_ids(rules, carried, console)?;
    let ids = match rules.ids {
        Ids::InALine => line,
        Ids::LinesUntilAnEmptyOne => read_lines(line, rules, carried, console)?,
        Ids::AlwaysSix => read_six(line, rules, carried, console)?,
    };
    let places: Vec<usize> = (rules.custom)(ids).into_iter().map(rules.place).collect();
    if rules.looks_up_at_once && places.iter().any(|place| *place >= INGREDIENTS.len()) {
        return Err(Stop::outside_a_list());
    }
    Ok(places)
}

/// Returns the ids of a line.
fn read_ids(rules: &PizzaRules, carried: &mut CarriedOver, console: &mut dyn Console) -> Play<Vec<usize>> {
    console.about("question/ingredients");
    let prompt = "Select id's of ingredients: ";
    let is_silent = rules.list_shown == ListShown::AfterThePrompt;
    if is_silent {
        console.say(prompt)?;
        list_ingredients(rules, console)?;
    }
    let samples = ["3 5 7 10 12 15", "15 1", "12", "4 6 8 9 11 13", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"];
    let question = Question {
        name: "ingredients",
        prompt: if is_silent { "" } else { prompt },
        replies: &|| Replies::accepting(samples),
    };
    let list = carried.unread.ask(rules.reads.ids, &question, console)?;
    (rules.split)(&list).iter().map(|word| id(word, rules.least_id..=INGREDIENTS.len())).collect()
}

/// Returns the ids of lines that hold one each, the first of which was read, until one is empty; only by bent rules.
fn read_lines(
    mut line: Vec<usize>,
    rules: &PizzaRules,
    carried: &mut CarriedOver,
    console: &mut dyn Console,
) -> Play<Vec<usize>> {
    let mut ids = Vec::new();
    while let [first, others @ ..] = &line[..] {
        if !others.is_empty() {
            return Err(Stop::raised("ValueError", "several numbers"));
        }
        ids.push(*first);
        line = read_ids(rules, carried, console)?;
    }
    Ok(ids)
}

/// Returns six ids, of which these are the first, whatever is typed; only by bent rules.
fn read_six(
    mut ids: Vec<usize>,
    rules: &PizzaRules,
    carried: &mut CarriedOver,
    console: &mut dyn Console,
) -> Play<Vec<usize>> {
    while ids.len() < 6 {
        let question = Question { name: "ingredients", prompt: "", replies: &|| Replies::accepting(["12"]) };
        let word = carried.unread.ask(rules.reads.ids, &question, console)?;
        if word.parse::<usize>().is_err() {
            carried.unread.put_back(&word);
            ids.resize(6, ids.last().copied().unwrap_or(1));
        } else {
            ids.push(id(&word, rules.least_id..=INGREDIENTS.len())?);
        }
    }
    Ok(ids)
}

/// Prints the summaries of the orders that wait for theirs. So many pizzas are `listed` in summaries.
fn summarize_all(
    waiting: &mut Vec<(usize, Vec<Pizza>)>,
    listed: &mut usize,
    rules: &PizzaRules,
    console: &mut dyn Console,
) -> Play {
    waiting.drain(..).try_for_each(|(order, pizzas)| {
        let first = (rules.first_pizza)(order, *listed);
        *listed += pizzas.len();
        summarize(order, &pizzas, first, rules, console)
    })
}

/// (e) of the text.
fn summarize(
    order: usize,
    pizzas: &[Pizza],
    first: usize,
    rules: &PizzaRules,
    console: &mut dyn Console,
) -> Play {
    console.about("summary/title");
    console.say(&format!("Pizza order {}'s summary:\n", (rules.summary_id)(order, pizzas.len())))?;
    let listed = (rules.summarized)(pizzas.len()).into_iter().map(|at| &pizzas[at]);
    for (number, pizza) in (first..).zip(listed) {
        let number = if rules.numbers_within_orders { pizza.number } else { number };
        console.about("summary/number");
        console.say(&(rules.numbered)(order, number))?;
        if pizza.flavor.is_empty() {
            continue;
        }
        console.about(if is_custom(pizza) { "summary/custom" } else { "summary/preset" });
        console.say(&format!("{}\n", pizza.describe(rules)?))?;
    }
    Ok(())
}

/// Returns the number of these that was typed.
fn id(text: &str, ids: RangeInclusive<usize>) -> Play<usize> {
    let number = text.trim().parse().ok().filter(|number| ids.contains(number));
    number.ok_or_else(|| {
        let (first, last) = (ids.start(), ids.end());
        Stop::raised("ValueError", format!("no number from {first} to {last}: '{text}'"))
    })
}
