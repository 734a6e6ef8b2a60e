const ACTION = /\{\{-?\s*(?:(\/\*[\s\S]*?\*\/)|([a-z]*)\s*([\s\S]*?))\s*-?\}\}/g;
const DEPTH: ReadonlyMap<string, number> = new Map([
  ...['define', 'block', 'if', 'with', 'range'].map((word) => [word, 1] as const),
  ['end', -1],
]);

interface Seen {
  readonly names: string[];
  /** Text and actions that are in no definition. */
  outside: string;
  depth: number;
}

/**
 * The names that a text defines when it does nothing else, so that the text itself renders to
 * nothing. O(length).
 */
export function definitionsOnly(text: string): readonly string[] | undefined {
  const seen: Seen = { names: [], outside: '', depth: 0 };
  let end = 0;
  for (const action of text.matchAll(ACTION)) {
    if (seen.depth === 0) seen.outside += text.slice(end, action.index);
    end = action.index + action[0].length;
    if (action[1] === undefined) see(seen, action);
  }
  const isBlank = `${seen.outside}${text.slice(end)}`.trim() === '';
  return isBlank && seen.names.length > 0 ? seen.names : undefined;
}

function see(seen: Seen, [all, , word = '', rest = '']: RegExpExecArray): void {
  if (seen.depth === 0 && word === 'define') seen.names.push(rest.replaceAll(/^["`]|["`]$/g, ''));
  else if (seen.depth === 0) seen.outside += all;
  seen.depth += DEPTH.get(word) ?? 0;
}
