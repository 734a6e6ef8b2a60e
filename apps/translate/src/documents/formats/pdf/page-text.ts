import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFPage,
} from 'pdf-lib';
import { operationsIn, type Operation } from './content-stream.js';
import type { ShownGlyphs } from './shown-glyphs.js';
import { PageRules, type Rule } from './page-rules.js';
import { TextState } from './text-state.js';
import { SHOWS, textRun, type TextRun } from './text-runs.js';

/** A content stream with text: a page's, or that of a form which pages show. */
export interface TextStream {
  readonly bytes: Uint8Array;
  readonly operations: readonly Operation[];
  readonly runs: readonly TextRun[];
  readonly rules: readonly Rule[];
  /** What can be seen of it: left and right. */
  readonly bounds: { readonly left: number; readonly right: number };
  /** Puts other contents in its place, with further fonts by their names. */
  replace(bytes: Uint8Array, fonts: ReadonlyMap<string, PDFRef>): void;
}

const DEEPEST = 16;
const CONTENTS = PDFName.of('Contents');
const RESOURCES = PDFName.of('Resources');
const FONT = PDFName.of('Font');
const XOBJECT = PDFName.of('XObject');

/**
 * The text of a page, with that of its forms; a form that was met before is not told again.
 *
 * @param shown what the page's operators show, in the order in which they run
 * @throws {Error} where that is not what the streams hold
 */
export function pageText(
  page: PDFPage,
  shown: readonly ShownGlyphs[],
  known: Set<PDFStream>,
): readonly TextStream[] {
  const walk = new PageWalk(page, shown.values(), known);
  walk.page();
  return walk.streams;
}

class PageWalk {
  readonly streams: TextStream[] = [];
  readonly #context: PDFContext;

  constructor(
    private readonly leaf: PDFPage,
    private readonly shown: Iterator<ShownGlyphs>,
    private readonly known: Set<PDFStream>,
  ) {
    this.#context = leaf.doc.context;
  }

  page(): void {
    const { node } = this.leaf;
    const { x, width } = this.leaf.getCropBox();
    const resources = node.Resources();
    const bytes = this.#contentsOf(node.Contents());
    const replace: TextStream['replace'] = (other, fonts) => {
      node.set(CONTENTS, this.#context.register(this.#context.flateStream(other)));
      node.set(RESOURCES, this.#withFonts(resources, fonts));
    };
    this.#stream(
      { bytes, resources, depth: 0, isNew: true },
      { left: x, right: x + width },
      replace,
    );
    if (this.shown.next().done !== true) throw new Error('a page shows more than it holds');
  }

  #stream(
    { bytes, resources, depth, isNew }: Walked,
    bounds: TextStream['bounds'],
    replace: TextStream['replace'],
  ): void {
    const operations = operationsIn(bytes);
    const state = new TextState();
    const rules = new PageRules();
    const runs: TextRun[] = [];
    for (const [at, operation] of operations.entries()) {
      state.apply(operation);
      rules.apply(operation, state.matrix);
      if (operation.operator === 'Do') this.#form(operation, resources, depth);
      if (!SHOWS.has(operation.operator)) continue;
      const { value } = this.shown.next() as IteratorResult<ShownGlyphs, undefined>;
      if (value === undefined) throw new Error('a page holds more than it shows');
      const run = textRun(value, { operation, at }, state);
      if (run !== undefined) runs.push(run);
    }
    if (isNew && runs.length > 0) {
      this.streams.push({ bytes, operations, runs, rules: rules.rules, bounds, replace });
    }
  }

  #form({ operands }: Operation, resources: PDFDict | undefined, depth: number): void {
    const [operand] = operands;
    if (operand?.kind !== 'name') return;
    const objects = resources?.lookupMaybe(XOBJECT, PDFDict);
    const name = PDFName.of(operand.value);
    const form = objects?.lookup(name);
    if (
      !(form instanceof PDFRawStream) ||
      form.dict.lookup(PDFName.of('Subtype')) !== PDFName.of('Form')
    )
      return;
    if (depth >= DEEPEST) throw new Error('its forms are nested too deep');
    const isNew = !this.known.has(form);
    this.known.add(form);
    const own = form.dict.lookupMaybe(RESOURCES, PDFDict) ?? resources;
    const reference = objects?.get(name);
    const replace: TextStream['replace'] = (bytes, fonts) => {
      const dict = form.dict.clone(this.#context);
      for (const entry of ['Filter', 'DecodeParms', 'Length']) dict.delete(PDFName.of(entry));
      dict.set(RESOURCES, this.#withFonts(own, fonts));
      const other = this.#context.flateStream(bytes);
      for (const [key, value] of dict.entries()) other.dict.set(key, value);
      if (reference instanceof PDFRef) this.#context.assign(reference, other);
    };
    this.#stream(
      { bytes: decoded(form), resources: own, depth: depth + 1, isNew },
      boundsOf(form),
      replace,
    );
  }

  #contentsOf(contents: PDFStream | PDFArray | undefined): Uint8Array {
    const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
    return Buffer.concat(
      streams.flatMap((each) => {
        const stream = each instanceof PDFRef ? this.#context.lookup(each) : each;
        return stream instanceof PDFStream ? [decoded(stream), Buffer.from('\n')] : [];
      }),
    );
  }

  #withFonts(resources: PDFDict | undefined, fonts: ReadonlyMap<string, PDFRef>): PDFDict {
    const all = resources?.clone(this.#context) ?? this.#context.obj({});
    const own = all.lookupMaybe(FONT, PDFDict)?.clone(this.#context) ?? this.#context.obj({});
    for (const [name, font] of fonts) own.set(PDFName.of(name), font);
    all.set(FONT, own);
    return all;
  }
}

interface Walked {
  readonly bytes: Uint8Array;
  readonly resources: PDFDict | undefined;
  readonly depth: number;
  readonly isNew: boolean;
}

const decoded = (stream: PDFStream): Uint8Array =>
  stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents();

function boundsOf({ dict }: PDFRawStream): TextStream['bounds'] {
  const box = dict.lookupMaybe(PDFName.of('BBox'), PDFArray)?.asRectangle();
  return { left: box?.x ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0) };
}
