//! A tab of the browser, seen through the eyes of the person in front of it.

use std::path::PathBuf;

use serde_json::Value;
use thirtyfour::error::WebDriverResult;
use thirtyfour::{By, TypingData, WebDriver, WindowHandle};

use crate::{binary, eventually};

/// A tab. What is asked of it is asked again until the page has come so far.
#[derive(Debug)]
pub struct Page {
    driver: WebDriver,
    window: WindowHandle,
    view: u16,
}

/// Which document of the tab.
#[derive(Debug, Clone, Copy)]
enum Place {
    Shell,
    View,
}

use Place::{Shell, View};

impl Page {
    pub(crate) fn new(driver: WebDriver, window: WindowHandle) -> Self {
        Self { driver, window, view: 0 }
    }

    /// The same tab, looking into the view number `view`, counted from 0.
    #[must_use]
    pub fn view(&self, view: u16) -> Self {
        Self { driver: self.driver.clone(), window: self.window.clone(), view }
    }

    /// Goes to another address.
    pub async fn goto(&self, url: &str) {
        self.enter(Shell).await.expect("the tab is open");
        self.driver.goto(url).await.unwrap_or_else(|error| panic!("{url}: {error}"));
    }

    /// Loads the page again.
    pub async fn reload(&self) {
        self.enter(Shell).await.expect("the tab is open");
        self.driver.refresh().await.expect("the page reloads");
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
                self.driver.find(By::Css(css)).await?.click().await
            }
            .await;
            clicked.map_err(|error| error.to_string())
        })
        .await;
    }

    /// Moves the mouse onto an element of the view and clicks there, whatever lies above it.
    pub async fn point_and_click(&self, css: &str) {
        eventually(&format!("the mouse on `{css}`"), async || {
            let clicked: WebDriverResult<()> = async {
                self.enter(View).await?;
                let element = self.driver.find(By::Css(css)).await?;
                let actions = self.driver.action_chain().move_to_element_center(&element);
                // A chart looks for the point under the mouse while the mouse moves.
                actions.move_by_offset(1, 0).move_by_offset(-1, 0).click().perform().await
            }
            .await;
            clicked.map_err(|error| error.to_string())
        })
        .await;
    }

    /// Presses keys, for whatever has the focus.
    pub async fn press(&self, keys: impl Into<TypingData>) {
        self.enter(View).await.expect("the view is there");
        let typed = self.driver.action_chain().send_keys(keys).perform().await;
        typed.expect("the keys are typed");
    }

    /// A picture of the tab in `target/screenshots/`; where it is.
    pub async fn screenshot(&self, name: &str) -> PathBuf {
        let path = binary::target().join("screenshots").join(name).with_extension("png");
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        self.enter(Shell).await.expect("the tab is open");
        self.driver.screenshot(&path).await.expect("the picture is taken");
        path
    }

    async fn text(&self, css: &str) -> WebDriverResult<String> {
        self.enter(View).await?;
        self.driver.find(By::Css(css)).await?.text().await
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
        let answer = self.driver.execute(format!("return ({expression});"), Vec::new()).await?;
        Ok(answer.json().clone())
    }

    /// After a reload the frame is another one, so it is entered anew each time.
    async fn enter(&self, place: Place) -> WebDriverResult<()> {
        self.driver.switch_to_window(self.window.clone()).await?;
        self.driver.enter_default_frame().await?;
        match place {
            Shell => Ok(()),
            View => self.driver.enter_frame(self.view).await,
        }
    }
}
