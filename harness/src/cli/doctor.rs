//! `harness doctor`: tells how well programs are contained on this machine, and what is missing.

use std::fmt::Write;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};

use super::{Status, Trouble, print};
use crate::doctor::advice;
use crate::doctor::attacks::{ATTACKS, Result, left_over};
use crate::leftovers::OwnFolder;
use crate::running::{Fault, controls, interruption, tier, trials};

/// Tells what is enforced; with `attack`, tries it.
pub(super) fn doctor(attack: bool) -> std::result::Result<Status, Trouble> {
    print(&findings())?;
    if attack { attack_all() } else { Ok(Status::Good) }
}

fn findings() -> String {
    let mut text = format!("sandbox {}: {}\n", tier().name(), tier().about());
    for control in controls(tier()) {
        let _ = writeln!(text, "  {:<11}  {:<20}  {}", control.grip.name(), control.name, control.why);
    }
    for trial in trials() {
        if let Some(obstacle) = &trial.obstacle {
            let _ =
                writeln!(text, "{} ({}) does not work: {obstacle}", trial.tier.name(), trial.tier.about());
        }
    }
    if trials().len() > 1 {
        let _ = writeln!(text, "to repair it: {}", advice());
    }
    text
}

/// Runs all attacks, and tells which get through.
fn attack_all() -> std::result::Result<Status, Trouble> {
    interruption::listen(Status::Incomplete.number()).map_err(Fault::while_doing("listen to signals"))?;
    let token = format!("harness-attack-{}", std::process::id());
    let home = OwnFolder::new().map_err(Fault::while_doing("make a folder"))?;
    let secret = home.path().join("secret");
    // Nothing but the sandbox keeps programs from it.
    std::fs::write(&secret, "secret")
        .and_then(|()| std::fs::set_permissions(home.path(), std::fs::Permissions::from_mode(0o755)))
        .map_err(Fault::while_doing("write a file"))?;
    let _file =
        UnixListener::bind(home.path().join("socket")).map_err(Fault::while_doing("make a socket"))?;
    let _socket = SocketAddr::from_abstract_name(&token)
        .and_then(|name| UnixListener::bind_addr(&name))
        .map_err(Fault::while_doing("make a socket"))?;
    let (mut contained, mut through) = (0, Vec::new());
    for attack in ATTACKS {
        let result = attack.run(&token, &secret)?;
        print(&line(attack.name, &result))?;
        match result {
            Result::Contained => contained += 1,
            _ => through.push(attack.name),
        }
    }
    if std::fs::read(&secret).ok().as_deref() != Some(b"secret") {
        through.push("the secret was changed");
    }
    let left = left_over(&token).len();
    print(&format!("{contained} of {} attacks contained, {left} processes left\n", ATTACKS.len()))?;
    if !through.is_empty() {
        print(&format!("not contained: {}\n", through.join(", ")))?;
    }
    Ok(if through.is_empty() && left == 0 { Status::Good } else { Status::NotAll })
}

fn line(name: &str, result: &Result) -> String {
    match result {
        Result::Contained => format!("  contained  {name}\n"),
        Result::Through(what) => format!("  THROUGH    {name}: {}\n", what.escape_debug()),
        Result::Untried(why) => format!("  not tried  {name}: {why}\n"),
    }
}
