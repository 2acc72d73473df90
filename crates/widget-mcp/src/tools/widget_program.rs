//! `widget_program`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use widget_web::{INLINE_PROGRAMS, packed_program};

use crate::app::AppRole;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::view_tools::{ANSWER_BYTES, Answer};

pub(crate) struct WidgetProgram;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The name of the program.
    name: String,
    /// The start of the piece: 0, or next of the piece before.
    #[serde(default)]
    start: usize,
}

#[derive(Serialize)]
struct ProgramPiece<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<usize>,
}

#[async_trait]
impl Tool for WidgetProgram {
    type Arguments = Arguments;
    type Output = Answer;

    const NAME: &'static str = "widget_program";
    const TITLE: &'static str = "Fetch a program of a view";
    const DESCRIPTION: &'static str = "For the page that shows a widget, not for models: a piece \
        of a program that draws, packed.";
    const HINTS: Hints = Hints::ReadOnly;
    const ROLE: AppRole = AppRole::ForViews;
    const EXAMPLE: &'static str = r#"{"name": "grid", "start": 0}"#;

    async fn call(_: &Call, arguments: Arguments) -> Result<Answer, ToolError> {
        let Arguments { name, start } = arguments;
        let known = INLINE_PROGRAMS.into_iter().find(|known| *known == name);
        let Some(known) = known else {
            let problem = format!("there are {}", INLINE_PROGRAMS.join(", "));
            return Err(ToolError::argument("name", problem));
        };
        // The first call packs it, which takes up to half a second of computing.
        let packing = tokio::task::spawn_blocking(move || packed_program(known)).await;
        let program = packing.map_err(|error| ToolError::Failed(error.to_string()))?;
        let program = program.map_err(|error| ToolError::Failed(error.to_string()))?;
        Answer::new(piece(program, start)?)
    }
}

/// A piece of a text of ASCII, from `start` on.
fn piece(text: &str, start: usize) -> Result<ProgramPiece<'_>, ToolError> {
    let end = start.saturating_add(ANSWER_BYTES).min(text.len());
    let piece = text.get(start..end).filter(|piece| !piece.is_empty());
    let text_is = || ToolError::argument("start", format!("the program has {} bytes", text.len()));
    let next = (end < text.len()).then_some(end);
    Ok(ProgramPiece { text: piece.ok_or_else(text_is)?, next })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_of_a_program_are_the_whole() {
        let whole = "x".repeat(ANSWER_BYTES) + "yz";
        let first = piece(&whole, 0).unwrap();
        assert_eq!(first.next, Some(ANSWER_BYTES));
        let last = piece(&whole, ANSWER_BYTES).unwrap();
        assert_eq!((first.text.to_owned() + last.text, last.next), (whole.clone(), None));
        assert!(piece(&whole, whole.len()).is_err());
        assert!(piece(&whole, usize::MAX).is_err());
    }
}
