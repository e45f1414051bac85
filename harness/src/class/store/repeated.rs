//! How cases came out when they were run again, as it is kept.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row, params};

use super::StoreFault;

/// How the cases of a submission came out in a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::class) struct KeptRound {
    /// How often they were run before.
    pub(in crate::class) round: usize,
    /// On what the judgement depends besides recordings.
    pub(in crate::class) depends: String,
    /// The verdicts with the mistakes that cost marks, by the ids of the cases.
    pub(in crate::class) outcomes: BTreeMap<String, String>,
}

/// Keeps a round in place of what was kept of it before.
pub(super) fn insert(connection: &Connection, submission: &str, kept: &KeptRound) -> rusqlite::Result<()> {
    let KeptRound { round, depends, outcomes } = kept;
    let outcomes = serde_json::to_string(outcomes).expect("plain JSON");
    let round = i64::try_from(*round).unwrap_or(i64::MAX);
    let sql =
        "INSERT OR REPLACE INTO repeated (submission, round, depends, verdicts) VALUES (?1, ?2, ?3, ?4)";
    connection.execute(sql, params![submission, round, depends, outcomes]).map(drop)
}

/// Returns what is kept of the rounds of a submission, the first round first.
pub(super) fn of_submission(connection: &Connection, submission: &str) -> Result<Vec<KeptRound>, StoreFault> {
    let sql = "SELECT round, depends, verdicts FROM repeated WHERE submission = ?1 ORDER BY round";
    let mut select = connection.prepare_cached(sql)?;
    let read = |row: &Row<'_>| Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get::<_, String>(2)?));
    let mut rounds = Vec::new();
    for kept in select.query_map([submission], read)? {
        let (round, depends, outcomes) = kept?;
        let round = usize::try_from(round).unwrap_or(usize::MAX);
        rounds.push(KeptRound { round, depends, outcomes: serde_json::from_str(&outcomes)? });
    }
    Ok(rounds)
}
