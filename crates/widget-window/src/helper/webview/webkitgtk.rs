//! WebKitGTK: gestures, downloads with a dialog, pages that crash or do not come.

mod download;
mod loading;

use std::path::Path;

use gtk::prelude::*;
use tao::platform::unix::WindowExtUnix as _;
use tao::window::Window;
use webkit2gtk::{
    NavigationPolicyDecision, NavigationPolicyDecisionExt as _, PolicyDecision,
    PolicyDecisionExt as _, PolicyDecisionType, ResponsePolicyDecision,
    ResponsePolicyDecisionExt as _, SettingsExt as _, URIRequestExt as _,
    WebProcessTerminationReason, WebViewExt as _,
};
use wry::{WebView, WebViewBuilder, WebViewBuilderExtUnix as _, WebViewExtUnix as _};

use crate::error::WindowError;
use crate::helper::external::open_external;
use crate::helper::webview::page::rule;
use crate::helper::webview::{Proxy, Signal};
use crate::navigation::{Rule, Verdict};
use crate::protocol::Open;

/// Looks whether the display answers: the event loop would panic.
pub(super) fn prepare() -> Result<(), WindowError> {
    gtk::init()
        .map_err(|error| WindowError::Helper(format!("the display does not answer: {error}")))
}

/// Puts the page into its window.
pub(super) fn build(
    builder: WebViewBuilder<'_>,
    window: &Window,
    open: &Open,
    data_dir: &Path,
    proxy: &Proxy,
) -> wry::Result<WebView> {
    let container = window.default_vbox().ok_or(wry::Error::UnsupportedWindowHandle)?;
    let page = download::fetch_into(builder, data_dir).build_gtk(container)?;
    let view = page.webview();
    if let Some(settings) = webkit2gtk::WebViewExt::settings(&view) {
        settings.set_javascript_can_open_windows_automatically(false);
    }
    let rule = rule(open);
    view.connect_decide_policy(move |_, decision, kind| decide(&rule, decision, kind));
    let (id, signals) = (open.window, proxy.clone());
    // When the page closes itself, wry destroys it, and with it all other handlers of
    // that signal.
    view.connect_destroy(move |_| {
        let _ = signals.send_event(Signal::PageClosed { window: id });
    });
    let signals = proxy.clone();
    view.connect_web_process_terminated(move |_, reason| {
        if reason != WebProcessTerminationReason::TerminatedByApi {
            let _ = signals.send_event(Signal::PageCrashed { window: id });
        }
    });
    let signals = proxy.clone();
    let tell = move |message| {
        let _ = signals.send_event(Signal::Failed { window: id, message });
    };
    download::save_those_of(&view, tell.clone());
    // Only now: the handlers are there.
    loading::load(&view, &open.url, tell);
    Ok(page)
}

/// Returns whether a navigation or an answer is taken; true: decided here.
fn decide(rule: &Rule, decision: &PolicyDecision, kind: PolicyDecisionType) -> bool {
    match kind {
        PolicyDecisionType::NavigationAction => {
            let Some(decision) = decision.downcast_ref::<NavigationPolicyDecision>() else {
                return false;
            };
            navigate(rule, decision);
            true
        }
        PolicyDecisionType::Response => {
            let Some(answer) = decision.downcast_ref::<ResponsePolicyDecision>() else {
                return false;
            };
            if answer.is_mime_type_supported() {
                return false;
            }
            // What cannot be shown is offered for saving, as browsers do.
            decision.download();
            true
        }
        _ => false,
    }
}

fn navigate(rule: &Rule, decision: &NavigationPolicyDecision) {
    let action = decision.navigation_action();
    let url = action.as_ref().and_then(|action| action.request()?.uri());
    let url = url.map(String::from).unwrap_or_default();
    match rule.navigate(&url) {
        Verdict::Inside => return decision.use_(),
        // Without a gesture a script would carry data out: frames that cannot reach
        // the network can still navigate.
        Verdict::Outside if action.is_some_and(|action| action.is_user_gesture()) => {
            open_external(url);
        }
        Verdict::Outside | Verdict::Nowhere => {}
    }
    decision.ignore();
}
