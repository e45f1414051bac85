//! Everything that a hostile program may try is proved by something that exists, and nothing stands there unlisted.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use harness::doctor::attacks::ATTACKS;
use harness::running::{Control, Grip, Tier, all_controls, controls};

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn proofs() -> BTreeSet<String> {
    let text = std::fs::read_to_string(tests().join("hostile/proofs.yaml")).unwrap();
    let list: BTreeMap<String, Vec<String>> = serde_saphyr::from_str(&text).unwrap();
    assert!(list.values().all(|proofs| !proofs.is_empty()));
    list.into_values().flatten().collect()
}

/// Returns whether there is such a program, attack or test.
fn exists(proof: &str) -> bool {
    match proof.split_once(' ') {
        None => tests().join("hostile").join(proof).is_file(),
        Some(("doctor", name)) => ATTACKS.iter().any(|attack| attack.name == name),
        Some((file, name)) => {
            let text = std::fs::read_to_string(tests().join(file)).unwrap_or_default();
            text.contains(&format!("#[test]\nfn {name}()"))
        }
    }
}

#[test]
fn what_a_program_may_try_is_proved_by_what_exists() {
    let missing: Vec<String> = proofs().into_iter().filter(|proof| !exists(proof)).collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn every_hostile_program_and_every_attack_is_listed() {
    let proofs = proofs();
    let entries = std::fs::read_dir(tests().join("hostile")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let programs = names.filter(|name| !["README.md", "proofs.yaml", "claims.yaml"].contains(&name.as_str()));
    let attacks = ATTACKS.iter().map(|attack| format!("doctor {}", attack.name));
    let unlisted: Vec<String> = programs.chain(attacks).filter(|name| !proofs.contains(name)).collect();
    assert_eq!(unlisted, [""; 0]);
}

#[test]
fn every_claim_of_the_doctor_is_attacked_and_every_attack_goes_against_a_claim() {
    for tier in Tier::ALL {
        let claims: BTreeSet<&str> = controls(tier).iter().map(|control| control.name).collect();
        let attacked: BTreeSet<&str> = ATTACKS.iter().map(|attack| attack.against).collect();
        assert_eq!(claims, attacked, "{}", tier.name());
    }
}

/// What is said of a control: its name, and the sentence.
type Claim = (String, String);

fn claims() -> BTreeMap<Claim, Vec<String>> {
    let text = std::fs::read_to_string(tests().join("hostile/claims.yaml")).unwrap();
    let by_name: BTreeMap<String, BTreeMap<String, Vec<String>>> = serde_saphyr::from_str(&text).unwrap();
    let of_one = |(name, sentences): (String, BTreeMap<String, Vec<String>>)| {
        sentences.into_iter().map(move |(sentence, attacks)| ((name.clone(), sentence), attacks))
    };
    by_name.into_iter().flat_map(of_one).collect()
}

#[test]
fn every_sentence_of_the_doctor_is_listed_with_the_attacks_that_try_it() {
    let listed = claims();
    let names = |control: &Control| (control.name.to_string(), control.why.to_string());
    let all: BTreeSet<Claim> = all_controls().iter().map(names).collect();
    let is_promise = |control: &Control| control.grip != Grip::Missing;
    let promises = all_controls().into_iter().filter(is_promise).map(|control| names(&control));
    let unlisted: Vec<Claim> = promises.filter(|claim| !listed.contains_key(claim)).collect();
    assert_eq!(unlisted, []);
    let unsaid: Vec<&Claim> = listed.keys().filter(|claim| !all.contains(claim)).collect();
    assert!(unsaid.is_empty(), "{unsaid:?}");
    for ((name, sentence), attacks) in listed {
        assert!(!attacks.is_empty(), "{sentence}");
        for attack in attacks {
            let goes_against = ATTACKS.iter().find(|other| other.name == attack).map(|other| other.against);
            assert_eq!(goes_against, Some(name.as_str()), "{attack}, for: {sentence}");
        }
    }
}
