/**
 * One line of a page of metrics.
 *
 * @typedef {{ name: string, labels: Record<string, string>, value: number }} Sample
 */

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: \d+)?$/;
/** A name is tried where it begins alone: long ones of strangers cost no square of their length. */
const LABEL = /(?<!\w)([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const ESCAPED = { '\\n': '\n', '\\"': '"', '\\\\': '\\' };

/**
 * Reads Prometheus' text format, version 0.0.4. What is no sample is passed over.
 *
 * @param {string} page
 * @returns {Sample[]}
 */
export function readMetrics(page) {
  return page.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    return name === undefined ? [] : [{ name, labels: readLabels(labels), value: Number(value) }];
  });
}

const readLabels = (text) =>
  Object.fromEntries(
    [...text.matchAll(LABEL)].map(([, name, value]) => [
      name,
      value.replace(/\\[n"\\]/g, (escape) => ESCAPED[escape]),
    ]),
  );
