//! The messages of clients, read from their JSON.

use rmcp::RoleServer;
use rmcp::model::{
    CallToolRequest, CallToolRequestMethod, CallToolRequestParams, JsonRpcVersion2_0, RequestId,
};
use rmcp::service::RxJsonRpcMessage;
use serde::Deserialize;

/// A message of a client.
pub(super) type Incoming = RxJsonRpcMessage<RoleServer>;

/// Reads a call of a tool, just as rmcp would; `None` when it is any other message.
///
/// Nearly all messages are calls, and rmcp tries one kind of request after the other,
/// thirteen of them before calls. Each that does not fit makes an error.
pub(super) fn read_call(json: &[u8]) -> Option<Incoming> {
    let ToolCall { id, mut params, .. } = serde_json::from_slice(json).ok()?;
    let meta = params.meta.take();
    let mut request = CallToolRequest::new(params);
    if let Some(meta) = meta {
        request.extensions.insert(meta);
    }
    Some(Incoming::request(request.into(), id))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToolCall {
    #[serde(rename = "jsonrpc")]
    _version: JsonRpcVersion2_0,
    id: RequestId,
    #[serde(rename = "method")]
    _method: CallToolRequestMethod,
    params: CallToolRequestParams,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_by_rmcp(json: &str) -> Incoming {
        serde_json::from_str(json).unwrap()
    }

    /// All that there is to a message, with what it does not serialize.
    fn whole(message: &Incoming) -> (String, String) {
        (serde_json::to_string(message).unwrap(), format!("{message:?}"))
    }

    #[test]
    fn calls_are_read_as_by_rmcp() {
        for params in [
            r#"{"name":"get_events"}"#,
            r#"{"name":"get_events","arguments":null,"_meta":null}"#,
            r#"{"arguments":{"a":[1,-2,3.5,1e300,18446744073709551615,"\u00e9\n",null,{"b":{}}]},"name":"é"}"#,
            r#"{"name":"x","arguments":{"a":1,"a":2},"task":{"ttl":1},"other":[1]}"#,
            r#"{"name":"x","_meta":{"progressToken":7,"own":{"deep":[true]}}}"#,
            r#"{"name":"x","requestState":"s","inputResponses":{}}"#,
        ] {
            for id in ["1", "-5", r#""one""#] {
                let json = format!(
                    r#" {{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}} "#
                );
                let read = read_call(json.as_bytes()).unwrap_or_else(|| panic!("{json}"));
                assert_eq!(whole(&read), whole(&read_by_rmcp(&json)), "{json}");
            }
        }
    }

    #[test]
    fn all_else_is_left_to_rmcp() {
        for json in [
            "",
            "[]",
            "not json",
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"},"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/call","params":{"name":"x"}}"#,
            r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"x"}}"#,
            r#"{"jsonrpc":"1.0","id":1,"method":"tools/call","params":{"name":"x"}}"#,
            r#"{"jsonrpc":"2.0","id":1.5,"method":"tools/call","params":{"name":"x"}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":7}}"#,
        ] {
            assert!(read_call(json.as_bytes()).is_none(), "{json}");
        }
    }
}
