import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { IPT_ERRORS } from '../domain/ipt-errors.js';

/** Shapes, text, gradients, masks and filters. Everything else goes: script, style, links, images, animation. */
const ELEMENTS = new Set(
  (
    'svg g defs symbol title desc path rect circle ellipse line polyline polygon text tspan linearGradient ' +
    'radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix feComposite feFlood ' +
    'feGaussianBlur feMerge feMergeNode feMorphology feOffset feTurbulence'
  ).split(' '),
);

const ATTRIBUTES = new Set(
  (
    'xmlns version viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points id class transform ' +
    'gradientTransform gradientUnits patternTransform patternUnits patternContentUnits offset preserveAspectRatio ' +
    'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin ' +
    'stroke-dasharray stroke-dashoffset stroke-miterlimit opacity color stop-color stop-opacity clip-path ' +
    'clip-rule clipPathUnits mask maskUnits maskContentUnits marker-start marker-mid marker-end markerWidth ' +
    'markerHeight refX refY orient markerUnits filter filterUnits in in2 result mode type values operator k1 k2 ' +
    'k3 k4 stdDeviation flood-color flood-opacity radius dx dy baseFrequency numOctaves seed font-family ' +
    'font-size font-weight font-style text-anchor dominant-baseline letter-spacing textLength lengthAdjust ' +
    'display visibility spreadMethod'
  ).split(' '),
);

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
/** Only parts of the same image may be referred to. */
const FOREIGN_REFERENCE = /url\(\s*['"]?\s*(?!#)|(?:javascript|data|https?|file):/i;
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 50_000;

/**
 * Writes an SVG anew with what can only be drawn: allowed elements and attributes, no scripts, no events, no
 * addresses. It must be well-formed XML without a document type, so that there are no entities to expand. The
 * same image always gives the same bytes.
 *
 * @throws {Problem} `UNSUPPORTED_IMAGE_TYPE`
 */
export function sanitizeSvg(bytes: Uint8Array): Uint8Array {
  const writer = new SvgWriter();
  try {
    const source = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('doctype', () => {
      throw new Error('A document type is not allowed.');
    });
    parser.on('opentag', (tag) => writer.open(tag));
    parser.on('closetag', (tag) => writer.close(tag));
    parser.on('text', (text) => writer.text(text));
    parser.on('cdata', (text) => writer.text(text));
    parser.write(source).close();
  } catch (error) {
    throw IPT_ERRORS.unsupportedImageType({ message: 'The SVG is not valid.', cause: error });
  }
  return Buffer.from(writer.result(), 'utf8');
}

class SvgWriter {
  readonly #parts: string[] = [];
  #depth = 0;
  #count = 0;
  /** Depth of the element that is left out, with everything in it. */
  #leftOutAt: number | undefined;

  open({ name, attributes }: SaxesTagPlain): void {
    this.#depth += 1;
    this.#count += 1;
    if (this.#depth > MAX_DEPTH || this.#count > MAX_ELEMENTS) throw new Error('Too large.');
    if (this.#depth === 1 && (name !== 'svg' || attributes['xmlns'] !== SVG_NAMESPACE)) {
      throw new Error('The root is not svg.');
    }
    if (this.#leftOutAt !== undefined) return;
    if (!ELEMENTS.has(name)) {
      this.#leftOutAt = this.#depth;
      return;
    }
    const kept = Object.entries(attributes)
      .filter(([attribute, value]) => ATTRIBUTES.has(attribute) && isHarmless(attribute, value))
      .map(([attribute, value]) => ` ${attribute}="${escape(value)}"`);
    this.#parts.push(`<${name}${kept.join('')}>`);
  }

  close({ name }: SaxesTagPlain): void {
    if (this.#leftOutAt === undefined) this.#parts.push(`</${name}>`);
    if (this.#leftOutAt === this.#depth) this.#leftOutAt = undefined;
    this.#depth -= 1;
  }

  text(text: string): void {
    if (this.#leftOutAt === undefined && this.#depth > 0) this.#parts.push(escape(text));
  }

  result(): string {
    return this.#parts.join('');
  }
}

const isHarmless = (attribute: string, value: string): boolean =>
  attribute === 'xmlns' ? value === SVG_NAMESPACE : !FOREIGN_REFERENCE.test(value);

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
