/**
 * A reporter of node:test which leaves one JSON object for `npm test` to add up, of the same shape as that
 * of a project of Jest.
 * @param {AsyncIterable<{ type: string, data: object }>} events
 */
export default async function* summarize(events) {
  const summary = { passed: 0, failed: 0, skipped: [], figures: [], failedFiles: [] };
  const reasons = new Map();
  for await (const { type, data } of events) {
    if (type === 'test:pass' && data.skip !== undefined) {
      const reason = typeof data.skip === 'string' ? data.skip : undefined;
      summary.skipped.push({ name: data.name, reason });
    }
    if (type === 'test:fail' && data.details.type !== 'suite' && data.file !== undefined) {
      reasons.set(data.file, [...(reasons.get(data.file) ?? []), reasonOf(data)]);
    }
    if (type !== 'test:summary') continue;
    const { file } = data;
    const { passed, failed, cancelled } = data.counts;
    const counts = { passed, failed: failed + cancelled };
    // The one without a file is that of the whole run.
    if (file === undefined) Object.assign(summary, counts);
    else if (!data.success) {
      summary.failedFiles.push({ file, ...counts, reasons: reasons.get(file) ?? [] });
    }
  }
  yield JSON.stringify(summary);
}

function reasonOf({ name, details: { error } }) {
  const [line] = String(error?.cause?.message ?? error?.message ?? 'no reason given').split('\n');
  return `${name}: ${line}`;
}
