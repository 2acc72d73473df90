//! A browser tab, driven through WebDriver.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;
use thirtyfour::action_chain::ActionChain;
use thirtyfour::common::print::PrintParameters;
use thirtyfour::error::WebDriverResult;
use thirtyfour::{By, Key, TypingData, WebElement, WindowHandle};
use tokio::time::sleep;

use crate::binary;
use crate::browser::Running;
use crate::eventually::LAST_PAUSE;
use crate::eventually::eventually;
use crate::npm::package;
use crate::picture::Picture;

/// A tab. What is asked of it is asked again until the page has come so far.
#[derive(Debug)]
pub struct Page {
    browser: Arc<Running>,
    window: WindowHandle,
    /// The frames that lead to the view, each by its number in the one around it.
    frames: Vec<u16>,
}

/// A document of the tab.
#[derive(Debug, Clone, Copy)]
enum Place {
    Shell,
    View,
}

use Place::{Shell, View};

impl Page {
    pub(crate) fn new(browser: Arc<Running>, window: WindowHandle) -> Self {
        Self { browser, window, frames: vec![0] }
    }

    /// The same tab, looking into the view number `view`, counted from 0.
    #[must_use]
    pub fn view(&self, view: u16) -> Self {
        self.framed(vec![view])
    }

    /// The same tab, looking into a frame of the view.
    #[must_use]
    pub fn inner(&self, frame: u16) -> Self {
        let mut frames = self.frames.clone();
        frames.push(frame);
        self.framed(frames)
    }

    /// The same tab, for a page without views: its own document is what is looked into.
    #[must_use]
    pub fn without_views(&self) -> Self {
        self.framed(Vec::new())
    }

    fn framed(&self, frames: Vec<u16>) -> Self {
        Self { browser: Arc::clone(&self.browser), window: self.window.clone(), frames }
    }

    /// Goes to another address.
    pub async fn goto(&self, url: &str) {
        self.enter(Shell).await.expect("the tab is open");
        self.browser.driver.goto(url).await.unwrap_or_else(|error| panic!("{url}: {error}"));
    }

    /// Loads the page again.
    pub async fn reload(&self) {
        self.enter(Shell).await.expect("the tab is open");
        self.browser.driver.refresh().await.expect("the page reloads");
    }

    /// Waits until an element of the view has exactly this visible text.
    pub async fn shows(&self, css: &str, expected: &str) {
        eventually(&format!("`{css}` to show {expected:?}"), async || match self.text(css).await {
            Ok(text) if text == expected => Ok(()),
            Ok(text) => Err(format!("{text:?}")),
            Err(error) => Err(error.to_string()),
        })
        .await;
    }

    /// Waits until a JavaScript expression is true in the view.
    pub async fn holds(&self, expression: &str) {
        self.wait_for(View, expression).await;
    }

    /// Waits until a JavaScript expression is true in the shell, the page around the views.
    pub async fn shell_holds(&self, expression: &str) {
        self.wait_for(Shell, expression).await;
    }

    /// The value of a JavaScript expression in the view, now.
    pub async fn value(&self, expression: &str) -> Value {
        let value = self.evaluate(View, expression).await;
        value.unwrap_or_else(|error| panic!("`{expression}` in the view: {error}"))
    }

    /// The value of a JavaScript expression in the shell, now.
    pub async fn shell_value(&self, expression: &str) -> Value {
        let value = self.evaluate(Shell, expression).await;
        value.unwrap_or_else(|error| panic!("`{expression}` in the shell: {error}"))
    }

    /// Clicks an element of the view as a person would: it must be visible and nothing above it.
    pub async fn click(&self, css: &str) {
        eventually(&format!("a click on `{css}`"), async || {
            let clicked: WebDriverResult<()> = async {
                self.enter(View).await?;
                self.browser.driver.find(By::Css(css)).await?.click().await
            }
            .await;
            clicked.map_err(|error| error.to_string())
        })
        .await;
    }

    /// Clicks an element of the page around the views.
    pub async fn shell_click(&self, css: &str) {
        eventually(&format!("a click on `{css}` in the shell"), async || {
            let clicked: WebDriverResult<bool> = async {
                self.enter(Shell).await?;
                let element = self.browser.driver.find(By::Css(css)).await?;
                // A click on a button that is dead for now does nothing.
                let is_alive = element.is_enabled().await?;
                if is_alive {
                    element.click().await?;
                }
                Ok(is_alive)
            }
            .await;
            match clicked {
                Ok(true) => Ok(()),
                Ok(false) => Err("it is disabled".to_owned()),
                Err(error) => Err(error.to_string()),
            }
        })
        .await;
    }

    /// Agrees to what the shell asks. Its button is dead for a moment, and again when the first
    /// click brings the focus.
    pub async fn agree(&self) {
        const OPEN: &str = "dialog[open] button.open:not([hidden])";
        self.shell_click(OPEN).await;
        eventually("the question to end", async || {
            let is_asking = format!("document.querySelector({:?}) !== null", OPEN);
            if self.evaluate(Shell, &is_asking).await.map_err(|error| error.to_string())? == false {
                return Ok(());
            }
            self.shell_click(OPEN).await;
            Err("it is still asked".to_owned())
        })
        .await;
    }

    /// Types into a field of the view.
    pub async fn type_into(&self, css: &str, text: &str) {
        self.type_in(View, css, text).await;
    }

    /// Types into a field of the page around the views.
    pub async fn shell_type(&self, css: &str, text: &str) {
        self.type_in(Shell, css, text).await;
    }

    async fn type_in(&self, place: Place, css: &str, text: &str) {
        eventually(&format!("typing into `{css}` in the {place:?}"), async || {
            let typed: WebDriverResult<()> = async {
                self.enter(place).await?;
                self.browser.driver.find(By::Css(css)).await?.send_keys(text).await
            }
            .await;
            typed.map_err(|error| error.to_string())
        })
        .await;
    }

    /// Closes the tab.
    pub async fn close(&self) {
        self.enter(Shell).await.expect("the tab is open");
        self.browser.driver.close_window().await.expect("the tab closes");
    }

    /// Waits until the person has closed the tab.
    pub async fn closed(&self) {
        while self.browser.driver.windows().await.is_ok_and(|open| open.contains(&self.window)) {
            sleep(LAST_PAUSE).await;
        }
    }

    /// Moves the mouse onto an element of the view and clicks there, whatever lies above it.
    pub async fn point_and_click(&self, css: &str) {
        eventually(&format!("the mouse on `{css}`"), async || {
            let clicked: WebDriverResult<()> = async {
                self.enter(View).await?;
                let element = self.browser.driver.find(By::Css(css)).await?;
                let actions = self.browser.driver.action_chain().move_to_element_center(&element);
                // A chart looks for the point under the mouse while the mouse moves.
                actions.move_by_offset(1, 0).move_by_offset(-1, 0).click().perform().await
            }
            .await;
            clicked.map_err(|error| error.to_string())
        })
        .await;
    }

    /// Moves the mouse to a place of an element of the view and lets it rest there. Places are
    /// counted from the middle of the element, in CSS pixels.
    pub async fn hover(&self, css: &str, place: (i64, i64)) {
        self.with_mouse(css, |mouse, element| {
            let mouse = mouse.move_to_element_with_offset(element, place.0, place.1);
            mouse.move_by_offset(1, 0).move_by_offset(-1, 0)
        })
        .await;
    }

    /// Drags the mouse over an element of the view, from one place to another.
    pub async fn drag(&self, css: &str, from: (i64, i64), to: (i64, i64)) {
        let (half_x, half_y) = ((to.0 - from.0) / 2, (to.1 - from.1) / 2);
        let (rest_x, rest_y) = (to.0 - from.0 - half_x, to.1 - from.1 - half_y);
        self.with_mouse(css, |mouse, element| {
            let mouse = mouse.move_to_element_with_offset(element, from.0, from.1);
            let mouse = mouse.click_and_hold().move_by_offset(half_x, half_y);
            mouse.move_by_offset(rest_x, rest_y).release()
        })
        .await;
    }

    /// Clicks twice in the middle of an element of the view.
    pub async fn double_click(&self, css: &str) {
        self.with_mouse(css, |mouse, element| mouse.move_to_element_center(element).double_click())
            .await;
    }

    /// Clicks twice at a place of the page, in CSS pixels, whatever lies there at each click.
    pub async fn double_click_at(&self, (x, y): (i64, i64)) {
        self.enter(Shell).await.expect("the tab is open");
        for _ in 0..2 {
            let mouse = self.browser.driver.action_chain().move_to(x, y);
            mouse.click().perform().await.expect("the mouse clicks");
        }
    }

    async fn with_mouse(&self, css: &str, moves: impl Fn(ActionChain, &WebElement) -> ActionChain) {
        eventually(&format!("the mouse on `{css}`"), async || {
            let moved: WebDriverResult<()> = async {
                self.enter(View).await?;
                let element = self.browser.driver.find(By::Css(css)).await?;
                moves(self.browser.driver.action_chain(), &element).perform().await
            }
            .await;
            moved.map_err(|error| error.to_string())
        })
        .await;
    }

    /// Presses keys, for whatever has the focus.
    pub async fn press(&self, keys: impl Into<TypingData>) {
        self.enter(View).await.expect("the view is there");
        let typed = self.browser.driver.action_chain().send_keys(keys).perform().await;
        typed.expect("the keys are typed");
    }

    /// Presses keys in the shell, such as in one of its dialogs.
    pub async fn press_in_shell(&self, keys: impl Into<TypingData>) {
        self.enter(Shell).await.expect("the tab is open");
        let typed = self.browser.driver.action_chain().send_keys(keys).perform().await;
        typed.expect("the keys are typed");
    }

    /// Presses Tab until an element of the view has the focus.
    pub async fn tab_to(&self, css: &str) {
        let focused = format!("document.activeElement?.matches({}) === true", Value::from(css));
        for _ in 0..30 {
            if self.value(&focused).await == true {
                return;
            }
            self.press(Key::Tab).await;
        }
        panic!("Tab does not lead to `{css}`");
    }

    /// Returns the serious or critical problems that the accessibility checker axe finds in the view.
    pub async fn barriers(&self) -> Vec<Value> {
        let axe = std::fs::read_to_string(package("axe-core").join("axe.min.js"));
        self.enter(View).await.expect("the view is there");
        let script = axe.expect("axe is readable");
        self.browser.driver.execute(script, Vec::new()).await.expect("axe starts");
        let run = "void axe.run({resultTypes: ['violations']}).then(
            (found) => { window.found = found.violations; },
            (error) => { window.found = [{impact: 'critical', help: String(error)}]; })";
        self.value(run).await;
        self.holds("window.found !== undefined").await;
        let found = self.value(
            "window.found.filter(({impact}) => impact === 'serious' || impact === 'critical')
                .map(({id, help, nodes}) => ({id, help, nodes: nodes?.map(({html, failureSummary}) =>
                    html.slice(0, 200) + ' ' + failureSummary)}))",
        );
        let Value::Array(found) = found.await else { panic!("a list") };
        self.value("delete window.found").await;
        found
    }

    /// A picture of the tab in `target/screenshots/`; where it is.
    pub async fn screenshot(&self, name: &str) -> PathBuf {
        let path = binary::screenshots().join(name).with_extension("png");
        self.enter(Shell).await.expect("the tab is open");
        self.browser.driver.screenshot(&path).await.expect("the picture is taken");
        path
    }

    /// Prints the tab; the number of sheets.
    pub async fn printed_sheets(&self) -> usize {
        self.enter(Shell).await.expect("the tab is open");
        let print = self.browser.driver.print_page(PrintParameters::default());
        let pdf = print.await.expect("the tab is printed");
        // The list of them is a `/Pages`.
        let is_sheet = |part: &&[u8]| part.starts_with(b"/Type /Page") && !part.ends_with(b"s");
        pdf.windows(12).filter(is_sheet).count()
    }

    /// Takes a screenshot of the view with Chromium.
    pub async fn picture(&self) -> Picture {
        self.screenshot_part(self.view_place().await).await
    }

    /// Takes a screenshot of an element of the view with Chromium.
    pub async fn picture_of(&self, css: &str) -> Picture {
        self.screenshot_part(self.place_of(css).await).await
    }

    /// Left, top, width and height of an element of the view in the tab, in CSS pixels.
    pub async fn place_of(&self, css: &str) -> [f64; 4] {
        let script = format!(
            "(({{left, top, width, height}}) => [left, top, width, height])\
             (document.querySelector({}).getBoundingClientRect())",
            Value::from(css)
        );
        let place = self.value(&script).await;
        let [left, top, width, height] = serde_json::from_value(place).expect("four numbers");
        let [view_left, view_top] = match *self.frames {
            [] => [0.0, 0.0],
            _ => self.view_place().await[..2].try_into().expect("two numbers"),
        };
        [view_left + left, view_top + top, width, height]
    }

    /// Left, top, width and height of the view in the shell, in CSS pixels.
    async fn view_place(&self) -> [f64; 4] {
        let frame = format!("document.querySelectorAll('iframe')[{}]", self.frames[0]);
        let script = format!(
            "(({{left, top}}, {{clientLeft, clientTop, clientWidth, clientHeight}}) => \
             [left + clientLeft, top + clientTop, clientWidth, clientHeight])\
             ({frame}.getBoundingClientRect(), {frame})"
        );
        serde_json::from_value(self.shell_value(&script).await).expect("four numbers")
    }

    async fn screenshot_part(&self, place: [f64; 4]) -> Picture {
        let png = self.browser.driver.screenshot_as_png().await.expect("the picture is taken");
        Picture::decode(&png).part(place.map(|length| length.round() as usize))
    }

    async fn text(&self, css: &str) -> WebDriverResult<String> {
        self.enter(View).await?;
        self.browser.driver.find(By::Css(css)).await?.text().await
    }

    async fn wait_for(&self, place: Place, expression: &str) {
        eventually(&format!("`{expression}` in the {place:?}"), async || {
            match self.evaluate(place, expression).await {
                Ok(Value::Bool(true)) => Ok(()),
                Ok(value) => Err(value.to_string()),
                Err(error) => Err(error.to_string()),
            }
        })
        .await;
    }

    async fn evaluate(&self, place: Place, expression: &str) -> WebDriverResult<Value> {
        self.enter(place).await?;
        let answer =
            self.browser.driver.execute(format!("return ({expression});"), Vec::new()).await?;
        Ok(answer.json().clone())
    }

    /// After a reload the frame is another one, so it is entered again each time.
    async fn enter(&self, place: Place) -> WebDriverResult<()> {
        self.browser.driver.switch_to_window(self.window.clone()).await?;
        self.browser.driver.enter_default_frame().await?;
        if let View = place {
            for frame in &self.frames {
                self.browser.driver.enter_frame(*frame).await?;
            }
        }
        Ok(())
    }
}
