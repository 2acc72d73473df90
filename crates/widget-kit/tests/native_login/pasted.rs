//! The example in a real terminal, with a browser on another machine.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::Command;
use widget_e2e::{example, in_time};

use crate::http_browser::callback_of;
use crate::server::RealProvider;

#[tokio::test]
async fn the_address_that_cannot_be_reached_is_pasted() {
    let provider = RealProvider::start().await;
    // A terminal for the program, which reads standard input only from one.
    let program = example("native_login");
    let mut process = Command::new("script")
        .args(["-qefc", program.to_str().unwrap(), "/dev/null"])
        .env_clear()
        .env("WIDGET_OAUTH_PROVIDER", "oidc")
        .env("WIDGET_OAUTH_ISSUER_URL", &provider.issuer)
        .env("WIDGET_OAUTH_CLIENT_ID", "none")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut keyboard = process.stdin.take().unwrap();
    let mut screen = BufReader::new(process.stdout.take().unwrap()).lines();
    let mut shows = async |part: &str| loop {
        let line = in_time(part, screen.next_line()).await.unwrap().unwrap();
        if line.contains(part) {
            return line.trim().to_owned();
        }
    };
    let address = shows("http://").await;
    shows("paste its address here").await;
    let redirect = address.split(['?', '&']).find_map(|part| part.strip_prefix("redirect_uri="));
    let redirect = percent_decoded(redirect.unwrap());

    keyboard.write_all(format!("{redirect}?code=c&state=guessed\n").as_bytes()).await.unwrap();
    shows("not the answer to this sign-in").await;
    let query = callback_of(&address).await;
    keyboard.write_all(format!("{redirect}?{query}\n").as_bytes()).await.unwrap();
    shows("signed in as").await;
    assert!(in_time("the end", process.wait()).await.unwrap().success());
}

fn percent_decoded(text: &str) -> String {
    text.replace("%3A", ":").replace("%2F", "/")
}
