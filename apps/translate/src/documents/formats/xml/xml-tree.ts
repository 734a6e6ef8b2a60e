import { SaxesParser } from 'saxes';
import { FILE_ERRORS } from '../file-errors.js';

/** An element, with its place in the source in UTF-16 code units. */
export interface XmlElement {
  readonly kind: 'element';
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly start: number;
  readonly innerStart: number;
  readonly innerEnd: number;
  readonly end: number;
}

export interface XmlText {
  readonly kind: 'text';
  /** With references resolved. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export type XmlNode = XmlElement | XmlText;

/** Deeper ones are made to break those who read them. */
const DEEPEST = 500;

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
  readonly start: number;
  readonly innerStart: number;
}

/** Characters by the names that a kind of document gives them. */
export type Entities = Readonly<Record<string, string>>;

/**
 * Reads XML with the place of everything in it, so that what is not changed can stay as it was written.
 *
 * Definitions of a document's own are refused, and a type that is named only is not read: no entity grows, nothing is fetched.
 *
 * @param entities of the document type, which may be named then; without them none may
 * @returns the root
 * @throws {Problem} `document_invalid`
 */
export function parseXml(source: string, entities?: Entities): XmlElement {
  const reader = new TreeReader(source);
  const parser = new SaxesParser();
  Object.assign(parser.ENTITIES, entities, parser.ENTITIES);
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', (type) => {
    if (type.includes('[')) {
      throw new Error('document type definitions are not read');
    }
  });
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    reader.open(name, attributes, parser.position, isSelfClosing);
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    if (!isSelfClosing) reader.close(name, parser.position);
  });
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  try {
    parser.write(source).close();
    return reader.root();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw FILE_ERRORS.invalid({ message: `Invalid file data: ${reason}`, cause: error });
  }
}

/** Characters that no XML can hold. @see XML 1.0, section 2.2 */
export const NO_XML = /(?:(?![\t\n\r\x7f-\x9f])\p{Cc}|[\ufffe\uffff])+/gu;

/**
 * Reads what became of a unit's text. An engine may answer what no XML can hold: that goes.
 *
 * @throws {Problem} `document_invalid`
 */
export const parseUnit = (translation: string): readonly XmlNode[] =>
  parseXml(`<unit>${translation.replaceAll(NO_XML, '')}</unit>`).children;

class TreeReader {
  readonly #open: Open[] = [];
  #root: XmlElement | undefined;
  #text = '';
  /** Where the text since the last tag begins. */
  #cursor = 0;

  constructor(private readonly source: string) {}

  text(text: string): void {
    this.#text += text;
  }

  open(
    name: string,
    attributes: Readonly<Record<string, string>>,
    position: number,
    isSelfClosing: boolean,
  ): void {
    if (this.#open.length >= DEEPEST) throw new Error(`more than ${DEEPEST} levels`);
    const start = this.#tagStart(position);
    this.#endText(start);
    const opened = {
      name,
      attributes: { ...attributes },
      children: [],
      start,
      innerStart: position,
    };
    if (isSelfClosing) this.#add({ kind: 'element', ...opened, innerEnd: position, end: position });
    else this.#open.push(opened);
    this.#cursor = position;
  }

  close(name: string, position: number): void {
    const start = this.#tagStart(position);
    this.#endText(start);
    const opened = this.#open.pop();
    if (opened?.name !== name) throw new Error(`</${name}> closes nothing`);
    this.#add({ kind: 'element', ...opened, innerEnd: start, end: position });
    this.#cursor = position;
  }

  root(): XmlElement {
    if (this.#root === undefined) throw new Error('no element');
    return this.#root;
  }

  /** No attribute holds a `<`. */
  #tagStart(position: number): number {
    return this.source.lastIndexOf('<', position - 1);
  }

  #endText(end: number): void {
    const text = this.#text;
    this.#text = '';
    if (text === '') return;
    this.#open.at(-1)?.children.push({ kind: 'text', text, start: this.#cursor, end });
  }

  #add(element: XmlElement): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root = element;
    else parent.children.push(element);
  }
}

/** Every element below one, itself included, in the order of the source. */
export function* elementsIn(root: XmlElement): Generator<XmlElement> {
  const waiting: XmlElement[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    for (const child of next.children.toReversed())
      if (child.kind === 'element') waiting.push(child);
  }
}

/** A stretch of a source, and what comes in its place. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** @param replacements apart from each other */
export function spliced(source: string, replacements: readonly Replacement[]): string {
  const parts: string[] = [];
  let position = 0;
  for (const { start, end, text } of replacements.toSorted((a, b) => a.start - b.start)) {
    parts.push(source.slice(position, start), text);
    position = end;
  }
  return parts.join('') + source.slice(position);
}
