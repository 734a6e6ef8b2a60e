import type { XmlElement, XmlNode } from '../xml/xml-tree.js';

/** What stands in a source or target, as one version of XLIFF writes it. */
export interface InlineRules {
  /** Elements whose content is words: `g`, `pc`, `mrk`. */
  readonly around: ReadonlySet<string>;
  /** Whether the words in an element, or behind one that opens, are not to be translated. */
  isProtected(element: XmlElement): boolean;
  /** What an element is called that opens what another one closes: `bpt`, `sc`. */
  opens(element: XmlElement): string | undefined;
  /** What an element closes: `ept`, `ec`. */
  closes(element: XmlElement): string | undefined;
}

/** Words, something around words, or something without any; with its place in the source. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'pair';
      readonly start: number;
      readonly innerStart: number;
      readonly innerEnd: number;
      readonly end: number;
      readonly inner: readonly Inline[];
    }
  | { readonly kind: 'opaque'; readonly start: number; readonly end: number };

/** Something that has been opened, with what has come since. */
interface Open {
  readonly name: string;
  readonly element: XmlElement;
  readonly inner: Inline[];
}

/**
 * Nodes with pairs of elements found: what an element opens and another one closes is around the words between them, like an
 * element with content. Pairs that overlap, and halves without the other half, are elements without words.
 */
export function inlineNodes(nodes: readonly XmlNode[], rules: InlineRules): readonly Inline[] {
  const all: Inline[] = [];
  const open: Open[] = [];
  const add = (...inline: readonly Inline[]) => (open.at(-1)?.inner ?? all).push(...inline);
  const giveUpTo = (depth: number) => {
    for (let last = open.length; last > depth; last -= 1) {
      const given = open.pop();
      if (given !== undefined) add(opaque(given.element), ...given.inner);
    }
  };
  for (const node of nodes) {
    if (node.kind === 'text') {
      add({ kind: 'text', text: node.text });
      continue;
    }
    const opened = rules.opens(node);
    const closed = rules.closes(node);
    const at = closed === undefined ? -1 : open.findLastIndex(({ name }) => name === closed);
    if (opened !== undefined) {
      open.push({ name: opened, element: node, inner: [] });
    } else if (at === -1) {
      add(...elementOf(node, rules));
    } else {
      giveUpTo(at + 1);
      const pair = open.pop();
      if (pair !== undefined) add(pairOf(pair, node, rules));
    }
  }
  giveUpTo(0);
  return all;
}

function pairOf({ element, inner }: Open, close: XmlElement, rules: InlineRules): Inline {
  const { start } = element;
  const { end } = close;
  if (rules.isProtected(element) || inner.length === 0) return { kind: 'opaque', start, end };
  return { kind: 'pair', start, innerStart: element.end, innerEnd: close.start, end, inner };
}

function elementOf(element: XmlElement, rules: InlineRules): readonly Inline[] {
  const { name, children, start, innerStart, innerEnd, end } = element;
  const hasWords = rules.around.has(name) && children.length > 0 && !rules.isProtected(element);
  if (!hasWords) return [opaque(element)];
  return [{ kind: 'pair', start, innerStart, innerEnd, end, inner: inlineNodes(children, rules) }];
}

const opaque = ({ start, end }: XmlElement): Inline => ({ kind: 'opaque', start, end });
