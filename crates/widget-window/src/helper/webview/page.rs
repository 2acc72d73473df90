//! A window and the page in it.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tao::dpi::{LogicalPosition, LogicalSize};
use tao::window::{Icon, Window, WindowBuilder};
use wry::{NewWindowResponse, PermissionResponse, WebContext, WebView, WebViewBuilder};

use crate::helper::external::open_external;
use crate::helper::webview::{Proxy, Signal, Target, platform};
use crate::icon;
use crate::navigation::Rule;
use crate::protocol::Open;

/// Opens a window; an error is for the person who wanted it.
pub(super) fn open(
    open: &Open,
    target: &Target,
    context: &mut WebContext,
    data_dir: &Path,
    proxy: &Proxy,
) -> Result<(Window, WebView), String> {
    let mut builder = WindowBuilder::new()
        .with_title(&open.title)
        .with_inner_size(LogicalSize::new(open.width, open.height));
    if let Some((x, y)) = open.position {
        builder = builder.with_position(LogicalPosition::new(x, y));
    }
    if let Some(icon) = &open.icon {
        builder = builder.with_window_icon(Some(read_icon(icon)?));
    }
    let window = builder.build(target).map_err(|error| error.to_string())?;
    let builder = builder_of(open, context, proxy);
    let page = platform::build(builder, &window, open, data_dir, proxy)
        .map_err(|error| error.to_string())?;
    Ok((window, page))
}

fn read_icon(base64: &str) -> Result<Icon, String> {
    let png = STANDARD.decode(base64).map_err(|error| format!("`icon`: {error}"))?;
    let pixels = icon::decode(&png).map_err(|error| error.to_string())?;
    Icon::from_rgba(pixels.rgba, pixels.width, pixels.height).map_err(|error| error.to_string())
}

/// The page as it is on every system: no tools, no bridge to the program, no
/// device of the machine, and a second window only for what the page itself asks the person.
fn builder_of<'a>(open: &Open, context: &'a mut WebContext, proxy: &Proxy) -> WebViewBuilder<'a> {
    let (window, titles) = (open.window, proxy.clone());
    let (rule, popups) = (rule(open), proxy.clone());
    WebViewBuilder::new_with_web_context(context)
        .with_devtools(false)
        .with_focused(true)
        .with_permission_handler(|_| PermissionResponse::Deny)
        .with_new_window_req_handler(move |url, _features| {
            if rule.may_open(&url) {
                // An error: the loop has ended, and the window with it.
                let _ = popups.send_event(Signal::Popup { url });
            } else {
                open_external(url);
            }
            NewWindowResponse::Deny
        })
        .with_document_title_changed_handler(move |title| {
            // An error: the loop has ended, and the window with it.
            let _ = titles.send_event(Signal::Title { window, title });
        })
}

pub(super) fn rule(open: &Open) -> Rule {
    Rule::new(&open.url, open.navigation)
}
