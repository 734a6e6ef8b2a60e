import { decodeHTML, escapeText, escapeUTF8 } from 'entities';
import { tokensOf, type Token } from '../../../text/markup/markup-tokens.js';
import { NO_XML, type XmlNode } from '../../formats/xml/xml-tree.js';

/** A tag, or both of an element, that a `g` or an `x` stands for. */
interface Tags {
  readonly open: string;
  readonly close: string;
}

interface HtmlWriting {
  readonly source: string;
  readonly target: string;
  readonly hasWords: boolean;
  write(nodes: readonly XmlNode[]): string;
}

/** HTML with `g` for its elements and `x` for what stands alone, which have the same ids in both texts; and the way back. */
export function htmlWriting(source: string, target: string): HtmlWriting {
  const tags: Tags[] = [];
  const free = new Map<string, number[]>();
  const written = xmlFrom(tokensOf(target, 'html'), (own) => {
    const id = tags.push(own);
    free.set(own.open, [...(free.get(own.open) ?? []), id]);
    return id;
  });
  let beyond = tags.length;
  const seen = xmlFrom(
    tokensOf(source, 'html'),
    ({ open }) => free.get(open)?.shift() ?? (beyond += 1),
  );
  return {
    source: seen.xml,
    target: written.xml,
    hasWords: seen.hasWords,
    write: (nodes) => htmlOf(nodes, tags),
  };
}

function xmlFrom(
  tokens: readonly Token[],
  idOf: (tags: Tags) => number,
): { readonly xml: string; readonly hasWords: boolean } {
  let hasWords = false;
  const xml = tokens
    .map((token) => {
      if (token.kind === 'close') return '</g>';
      if (token.kind === 'single') return `<x id="${idOf({ open: token.raw, close: '' })}"/>`;
      if (token.kind === 'open') {
        const close = tokens[token.end]?.raw ?? '';
        return `<g id="${idOf({ open: token.raw, close })}">`;
      }
      const words = decodeHTML(token.raw).replaceAll(NO_XML, '');
      hasWords ||= /\p{L}/u.test(words);
      return escapeUTF8(words);
    })
    .join('');
  return { xml, hasWords };
}

const htmlOf = (nodes: readonly XmlNode[], tags: readonly Tags[]): string =>
  nodes
    .map((node) => {
      if (node.kind === 'text') return escapeText(node.text);
      const { open, close } = tags[Number(node.attributes['id']) - 1] ?? { open: '', close: '' };
      return open + htmlOf(node.children, tags) + close;
    })
    .join('');
