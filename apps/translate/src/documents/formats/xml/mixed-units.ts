import { escapeUTF8 } from 'entities';
import type { SourceOf, TextUnit } from './inline-units.js';
import { parseUnit, type XmlElement, type XmlNode } from './xml-tree.js';

/** How a format writes words where XML alone would not need it. */
export interface WordCodec {
  read(text: string): string;
  write(text: string): string;
}

const AS_IT_IS: WordCodec = { read: (text) => text, write: (text) => text };

/**
 * Words with elements between and around them, as XHTML, OpenDocument and XLIFF write them.
 *
 * @param around elements whose content is words too; all others have none
 */
export function mixedUnit(
  nodes: readonly XmlNode[],
  around: ReadonlySet<string>,
  codec = AS_IT_IS,
): TextUnit {
  const writer = new MixedUnit(around, codec);
  const text = writer.unitOf(nodes);
  return {
    text,
    hasWords: writer.hasWords,
    write: (translation, sourceOf) => writer.back(parseUnit(translation), sourceOf),
  };
}

class MixedUnit {
  hasWords = false;
  readonly #elements: XmlElement[] = [];

  constructor(
    private readonly around: ReadonlySet<string>,
    private readonly codec: WordCodec,
  ) {}

  unitOf(nodes: readonly XmlNode[]): string {
    return nodes
      .map((node) => {
        if (node.kind === 'text') {
          this.hasWords ||= /\p{L}/u.test(node.text);
          return escapeUTF8(this.codec.read(node.text));
        }
        const id = this.#elements.push(node);
        return this.around.has(node.name) && node.children.length > 0
          ? `<g id="${id}">${this.unitOf(node.children)}</g>`
          : `<x id="${id}"/>`;
      })
      .join('');
  }

  back(nodes: readonly XmlNode[], sourceOf: SourceOf): string {
    return nodes
      .map((node) => {
        if (node.kind === 'text') return escapeUTF8(this.codec.write(node.text));
        const element = this.#elements[Number(node.attributes['id']) - 1];
        if (element === undefined) return this.back(node.children, sourceOf);
        const { start, innerStart, innerEnd, end } = element;
        if (node.name === 'x') return sourceOf(start, end);
        const inner = this.back(node.children, sourceOf);
        return sourceOf(start, innerStart) + inner + sourceOf(innerEnd, end);
      })
      .join('');
  }
}
