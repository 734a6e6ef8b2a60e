import { FILE_ERRORS } from './file-errors.js';

/** Deeper ones are made to break those who read them. */
const DEEPEST = 100;
const MARKERS = /^(?:[ \t]*(?:[-+*>]|\d{1,9}[.)]))*/;
/** A list in a list stands two columns further in. */
const DEEP_ITEM = new RegExp(String.raw`^[ \t]{${String(2 * DEEPEST)},}(?:[-+*>]|\d{1,9}[.)])`);

/**
 * Refuses a file whose blocks or brackets are too deep: the parser calls itself for each block in a block, and reads what is in
 * brackets again for each bracket around it.
 *
 * @throws {Problem} `document_invalid`
 */
export function checkDepth(text: string): void {
  const isDeep = (line: string) => {
    const [markers = ''] = MARKERS.exec(line) ?? [];
    return markers.replaceAll(/[\s\d]/g, '').length > DEEPEST || DEEP_ITEM.test(line);
  };
  if (bracketDepth(text) > DEEPEST || text.split('\n').some(isDeep)) {
    throw FILE_ERRORS.invalid({
      message: `Invalid file data: more than ${String(DEEPEST)} levels.`,
    });
  }
}

/** How deep brackets stand in brackets that are closed, in the deepest paragraph. */
function bracketDepth(text: string): number {
  let deepest = 0;
  /** How deep those within each open one are. */
  let open: number[] = [];
  for (const [sign] of text.matchAll(/(?<!\\)[[\]]|\n[ \t]*\n/g)) {
    if (sign === '[') open.push(0);
    else if (sign === ']') {
      const depth = (open.pop() ?? -1) + 1;
      if (open.length > 0) open[open.length - 1] = Math.max(open.at(-1) ?? 0, depth);
      deepest = Math.max(deepest, depth);
    } else open = [];
  }
  return deepest;
}
