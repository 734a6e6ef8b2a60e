import { inlineUnit, type InlineGrammar } from './inline-units.js';
import type { ParagraphFinder } from './xml-part.js';

/** What a paragraph of runs is in a kind of XML, and how its words are written. */
export interface ParagraphGrammar extends InlineGrammar {
  readonly paragraph: string;
  /** A paragraph's own formatting, which stands first in it. */
  readonly paragraphProperties: string;
}

/** Finds paragraphs of runs, each formatted as a whole, as Office writes them. */
export function runParagraphs(grammars: readonly ParagraphGrammar[]): ParagraphFinder {
  const byName = new Map(grammars.map((grammar) => [grammar.paragraph, grammar]));
  return (element, source) => {
    const grammar = byName.get(element.name);
    if (grammar === undefined) return undefined;
    const nodes = element.children.filter(
      (child) => child.kind === 'text' || child.name !== grammar.paragraphProperties,
    );
    const [start = element.innerEnd] = nodes.map((node) => node.start);
    return { unit: inlineUnit(source, nodes, grammar), start, end: element.innerEnd };
  };
}
