// Counts refreshes, and loses the answer of some of them after they have been
// processed, as a network does at the worst moment.

// `dropEvery`: 5 loses the answer of every fifth refresh, 0 of none.
export function watchRefreshes(provider, dropEvery) {
  const counts = { refreshed: 0, refused: 0, dropped: 0 };
  const isRefresh = (ctx) => ctx.oidc?.params?.grant_type === 'refresh_token';
  provider.on('grant.success', (ctx) => {
    if (!isRefresh(ctx)) {
      return;
    }
    counts.refreshed += 1;
    if (dropEvery > 0 && counts.refreshed % dropEvery === 0) {
      counts.dropped += 1;
      ctx.req.socket.destroy();
    }
  });
  provider.on('grant.error', (ctx) => {
    counts.refused += isRefresh(ctx) ? 1 : 0;
  });
  return counts;
}
