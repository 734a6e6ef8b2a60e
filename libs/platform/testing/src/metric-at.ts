const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/**
 * Reads a metric from a service's `/metrics`.
 *
 * @param labels those that a sample must have; it may have more
 * @returns the sum of the samples; `undefined` without any
 */
export async function metricAt(
  url: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const values = page.split('\n').flatMap((line) => {
    const [, found, text = '', value = ''] = SAMPLE.exec(line) ?? [];
    if (found !== name) return [];
    const own = new Map([...text.matchAll(LABEL)].map(([, label, content]) => [label, content]));
    const isMeant = Object.entries(labels).every(([label, content]) => own.get(label) === content);
    return isMeant ? [Number(value)] : [];
  });
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}
