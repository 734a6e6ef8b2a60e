import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Stack traces that lead to the sources, as with `--enable-source-maps`, which reads all maps at the start and keeps them:
 * here a map is read when a stack is first looked at, and may go again.
 */
Error.prepareStackTrace = (error, frames) => {
  const head = headOf(error);
  try {
    return [head, ...frames.map((frame) => `    at ${described(frame)}`)].join('\n');
  } catch {
    return [head, ...frames.map((frame) => `    at ${frame}`)].join('\n');
  }
};

/** @type {Map<string, WeakRef<SourceMap> | undefined>} by file */
const known = new Map();

function headOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

function described(frame) {
  const text = String(frame);
  const url = frame.getFileName();
  if (!url?.startsWith('file:') || url.includes('/node_modules/')) return text;
  const origin = mapOf(url)?.findOrigin(frame.getLineNumber(), frame.getColumnNumber());
  if (origin?.fileName === undefined) return text;
  const file = fileURLToPath(new URL(origin.fileName, url));
  const place = `${url}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
  return text.replace(place, () => `${file}:${origin.lineNumber}:${origin.columnNumber}`);
}

function mapOf(url) {
  const there = known.get(url)?.deref();
  if (there !== undefined || (known.has(url) && known.get(url) === undefined)) return there;
  const read = readMap(url);
  known.set(url, read && new WeakRef(read));
  return read;
}

function readMap(url) {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')));
  } catch {
    return undefined; // it has none
  }
}
