import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { IPT_ERRORS } from '../../errors/ipt-errors.js';
import { hasLocalUrls, isHarmlessCss, localUrls } from './svg-css.js';
import { SvgReferences } from './svg-references.js';

/** Shapes, text, gradients, masks, filters and styles. Everything else goes: script, raster images, animation. */
const ELEMENTS = new Set(
  (
    'svg g defs symbol use a title desc style path rect circle ellipse line polyline polygon text tspan textPath ' +
    'linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix ' +
    'feComponentTransfer feComposite feDisplacementMap feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR ' +
    'feGaussianBlur feMerge feMergeNode feMorphology feOffset feTile feTurbulence'
  ).split(' '),
);

const ATTRIBUTES = new Set(
  (
    'xmlns version viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points id class style href media ' +
    'transform gradientTransform gradientUnits patternTransform patternUnits patternContentUnits offset ' +
    'preserveAspectRatio fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap ' +
    'stroke-linejoin stroke-dasharray stroke-dashoffset stroke-miterlimit vector-effect paint-order opacity color ' +
    'stop-color stop-opacity clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits marker-start ' +
    'marker-mid marker-end markerWidth markerHeight refX refY orient markerUnits filter filterUnits ' +
    'primitiveUnits color-interpolation color-interpolation-filters in in2 result mode type values operator k1 ' +
    'k2 k3 k4 stdDeviation flood-color flood-opacity radius dx dy baseFrequency numOctaves seed stitchTiles ' +
    'tableValues slope intercept amplitude exponent scale xChannelSelector yChannelSelector edgeMode rotate ' +
    'font-family font-size font-weight font-style font-variant font-stretch text-anchor text-decoration ' +
    'dominant-baseline alignment-baseline baseline-shift letter-spacing word-spacing writing-mode textLength ' +
    'lengthAdjust startOffset pathLength display visibility overflow spreadMethod shape-rendering text-rendering ' +
    'xml:space'
  ).split(' '),
);

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const FOREIGN_ADDRESS = /(?:javascript|data|https?|file):/i;
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 50_000;
/** Elements that are drawn by reference, as often as they are. */
const MAX_DRAWN = 10_000;
const MAX_REFERENCES = 10_000;
/** Parts that draw parts that draw parts. */
const MAX_REFERENCE_DEPTH = 32;
const MAX_ATTRIBUTES = 200;
const MAX_NAMED = 20;

export interface SanitizedSvg {
  readonly bytes: Uint8Array;
  /** What was left out, if anything was. */
  readonly warnings: readonly string[];
}

/**
 * Writes an SVG anew with what can only be drawn: allowed elements and attributes, styles that fetch nothing,
 * references to parts of the same image; no scripts, no events, no addresses. It must be well-formed XML without a
 * document type, so that there are no entities to expand. The same image always gives the same bytes.
 *
 * @throws {Problem} `UNSUPPORTED_IMAGE_TYPE`
 */
export function sanitizeSvg(bytes: Uint8Array): SanitizedSvg {
  const writer = new SvgWriter();
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw refusal('is not well-formed XML', error);
  });
  parser.on('doctype', () => {
    throw refusal('has a document type: remove <!DOCTYPE ...>');
  });
  let attributes = 0;
  parser.on('opentagstart', () => (attributes = 0));
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) {
      throw refusal(`has an element with more than ${MAX_ATTRIBUTES} attributes`);
    }
  });
  parser.on('opentag', (tag) => writer.open(tag));
  parser.on('closetag', (tag) => writer.close(tag));
  parser.on('text', (text) => writer.text(text));
  parser.on('cdata', (text) => writer.text(text));
  parser.write(textOf(bytes)).close();
  return writer.result();
}

const refusal = (reason: string, cause?: unknown) =>
  IPT_ERRORS.unsupportedImageType({ message: `The SVG ${reason}.`, cause });

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw refusal('is not text in UTF-8', error);
  }
}

class SvgWriter {
  readonly #parts: string[] = [];
  readonly #leftOut = new Set<string>();
  readonly #references = new SvgReferences();
  #depth = 0;
  #count = 0;
  /** Depth of the element that is left out, with everything in it. */
  #leftOutAt: number | undefined;
  /** The style sheet that is being read, and its tag: it is judged as a whole. */
  #sheet: { readonly tag: string; css: string } | undefined;

  open({ name, attributes }: SaxesTagPlain): void {
    this.#depth += 1;
    this.#count += 1;
    if (this.#depth > MAX_DEPTH) throw refusal(`is more than ${MAX_DEPTH} elements deep`);
    if (this.#count > MAX_ELEMENTS) throw refusal(`has more than ${MAX_ELEMENTS} elements`);
    if (this.#depth === 1) requireRoot(name, attributes);
    if (this.#leftOutAt !== undefined) return;
    if (!ELEMENTS.has(name) || this.#sheet !== undefined) {
      this.#leftOut.add(`<${name}>`);
      this.#leftOutAt = this.#depth;
      return;
    }
    const kept = this.#keep(attributes);
    const drawn = [...kept.entries()].flatMap(([attribute, value]) =>
      attribute === 'href' && name !== 'a' ? value.slice(1) : localUrls(value),
    );
    if (this.#references.count + drawn.length > MAX_REFERENCES) {
      throw refusal(`has more than ${MAX_REFERENCES} references`);
    }
    this.#references.open(kept.get('id'), drawn);
    const written = [...kept].map(([attribute, value]) => ` ${attribute}="${escape(value)}"`);
    const tag = `<${name}${written.join('')}>`;
    if (name === 'style') this.#sheet = { tag, css: '' };
    else this.#parts.push(tag);
  }

  close({ name }: SaxesTagPlain): void {
    if (this.#leftOutAt === undefined) {
      this.#references.close();
      if (this.#sheet === undefined) this.#parts.push(`</${name}>`);
      else this.#closeSheet(this.#sheet);
    }
    if (this.#leftOutAt === this.#depth) this.#leftOutAt = undefined;
    this.#depth -= 1;
  }

  text(text: string): void {
    if (this.#leftOutAt !== undefined || this.#depth === 0) return;
    if (this.#sheet === undefined) this.#parts.push(escape(text));
    else this.#sheet.css += text;
  }

  /** @throws {Problem} `UNSUPPORTED_IMAGE_TYPE` for parts that draw each other without end */
  result(): SanitizedSvg {
    if (this.#references.drawn(MAX_REFERENCE_DEPTH) - this.#count > MAX_DRAWN) {
      throw refusal(`refers to itself so often that more than ${MAX_DRAWN} elements are drawn`);
    }
    return { bytes: Buffer.from(this.#parts.join(''), 'utf8'), warnings: this.#warnings() };
  }

  #closeSheet({ tag, css }: { readonly tag: string; readonly css: string }): void {
    if (isHarmlessCss(css)) this.#parts.push(tag, escape(css), '</style>');
    else this.#leftOut.add('<style>');
    this.#sheet = undefined;
  }

  /** What is harmless. References of XLink become those of SVG 2, which need no namespace of their own. */
  #keep(attributes: Readonly<Record<string, string>>): Map<string, string> {
    const kept = new Map<string, string>();
    for (const [attribute, value] of Object.entries(attributes)) {
      const name = attribute === 'xlink:href' ? 'href' : attribute;
      if (name !== attribute && attributes[name] !== undefined) continue;
      if (ATTRIBUTES.has(name) && isHarmless(name, value)) kept.set(name, value);
      // Declarations of namespaces draw nothing.
      else if (!attribute.startsWith('xmlns')) this.#leftOut.add(attribute);
    }
    return kept;
  }

  #warnings(): string[] {
    const names = [...this.#leftOut];
    if (names.length === 0) return [];
    const named = names.slice(0, MAX_NAMED).map((name) => name.slice(0, 60));
    const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
    return [`Left out of the SVG: ${named.join(', ')}${more}.`];
  }
}

function requireRoot(name: string, attributes: Readonly<Record<string, string>>): void {
  if (name.endsWith(':svg')) {
    throw refusal('names its elements with a prefix: make its namespace the default one');
  }
  if (name !== 'svg' || attributes['xmlns'] !== SVG_NAMESPACE) {
    throw refusal(`has another root than <svg xmlns="${SVG_NAMESPACE}">`);
  }
}

function isHarmless(attribute: string, value: string): boolean {
  if (attribute === 'xmlns') return value === SVG_NAMESPACE;
  if (attribute === 'href') return /^#[^#\s]+$/.test(value);
  if (attribute === 'style') return isHarmlessCss(value);
  // Attributes are read as styles, where an escape could spell anything.
  return !value.includes('\\') && hasLocalUrls(value) && !FOREIGN_ADDRESS.test(value);
}

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
