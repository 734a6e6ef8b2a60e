import { SaxesParser, type SaxesTagNS } from 'saxes';

/** An element of a document, with what reading SAML needs of it. */
export interface XmlElement {
  /** Without the prefix. */
  readonly name: string;
  readonly namespace: string;
  readonly parent: XmlElement | undefined;
  /** Attributes without a prefix, by name. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Number of all attributes, with prefixed ones and declarations of namespaces. */
  readonly attributeCount: number;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

export interface XmlLimits {
  readonly elements: number;
  readonly depth: number;
  readonly attributesOfOne: number;
  /** In the whole document, with declarations of namespaces. */
  readonly attributes: number;
  /** Declarations in the whole document: canonicalization looks at each of them for each element. */
  readonly namespaces: number;
}

interface Growing extends XmlElement {
  readonly children: Growing[];
  text: string;
}

/**
 * Reads a document without document type, comments, CDATA and processing instructions: nothing is expanded, and all readers of
 * it find the same text. O(n).
 *
 * @throws {Error} that says what is wrong with it
 */
export function readXml(text: string, limits: XmlLimits): XmlElement {
  if (/<[!?]/.test(text.replace(/^<\?xml[^<>]*\?>/, ''))) {
    throw new Error(
      'The XML has a document type, a comment, CDATA or a processing instruction: it must have none.',
    );
  }
  const builder = new TreeBuilder(limits);
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (cause) => {
    throw new Error('The XML is not well-formed.', { cause });
  });
  parser.on('opentagstart', () => builder.start());
  parser.on('attribute', ({ prefix, name }) =>
    builder.attribute(prefix === 'xmlns' || name === 'xmlns'),
  );
  parser.on('opentag', (tag) => builder.open(tag));
  parser.on('text', (part) => builder.text(part));
  parser.on('closetag', () => builder.close());
  parser.write(text).close();
  return builder.whole();
}

class TreeBuilder {
  #root: Growing | undefined;
  readonly #open: Growing[] = [];
  #elements = 0;
  #attributesOfOne = 0;
  #attributes = 0;
  #namespaces = 0;

  constructor(private readonly limits: XmlLimits) {}

  start(): void {
    this.#attributesOfOne = 0;
    this.#elements += 1;
    this.#bound('elements', this.#elements);
    this.#bound('depth', this.#open.length + 1);
  }

  attribute(isNamespace: boolean): void {
    this.#attributesOfOne += 1;
    this.#attributes += 1;
    if (isNamespace) this.#namespaces += 1;
    this.#bound('attributesOfOne', this.#attributesOfOne);
    this.#bound('attributes', this.#attributes);
    this.#bound('namespaces', this.#namespaces);
  }

  open({ local: name, uri: namespace, attributes }: SaxesTagNS): void {
    const parent = this.#open.at(-1);
    const all = Object.values(attributes);
    const own = all.filter(({ prefix }) => prefix === '');
    const element: Growing = {
      ...{ name, namespace, parent, children: [], text: '' },
      attributes: new Map(own.map(({ local, value }) => [local, value])),
      attributeCount: all.length,
    };
    parent?.children.push(element);
    this.#root ??= element;
    this.#open.push(element);
  }

  text(part: string): void {
    const element = this.#open.at(-1);
    if (element !== undefined) element.text += part;
  }

  close(): void {
    this.#open.pop();
  }

  whole(): XmlElement {
    if (this.#root === undefined) throw new Error('The XML is empty.');
    return this.#root;
  }

  #bound(what: keyof XmlLimits, count: number): void {
    const most = this.limits[what];
    if (count > most) throw new Error(`The XML has more than ${most} ${NAMES[what]}.`);
  }
}

const NAMES = {
  elements: 'elements',
  depth: 'elements in one another',
  attributesOfOne: 'attributes of an element',
  attributes: 'attributes',
  namespaces: 'declarations of namespaces',
} as const;

/** The element and all below it. */
export function* everyElement(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* everyElement(child);
}

/** Number of elements and attributes: the time to verify a signature grows with it. */
export const nodesOf = (root: XmlElement): number =>
  [...everyElement(root)].reduce((sum, { attributeCount }) => sum + 1 + attributeCount, 0);

export const childrenOf = (
  element: XmlElement | undefined,
  namespace: string,
  name: string,
): readonly XmlElement[] =>
  element?.children.filter((one) => one.name === name && one.namespace === namespace) ?? [];

/** @throws {Error} where there is none, or more than one */
export function onlyChild(element: XmlElement, namespace: string, name: string): XmlElement {
  const [one, another] = childrenOf(element, namespace, name);
  if (one === undefined || another !== undefined) {
    throw new Error(`There must be exactly one ${name} in ${element.name}.`);
  }
  return one;
}
