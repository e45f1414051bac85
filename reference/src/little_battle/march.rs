//! The stage "Move Armies" (steps 5-e to 5-g) with its move results.

use std::cell::Cell;

use super::army::{Army, ArmyKind, BattlePlayer};
use super::board::{BattleBoard, Position, neighbours};
use super::rules::{
    AskedAgain, BeatenArmies, DeadScouts, EndsBy, Equals, FightWinner, LostArmies, MoveTold, Moved, OnTheWay,
    instead,
};
use super::shown::{FightEnd, MoveAnswer, shown_answer, shown_end};
use super::{ASIDES, LEAVING, ask};
use crate::console::{Console, Play, Question, Replies};

/// What is said of a move that is refused.
pub(super) const INVALID_MOVE: &str = "Invalid move. Try again.";

const MOVE_QUESTION: &str = "Enter four integers as a format 'x0 y0 x1 y1' to represent move unit \
    from (x0, y0) to (x1, y1) or 'NO' to end this turn.\n";

/// Lets `player` move until no army is left to move or the player ends the turn; returns the kind of
/// army that has captured the enemy's home, if one has.
pub(super) fn stage(
    player: BattlePlayer,
    board: &mut BattleBoard,
    console: &mut dyn Console,
) -> Play<Option<ArmyKind>> {
    console.about("stage/move");
    console.say(&format!("\n===Player {}'s Stage: Move Armies===\n", player.number()))?;
    loop {
        board.follow_armies(player, console);
        if !board.has_ready(player) {
            console.about("move/none");
            console.say("\nNo Army to Move: next turn.\n\n")?;
            return Ok(None);
        }
        let Some(order) = next_order(player, board, console)? else {
            console.about("move/end");
            console.say("\n")?;
            return Ok(None);
        };
        if execute(&order, player, board, console)? {
            return Ok(Some(order.kind));
        }
        if !board.rules.moves_more {
            console.about("move/end");
            console.say("\n")?;
            return Ok(None);
        }
    }
}

/// A valid move.
struct Order {
    kind: ArmyKind,
    from: Position,
    path: MovePath,
}

/// The cells that a move enters.
#[derive(Debug, Clone, Copy)]
struct MovePath {
    /// The one on the way, where it is two.
    passes: Option<Position>,
    target: Position,
}

impl MovePath {
    fn steps(self) -> impl Iterator<Item = Position> {
        self.passes.into_iter().chain([self.target])
    }
}

/// Steps 5-f and 5-g; returns a valid move, or nothing for `NO`.
fn next_order(player: BattlePlayer, board: &BattleBoard, console: &mut dyn Console) -> Play<Option<Order>> {
    let is_refused = Cell::new(false);
    loop {
        let is_silent = is_refused.get() && board.rules.asked_again == AskedAgain::Silently;
        let prompt = if is_silent { "" } else { MOVE_QUESTION };
        let question = Question { name: "move", prompt, replies: &|| moves(player, board) };
        let reply = ask(&question, board, console, &|console| {
            if is_refused.take() && board.rules.asked_again != AskedAgain::WithArmies {
                console.about("move/question");
                return Ok(());
            }
            show_ready(player, board, console)?;
            // After another command the question comes again.
            if is_silent { console.say(MOVE_QUESTION) } else { Ok(()) }
        })?;
        if (board.rules.ends_stage)(question.name, &reply) {
            return Ok(None);
        }
        let typed = parse(&reply);
        let order = typed.and_then(|(from, to)| order(player, board, from, to));
        let order = match shown_answer(board, console) {
            Some(MoveAnswer::Refused) => None,
            // Other cells than those that were typed are no move that was accepted, but other words for this one.
            Some(MoveAnswer::Moved(from, to)) if typed.is_none_or(|typed| typed == (from, to)) => {
                shown_order(player, board, from, to).or(order)
            }
            Some(MoveAnswer::Moved(..)) | None => order,
        };
        if order.is_some() {
            return Ok(order);
        }
        console.about("move/refusal");
        console.say(&format!("{}\n", board.rules.wrong_move))?;
        if board.rules.ends_by == EndsBy::InvalidMove {
            return Ok(None);
        }
        is_refused.set(true);
    }
}

/// "Print armies to move", after the empty line of step 5-f.
fn show_ready(player: BattlePlayer, board: &BattleBoard, console: &mut dyn Console) -> Play {
    console.about("move/armies");
    console.say("\nArmies to Move:\n")?;
    for kind in board.rules.listed {
        let places: Vec<String> = board
            .listed(player)
            .filter(|army| army.kind == kind)
            .map(|Army { at: (x, y), .. }| format!("({x}, {y})"))
            .collect();
        if !places.is_empty() || !board.rules.omits_empty_categories {
            console.say(&format!("  {}: {}\n", kind.name(), places.join(", ")))?;
        }
    }
    console.say("\n")?;
    console.about("move/question");
    Ok(())
}

fn parse(reply: &str) -> Option<(Position, Position)> {
    let numbers: Result<Vec<usize>, _> = reply.split_whitespace().map(str::parse).collect();
    match numbers.ok()?.as_slice() {
        &[x0, y0, x1, y1] => Some(((x0, y0), (x1, y1))),
        _ => None,
    }
}

/// "Valid Moves" and "Invalid Moves": returns the move, if the player may make it.
fn order(player: BattlePlayer, board: &BattleBoard, from: Position, to: Position) -> Option<Order> {
    let army = board.army_at(from)?;
    let path = straight_path(from, to, board.rules.path)?;
    (broken_rules(player, board, from, to) == 0).then_some(Order { kind: army.kind, from, path })
}

/// Returns a move that somebody else's program has made, if an army of the player can make it, whatever the rules of moves.
fn shown_order(player: BattlePlayer, board: &BattleBoard, from: Position, to: Position) -> Option<Order> {
    let army = board.army_at(from).filter(|army| army.owner == player)?;
    let path = straight_path(from, to, |_| true).unwrap_or(MovePath { passes: None, target: to });
    Some(Order { kind: army.kind, from, path })
}

/// Returns how many of the rules about moves this one breaks: whose army it is, where it goes, and how far.
fn broken_rules(player: BattlePlayer, board: &BattleBoard, from: Position, to: Position) -> usize {
    let rules = &board.rules;
    let may_move = |army: &&Army| !army.moved || rules.moved == Moved::MovesAgainUnlisted;
    let army = board.army_at(from).filter(|army| army.owner == player).filter(may_move);
    let path = straight_path(from, to, rules.path);
    let reach = army.map_or(1, |army| (rules.reach)(army.kind));
    let least = army.map_or(0, |army| (rules.least_steps)(army.kind));
    let home = board.home(player);
    let army_of_own = |at| board.army_at(at).is_some_and(|army| army.owner == player);
    let army_of_enemy = |at| board.army_at(at).is_some_and(|army| army.owner != player);
    let passes = path.and_then(|path| path.passes);
    let broken = [
        army.is_none(),
        path.is_none_or(|path| !(least..=reach).contains(&path.steps().count())),
        !board.is_within_moves(to),
        board.water_at(to) && !rules.enters_water,
        to == board.home(player.enemy()) && !rules.enters_enemy_home,
        (to == home && !rules.enters_own_home || army_of_own(to) && !rules.enters_own_armies) && from != to,
        passes.is_some_and(|at| at == home && !rules.passes_own_home || army_of_own(at) && !rules.passes_own),
        passes.is_some_and(|at| army_of_enemy(at) && !rules.passes_enemies),
    ];
    broken.into_iter().filter(|is_broken| *is_broken).count()
}

/// Returns the one or two cells entered on the way north, east, south or west from `from` to `to`.
fn straight_path(from: Position, to: Position, is_allowed: fn((usize, usize)) -> bool) -> Option<MovePath> {
    let across = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
    match across {
        _ if !is_allowed(across) => None,
        (0 | 1, 0 | 1) => Some(MovePath { passes: None, target: to }),
        (2, 0 | 2) | (0, 2) => {
            Some(MovePath { passes: Some((from.0.midpoint(to.0), from.1.midpoint(to.1))), target: to })
        }
        _ => None,
    }
}

/// "Move Results"; returns whether the enemy's home was captured.
fn execute(
    order: &Order,
    player: BattlePlayer,
    board: &mut BattleBoard,
    console: &mut dyn Console,
) -> Play<bool> {
    console.about("move/moved");
    console.say("\n")?;
    if board.rules.move_told == MoveTold::First {
        tell(order, player, board, console)?;
    }
    let end = walk(order, player, board, console)?;
    let is_told = match board.rules.move_told {
        MoveTold::First => false,
        MoveTold::AfterItsResults => true,
        MoveTold::AfterItsResultsIfTheGameGoesOn => !matches!(end, Step::Captured),
    };
    if is_told {
        tell(order, player, board, console)?;
    }
    match end {
        Step::Alive => board.advance(order.from, (board.rules.arrival)(order.from, order.path.target)),
        Step::Stays => board.advance(order.from, order.from),
        Step::Lost | Step::Captured => {}
    }
    Ok(matches!(end, Step::Captured))
}

/// Prints which army has moved, from where and to where.
fn tell(order: &Order, player: BattlePlayer, board: &BattleBoard, console: &mut dyn Console) -> Play {
    let Order { kind, from: (x0, y0), path } = order;
    let (x1, y1) = match board.rules.dead_scouts {
        DeadScouts::WhereTheyWereSent => path.target,
        DeadScouts::WhereTheyDied => {
            let is_deadly = |at: &Position| board.water_at(*at) || board.enemy_at(player, *at).is_some();
            path.steps().find(is_deadly).unwrap_or(path.target)
        }
    };
    console.about("move/moved");
    console.say(&format!("You have moved {} from ", kind.name()))?;
    console.about("move/cells");
    console.say(&format!("({x0}, {y0}) to ({x1}, {y1}).\n"))
}

/// Lets an army enter each cell on its way, and returns what becomes of it.
fn walk(
    order: &Order,
    player: BattlePlayer,
    board: &mut BattleBoard,
    console: &mut dyn Console,
) -> Play<Step> {
    let Order { kind, from, path } = order;
    let enters_all = board.rules.on_the_way != OnTheWay::Nothing;
    let mut fights = 0;
    for step in path.steps().filter(|step| enters_all || *step == path.target) {
        let march = March { kind: *kind, player, from: *from, step, is_last: step == path.target };
        match enter(&march, &mut fights, board, console)? {
            Step::Alive => {}
            end => return Ok(end),
        }
    }
    Ok(Step::Alive)
}

/// What becomes of an army on one step.
enum Step {
    Alive,
    /// Only by bent rules.
    Stays,
    Lost,
    Captured,
}

/// An army on its way.
struct March {
    kind: ArmyKind,
    player: BattlePlayer,
    /// Where it started.
    from: Position,
    /// The cell that it enters.
    step: Position,
    /// Whether the move ends there.
    is_last: bool,
}

/// Lets an army enter its next cell.
fn enter(
    march: &March,
    fights: &mut usize,
    board: &mut BattleBoard,
    console: &mut dyn Console,
) -> Play<Step> {
    let &March { player, step, is_last, .. } = march;
    let drowns = board.water_at(step) && board.rules.drowns;
    if !is_last && !drowns && board.rules.on_the_way == OnTheWay::OnlyDrowns {
        return Ok(Step::Alive);
    }
    if step == board.home((board.rules.captured_home)(player)) && (is_last || board.rules.captures_by_passing)
    {
        return Ok(Step::Captured);
    }
    if drowns {
        return lose(march, board, console);
    }
    if let Some(enemy) = board.enemy_at(player, step).map(|army| army.kind) {
        *fights += 1;
        return fight(march, enemy, *fights, board, console);
    }
    if !is_last && board.rules.on_the_way == OnTheWay::NothingCollected {
        return Ok(Step::Alive);
    }
    if let Some((resource, collected)) = board.collect(player, step) {
        console.about("result/collect");
        let told =
            (board.rules.collected_told_as)(instead(board.rules.told_as, resource).unwrap_or(resource));
        console.say(&format!("Good. We collected {collected} {told}.\n"))?;
    }
    Ok(Step::Alive)
}

fn fight(
    march: &March,
    enemy: ArmyKind,
    number: usize,
    board: &mut BattleBoard,
    console: &mut dyn Console,
) -> Play<Step> {
    let &March { kind, from, step, .. } = march;
    let shown = shown_end(number, board, console);
    let equals = match shown {
        Some(end) => (end == FightEnd::Destroyed).then_some(board.rules.equals),
        None => (kind == enemy).then_some(board.rules.equals),
    };
    let is_lost = shown.map_or_else(|| (board.rules.counters)(enemy, kind), |end| end == FightEnd::Lost);
    if is_lost || equals == Some(Equals::ArmyDisappears) {
        if board.rules.enemies_always_disappear {
            board.remove_army(step);
        }
        return lose(march, board, console);
    }
    console.about("result/fight");
    match board.rules.beaten_armies {
        BeatenArmies::StayInTheList => board.beat_army(step),
        BeatenArmies::StayOnTheMap if equals.is_none() => {}
        _ if equals == Some(Equals::BothAreSaidToDisappear) => {}
        BeatenArmies::Disappear | BeatenArmies::StayOnTheMap => board.remove_army(step),
    }
    if equals.is_some_and(|equals| equals != Equals::EnemyDisappears) {
        console.say(&format!("We destroyed the enemy {} with massive loss!\n", enemy.name()))?;
        match equals {
            Some(Equals::EnemyDisappearsBothAreSaidTo) => return Ok(Step::Alive),
            Some(Equals::EnemyDisappearsAndTheArmyStays) => return Ok(Step::Stays),
            _ => {}
        }
        board.lose_army(from);
        return Ok(Step::Lost);
    }
    console.say(&format!("Great! We defeated the enemy {}!\n", enemy.name()))?;
    Ok(match board.rules.winner {
        FightWinner::Arrives => Step::Alive,
        FightWinner::StaysWhereItWas => Step::Stays,
    })
}

fn lose(march: &March, board: &mut BattleBoard, console: &mut dyn Console) -> Play<Step> {
    let &March { kind, from, step, .. } = march;
    let is_in_water = board.water_at(step);
    let goes_on = board.rules.lost_armies == LostArmies::GoOnThroughWater && is_in_water;
    let stays = match board.rules.lost_armies {
        LostArmies::Disappear | LostArmies::GoOnThroughWater | LostArmies::LeaveTheirShadows => false,
        LostArmies::StayWhereTheyWere => true,
        LostArmies::StayIfInWater => is_in_water,
        LostArmies::StayIfDefeated => !is_in_water,
    };
    if stays {
        board.advance(from, from);
    } else if !goes_on {
        board.lose_army(from);
    }
    console.about("result/lost");
    console.say(&format!("We lost the army {} due to your command!\n", (board.rules.lost_told_as)(kind)))?;
    Ok(if goes_on { Step::Alive } else { Step::Lost })
}

/// Refused are moves that break one rule only, so that it is plain why, and what are no four integers.
fn moves(player: BattlePlayer, board: &BattleBoard) -> Replies {
    let mut accepted = Vec::new();
    let mut refused = ["", "no", "1 1", "1 1 1 2 1", "a b c d", "2,1,2,2"].map(String::from).to_vec();
    let empty = board.free_places(player).into_iter().take(1);
    let others = board.armies().filter(|army| army.owner != player || army.moved).map(|army| army.at);
    for from in board.ready(player).map(|army| army.at).chain(others).chain(empty) {
        let near = neighbours(from);
        let far = near.iter().flat_map(|near| neighbours(*near));
        for to in near.iter().copied().chain(far) {
            let reply = || format!("{} {} {} {}", from.0, from.1, to.0, to.1);
            match broken_rules(player, board, from, to) {
                0 if !arrives_on_another(board, from, to) => accepted.push(reply()),
                1 => refused.push(reply()),
                _ => {}
            }
        }
    }
    accepted.push("NO".to_string());
    Replies { accepted, asides: ASIDES, leaving: LEAVING, refused, seldom: off_the_map(player, board) }
}

/// Returns whether two armies would share a cell, as only by bent rules they may: which of them fights or moves next follows from nothing.
fn arrives_on_another(board: &BattleBoard, from: Position, to: Position) -> bool {
    let at = (board.rules.arrival)(from, to);
    at != to && at != from && board.army_at(at).is_some()
}

/// Returns a move of one cell to the left of the map, and one above it, as far as an army can make them.
fn off_the_map(player: BattlePlayer, board: &BattleBoard) -> Vec<String> {
    let ready = || board.ready(player).map(|army| army.at);
    let left = ready().find(|at| at.0 == 0).map(|(x, y)| format!("{x} {y} -1 {y}"));
    let above = ready().find(|at| at.1 == 0).map(|(x, y)| format!("{x} {y} {x} -1"));
    left.into_iter().chain(above).collect()
}
