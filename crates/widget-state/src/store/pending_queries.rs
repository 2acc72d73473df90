//! The queries of one widget that wait for an answer.

use std::collections::{HashSet, VecDeque};

use serde_json::Value;

use crate::id::{RequestId, ViewerId};
use crate::json::encoded_len;
use crate::op::query::{MAX_QUERY_RESULT_BYTES, PendingQuery, QueryOutcome, QueryResult};

/// Open at once; a further one ends the oldest, whose caller has perhaps gone.
const MAX_OPEN: usize = 8;

/// The longest reason that is kept, in characters.
const MAX_REASON: usize = 500;

/// The queries that wait for an answer.
#[derive(Debug, Default)]
pub(crate) struct PendingQueries {
    open: VecDeque<Open>,
}

#[derive(Debug)]
struct Open {
    query: PendingQuery,
    /// The viewers that were asked and have not answered.
    asked: HashSet<ViewerId>,
    result: Option<(ViewerId, Value)>,
    failure: Option<String>,
}

impl PendingQueries {
    /// Puts a query to these viewers.
    pub(crate) fn open(&mut self, query: PendingQuery, asked: impl Iterator<Item = ViewerId>) {
        if self.open.len() == MAX_OPEN {
            self.open.pop_front();
        }
        self.open.push_back(Open { query, asked: asked.collect(), result: None, failure: None });
    }

    /// The queries that a viewer has not answered, oldest first.
    pub(crate) fn pending(&self, viewer: ViewerId) -> Vec<PendingQuery> {
        let waits = |open: &&Open| open.result.is_none() && open.asked.contains(&viewer);
        self.open.iter().filter(waits).map(|open| open.query.clone()).collect()
    }

    /// Stores a viewer's answer. Returns false if no caller waits for it.
    pub(crate) fn accept(&mut self, viewer: ViewerId, answer: QueryResult) -> bool {
        let open = self.open.iter_mut().find(|open| open.query.request_id == answer.request_id);
        let Some(request) = open.filter(|request| request.result.is_none()) else { return false };
        if !request.asked.remove(&viewer) {
            return false;
        }
        match checked(answer) {
            Ok(result) => request.result = Some((viewer, result)),
            Err(reason) => request.failure = Some(reason.chars().take(MAX_REASON).collect()),
        }
        true
    }

    /// Returns the outcome of a query, which ends it. `None` while a viewer that
    /// was asked and is still there may answer, unless its deadline has passed.
    pub(crate) fn take_outcome(
        &mut self,
        id: RequestId,
        is_open: impl Fn(ViewerId) -> bool,
        deadline_passed: bool,
    ) -> Option<QueryOutcome> {
        let Some(at) = self.open.iter().position(|open| open.query.request_id == id) else {
            let reason = format!("more than {MAX_OPEN} queries were open at once");
            return Some(QueryOutcome::Failed { reason });
        };
        let request = &self.open[at];
        let waits = request.asked.iter().any(|viewer| is_open(*viewer));
        if request.result.is_none() && waits && !deadline_passed {
            return None;
        }
        let Open { result, failure, .. } = self.open.remove(at)?;
        Some(match (result, failure) {
            (Some((viewer, result)), _) => QueryOutcome::Answer { viewer, result },
            (None, Some(reason)) => QueryOutcome::Failed { reason },
            (None, None) if waits => QueryOutcome::Late,
            (None, None) => QueryOutcome::NoViewer,
        })
    }
}

fn checked(answer: QueryResult) -> Result<Value, String> {
    match answer {
        QueryResult { result: Some(result), error: None, .. } => match encoded_len(&result) {
            0..=MAX_QUERY_RESULT_BYTES => Ok(result),
            size => Err(format!(
                "the page's answer has {size} bytes; at most {MAX_QUERY_RESULT_BYTES} are allowed"
            )),
        },
        QueryResult { error: Some(reason), .. } => Err(reason),
        QueryResult { .. } => Err("the page answered nothing".into()),
    }
}
