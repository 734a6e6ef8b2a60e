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

/** Something that has been opened. */
interface Open {
  readonly name: string;
  readonly element: XmlElement;
  /** Its place among what was found; what has come since is behind it. */
  readonly at: number;
}

/** What has been opened and not closed. A step takes the same time however many there are. */
class OpenElements {
  readonly #all: Open[] = [];
  readonly #byName = new Map<string, Open[]>();

  push(open: Open): void {
    this.#all.push(open);
    const same = this.#byName.get(open.name);
    if (same === undefined) this.#byName.set(open.name, [open]);
    else same.push(open);
  }

  /** The last one of a name, and gives up what was opened in it. */
  close(name: string): Open | undefined {
    const found = this.#byName.get(name)?.at(-1);
    while (found !== undefined) {
      const last = this.#all.pop();
      this.#byName.get(last?.name ?? '')?.pop();
      if (last === found) break;
    }
    return found;
  }
}

/**
 * Nodes with pairs of elements found: what an element opens and another one closes is around the words between them, like an
 * element with content. Pairs that overlap, and halves without the other half, are elements without words.
 */
export function inlineNodes(nodes: readonly XmlNode[], rules: InlineRules): readonly Inline[] {
  const all: Inline[] = [];
  const open = new OpenElements();
  for (const node of nodes) {
    if (node.kind === 'text') {
      all.push({ kind: 'text', text: node.text });
      continue;
    }
    const name = rules.opens(node);
    const closed = rules.closes(node);
    if (name !== undefined) {
      open.push({ name, element: node, at: all.length });
      // Until it is closed it has no words.
      all.push(opaque(node));
      continue;
    }
    const opened = closed === undefined ? undefined : open.close(closed);
    if (opened === undefined) all.push(elementOf(node, rules));
    else
      all.push(
        pairOf(opened.element, { inner: all.splice(opened.at).slice(1), close: node }, rules),
      );
  }
  return all;
}

function pairOf(
  element: XmlElement,
  { inner, close }: { readonly inner: readonly Inline[]; readonly close: XmlElement },
  rules: InlineRules,
): Inline {
  const { start } = element;
  const { end } = close;
  if (rules.isProtected(element) || inner.length === 0) return { kind: 'opaque', start, end };
  return { kind: 'pair', start, innerStart: element.end, innerEnd: close.start, end, inner };
}

function elementOf(element: XmlElement, rules: InlineRules): Inline {
  const { name, children, start, innerStart, innerEnd, end } = element;
  const hasWords = rules.around.has(name) && children.length > 0 && !rules.isProtected(element);
  if (!hasWords) return opaque(element);
  return { kind: 'pair', start, innerStart, innerEnd, end, inner: inlineNodes(children, rules) };
}

const opaque = ({ start, end }: XmlElement): Inline => ({ kind: 'opaque', start, end });
