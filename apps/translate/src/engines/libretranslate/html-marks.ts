import { escapeUTF8 } from 'entities';
import { SaxesParser } from 'saxes';
import type { MarkedText } from '../../text/marked-text.js';
import { MarkReader, writeWith, type MarkSyntax, type ReadBack } from '../remote/marks.js';

/** What the server leaves alone inside HTML is the content of `code`. */
const SYNTAX: MarkSyntax = {
  text: escapeUTF8,
  open: (id) => `<span id="${id}">`,
  close: () => '</span>',
  alone: (id, content) => `<code id="${id}">${escapeUTF8(content)}</code>`,
};

/** Writes a segment as a piece of HTML. */
export const writeHtml = (segment: MarkedText): string => writeWith(SYNTAX, segment);

/**
 * Reads the HTML that the server wrote.
 *
 * @returns undefined unless every element is there once and they nest
 */
export function readHtml(written: string, segment: MarkedText): ReadBack | undefined {
  const reader = new MarkReader(segment);
  const open: { readonly id: number; readonly isAlone: boolean }[] = [];
  const wrong: string[] = [];
  const expect = (isRight: boolean, what: string) => {
    if (!isRight) wrong.push(what);
  };
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => wrong.push(message));
  parser.on('doctype', () => wrong.push('doctype'));
  parser.on('text', (text) => {
    if (open.at(-1)?.isAlone !== true) reader.addText(text);
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === ROOT) return;
    const element = { id: Number(attributes['id']), isAlone: name === 'code' };
    open.push(element);
    expect(name === 'span' || name === 'code', name);
    expect(reader.addMark(element.isAlone ? 'alone' : 'open', element.id), name);
  });
  parser.on('closetag', ({ name }) => {
    const element = name === ROOT ? undefined : open.pop();
    if (element?.isAlone === false) expect(reader.addMark('close', element.id), name);
  });
  parser.write(`<${ROOT}>${written}</${ROOT}>`).close();
  return wrong.length === 0 ? reader.finish() : undefined;
}

const ROOT = 'answer';
