//! Asks the person at this machine something and answers in the page, with widgets as Rust types:
//! no tools and no JSON. `ask` does the same by tools.
//!
//! ```text
//! cargo run -p widget-kit --example lunch --features state
//! ```
//!
//! The page opens in the default browser; with `WIDGET_MCP_HEADLESS=1` only its address is
//! printed.

use std::error::Error;
use std::pin::pin;

use futures_util::StreamExt as _;
use widget_kit::mcp::{EventOrGap, create_server};
use widget_kit::state::{Component, Content, Op, Toolbar, Widget};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = create_server("lunch").await?;
    let widgets = server.widgets();

    let question = "<h1>What do you want for lunch?</h1><p id=answer></p>";
    let buttons = [
        Component::button("Soup").event("lunch:soup")?,
        Component::button("Salad").event("lunch:salad")?,
        Component::button("Done").event("lunch:done")?,
    ];
    let lunch = Widget::html(question).with_toolbars([Toolbar::bottom(buttons)])?;
    let id = widgets.create(lunch).await?;
    widgets.open(id).await?;
    println!("{}", widgets.url(&[id]));

    let mut events = pin!(widgets.events(id));
    while let Some(EventOrGap::Event(event)) = events.next().await.transpose()? {
        match event.event_type.as_str() {
            "lunch:done" => break,
            "lunch:soup" | "lunch:salad" => {
                let text = Content::Text(format!("{} it is.", event.label));
                widgets.change(id, Op::set_content("answer", text)).await?;
            }
            _ => {}
        }
    }
    Ok(())
}
