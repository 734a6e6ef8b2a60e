const ACTION = /\{\{-?\s*(?:(\/\*[\s\S]*?\*\/)|([a-z]*)\s*([\s\S]*?))\s*-?\}\}/g;
const OPENING: ReadonlySet<string> = new Set(['define', 'block', 'if', 'with', 'range']);

/**
 * The names that a text defines when it does nothing else, so that the text itself renders to
 * nothing. O(length).
 */
export function definitionsOnly(text: string): readonly string[] | undefined {
  const names: string[] = [];
  let depth = 0;
  let end = 0;
  for (const action of text.matchAll(ACTION)) {
    const [all, comment, word = '', rest = ''] = action;
    if (depth === 0 && text.slice(end, action.index).trim() !== '') return undefined;
    end = action.index + all.length;
    if (comment !== undefined) continue;
    if (depth === 0 && word !== 'define') return undefined;
    if (depth === 0) names.push(rest.replaceAll(/^["`]|["`]$/g, ''));
    if (OPENING.has(word)) depth += 1;
    else if (word === 'end') depth -= 1;
  }
  return names.length === 0 || text.slice(end).trim() !== '' ? undefined : names;
}
