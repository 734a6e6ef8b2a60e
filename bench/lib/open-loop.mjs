/**
 * Asks each thing at its own times, whether or not others have been answered. A request counts as failed when it is
 * refused or is not answered within ten seconds.
 *
 * @param {{ what: string, share: number, ask: () => Promise<Response> }[]} things
 * @param {{ perSecond: number, seconds: number }} pace times a second that all shares are done
 * @returns {Promise<Map<string, { sent: number, failures: string[], latenciesMs: number[] }>>}
 */
export async function openLoop(things, { perSecond, seconds }) {
  const report = new Map(
    things.map(({ what }) => [what, { sent: 0, failures: [], latenciesMs: [] }]),
  );
  const open = [];
  const startedMs = performance.now();
  const isOver = () => performance.now() - startedMs > seconds * 1000;
  while (!isOver()) {
    const elapsed = (performance.now() - startedMs) / 1000;
    for (const { what, share, ask } of things) {
      const row = report.get(what);
      for (; row.sent < Math.floor(elapsed * perSecond * share); row.sent += 1) {
        open.push(one(ask, row));
      }
    }
    await new Promise((go) => setTimeout(go, 2));
  }
  await Promise.all(open);
  return report;
}

const PATIENCE_MS = 10_000;

async function one(ask, row) {
  const startedMs = performance.now();
  try {
    const answer = await ask();
    await answer.arrayBuffer();
    const ms = performance.now() - startedMs;
    if (answer.ok && ms < PATIENCE_MS) row.latenciesMs.push(ms);
    else row.failures.push(answer.ok ? 'late' : `${answer.status}`);
  } catch (error) {
    row.failures.push(error.cause?.code ?? error.message);
  }
}
