//! Completing the argument of a resource template.

use rmcp::model::{CompleteRequestParams, CompletionInfo, Reference};

use crate::error::{ServerError, clipped};
use crate::resources;
use crate::widgets::Widgets;

/// The values that begin with what has been typed, at most as many as the protocol
/// allows.
///
/// # Errors
///
/// [`ServerError::UnknownArgument`] when there is no such template or it has no
/// such argument, [`ServerError::Store`] when the store of the widgets fails.
pub(crate) async fn complete(
    widgets: &Widgets,
    request: &CompleteRequestParams,
) -> Result<CompletionInfo, ServerError> {
    let Reference::Resource(template) = &request.r#ref else {
        // The prompts take no arguments.
        return Ok(CompletionInfo::default());
    };
    let (argument, typed) = (&request.argument.name, &request.argument.value);
    let names = resources::names(widgets, &template.uri, argument).await?;
    let mut values = names.ok_or_else(|| ServerError::UnknownArgument {
        template: clipped(&template.uri),
        argument: clipped(argument),
    })?;
    values.retain(|value| value.starts_with(typed.as_str()));
    let total = values.len();
    values.truncate(CompletionInfo::MAX_VALUES);
    let mut info = CompletionInfo::default();
    info.has_more = Some(total > values.len());
    info.total = u32::try_from(total).ok();
    info.values = values;
    Ok(info)
}
