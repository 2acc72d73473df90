//! Large answers are compressed a piece at a time, with room for other requests in between.

use std::convert::Infallible;

use axum::body::{Body, Bytes, HttpBody};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::MethodRouter;
use futures_util::{StreamExt, stream};
use tokio::task::yield_now;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;

use crate::state::WebState;

/// Compressing so many bytes takes about two milliseconds.
const PIECE_BYTES: usize = 64 << 10;

/// A route whose answers are compressed as the client accepts it.
///
/// Columns of numbers become a quarter with brotli at this level, and a third to a half with gzip or
/// with brotli at the levels beside it that are faster.
pub(crate) fn compressed(route: MethodRouter<WebState>) -> MethodRouter<WebState> {
    let layer = CompressionLayer::new().br(true).gzip(true);
    let layer = layer.quality(CompressionLevel::Precise(5));
    let route = route.layer::<_, Infallible>(map_response(async |it: Response| it.map(in_pieces)));
    route.layer::<_, Infallible>(layer).layer(map_response(async |it: Response| it.map(in_turns)))
}

/// A compressor takes in all that is ready before it gives anything out, so there is a pause after
/// each piece.
fn in_pieces(body: Body) -> Body {
    if is_small(&body) {
        return body;
    }
    let pieces = body.into_data_stream().flat_map(|part| match part {
        Ok(bytes) => stream::iter(cut(bytes)).map(Ok).left_stream(),
        Err(error) => stream::iter([Err(error)]).right_stream(),
    });
    in_turns(Body::from_stream(pieces))
}

fn cut(mut bytes: Bytes) -> impl Iterator<Item = Bytes> {
    std::iter::from_fn(move || {
        let piece = bytes.split_to(bytes.len().min(PIECE_BYTES));
        (!piece.is_empty()).then_some(piece)
    })
}

/// Lets other tasks run before each part of a body.
fn in_turns(body: Body) -> Body {
    if is_small(&body) {
        return body;
    }
    Body::from_stream(body.into_data_stream().then(async |part| {
        yield_now().await;
        part
    }))
}

fn is_small(body: &Body) -> bool {
    body.size_hint().upper().is_some_and(|bytes| bytes <= PIECE_BYTES as u64)
}
