/**
 * A reporter of node:test which leaves one JSON object for `npm test` to add up.
 * @param {AsyncIterable<{ type: string, data: object }>} events
 */
export default async function* summarize(events) {
  const summary = { passed: 0, failed: 0, skipped: [] };
  for await (const { type, data } of events) {
    if (type === 'test:pass' && data.skip !== undefined) {
      const reason = typeof data.skip === 'string' ? data.skip : undefined;
      summary.skipped.push({ name: data.name, reason });
    }
    // The one without a file is that of the whole run.
    if (type === 'test:summary' && data.file === undefined) {
      summary.passed = data.counts.passed;
      summary.failed = data.counts.failed + data.counts.cancelled;
    }
  }
  yield JSON.stringify(summary);
}
