import { problem } from '@sextant/platform-http/errors';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { baseLanguage, parseLanguage, type LanguageTag } from '../languages/language.js';
import { nextTurn } from '../scheduling/next-turn.js';

export const TMX_ERRORS = {
  malformed: problem('tmx_malformed', 400, 'Malformed TMX'),
} as const;

/** One translation unit: a source text and its translations. */
export interface TmxUnit {
  readonly source: string;
  readonly targets: ReadonlyMap<LanguageTag, string>;
}

export interface TmxDocument {
  /** Base language of the header's `srclang`, or of the first unit's first text for `*all*`. */
  readonly sourceLanguage: LanguageTag;
  /** Those of its texts, as they are written. */
  readonly languages: readonly string[];
  readonly units: readonly TmxUnit[];
  /** Units without a source, a translation, or with a text above 10,000 characters. */
  readonly skippedUnits: number;
}

/** UTF-16 code units of a segment; longer ones are not segments. */
export const MAX_SEGMENT_LENGTH = 10_000;
/** Languages that are named to whoever sends a file in which nothing is found. */
const MOST_NAMED = 20;
/** Of the parser at once: other requests are served in between. */
const CHUNK = 256 * 1024;

/** Native codes inside a segment are not its text; `hi` and `sub` hold text, and `ph` a placeholder unless it is a tag. */
const NATIVE_CODES: ReadonlySet<string> = new Set(['bpt', 'ept', 'it', 'ut']);
const TAG = /^\s*<[^]*>\s*$/;

/**
 * Reads a TMX document, versions 1.1 to 1.4b, in UTF-8 or UTF-16. Document type definitions are not read, so that
 * entities cannot grow.
 *
 * @throws {Problem} `tmx_malformed` with the reason
 * @see TMX 1.4b Specification, LISA OSCAR, 2005
 */
export async function parseTmx(bytes: Uint8Array): Promise<TmxDocument> {
  const text = decode(bytes);
  const reader = new TmxReader();
  try {
    for (let start = 0; start < text.length; start += CHUNK) {
      reader.write(text.slice(start, start + CHUNK));
      await nextTurn();
    }
    return reader.end();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw TMX_ERRORS.malformed({ message: `Malformed TMX: ${error.message}`, cause: error });
  }
}

/** Writes a document piece by piece, so that a large memory is never one string. */
export async function* formatTmx(
  sourceLanguage: LanguageTag,
  units: AsyncIterable<TmxUnit>,
): AsyncGenerator<string> {
  yield (
    '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n' +
    `<header creationtool="sextant" creationtoolversion="1" segtype="sentence" o-tmf="sextant" ` +
    `adminlang="en" srclang="${sourceLanguage}" datatype="plaintext"/>\n<body>\n`
  );
  for await (const { source, targets } of units) {
    const variants = [[sourceLanguage, source] as const, ...targets].map(
      ([language, text]) => `<tuv xml:lang="${language}"><seg>${escapeXml(text)}</seg></tuv>`,
    );
    yield `<tu>${variants.join('')}</tu>\n`;
  }
  yield '</body>\n</tmx>\n';
}

/** A text of a unit, with its language as it is written. */
interface Variant {
  readonly code: string;
  readonly text: string;
}

class TmxReader {
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly #path: string[] = [];
  readonly #units: TmxUnit[] = [];
  readonly #codes = new Set<string>();
  #skipped = 0;
  #sourceCode = '*all*';
  #variants: Variant[] = [];
  #code = '';
  #text = '';

  constructor() {
    this.#parser.on('error', (error) => {
      throw error;
    });
    this.#parser.on('opentag', (tag) => this.#open(tag));
    this.#parser.on('closetag', (tag) => this.#close(tag.local));
    this.#parser.on('text', (text) => this.#add(text));
    this.#parser.on('cdata', (text) => this.#add(text));
  }

  write(chunk: string): void {
    this.#parser.write(chunk);
  }

  end(): TmxDocument {
    this.#parser.close();
    const sourceLanguage = toBase(this.#sourceCode);
    if (sourceLanguage === undefined) throw new Error('srclang names no language.');
    const languages = [...this.#codes];
    return { sourceLanguage, languages, units: this.#units, skippedUnits: this.#skipped };
  }

  #open(tag: SaxesTagNS): void {
    if (this.#path.length === 0 && tag.local !== 'tmx') throw new Error('The root must be <tmx>.');
    this.#path.push(tag.local);
    if (tag.local === 'header') this.#sourceCode = attribute(tag, 'srclang') ?? this.#sourceCode;
    if (tag.local === 'tu') this.#variants = [];
    if (tag.local === 'tuv')
      this.#nameLanguage(attribute(tag, 'xml:lang') ?? attribute(tag, 'lang') ?? '');
    if (tag.local === 'seg') this.#text = '';
  }

  #nameLanguage(code: string): void {
    this.#code = code;
    if (this.#codes.size < MOST_NAMED) this.#codes.add(code);
  }

  #close(name: string): void {
    this.#path.pop();
    if (name === 'seg') this.#variants.push({ code: this.#code, text: this.#text.trim() });
    if (name === 'tu') this.#endUnit();
  }

  #add(text: string): void {
    const segment = this.#path.lastIndexOf('seg');
    if (segment === -1) return;
    const inside = this.#path.slice(segment + 1);
    const code = inside.at(-1) ?? '';
    const isNative = NATIVE_CODES.has(code) || (code === 'ph' && TAG.test(text));
    if (!isNative) this.#text += text;
  }

  #endUnit(): void {
    if (this.#sourceCode === '*all*') this.#sourceCode = this.#variants[0]?.code ?? '*all*';
    const unit = toUnit(this.#variants, toBase(this.#sourceCode));
    if (unit === undefined) this.#skipped += 1;
    else this.#units.push(unit);
  }
}

/** @returns undefined for a unit without a source or a translation */
function toUnit(
  variants: readonly Variant[],
  sourceLanguage: LanguageTag | undefined,
): TmxUnit | undefined {
  const source = variants.find(({ code }) => toBase(code) === sourceLanguage);
  if (source === undefined || !isSegment(source.text)) return undefined;
  const targets = new Map(
    variants
      .filter((variant) => variant !== source && isSegment(variant.text))
      .flatMap(({ code, text }) => {
        const language = languageOf(code);
        return language === undefined ? [] : [[language, text] as const];
      }),
  );
  return targets.size === 0 ? undefined : { source: source.text, targets };
}

const isSegment = (text: string): boolean => text !== '' && text.length <= MAX_SEGMENT_LENGTH;

/** Programs write `es_ES` as well, after the names of locales. */
const languageOf = (code: string): LanguageTag | undefined =>
  parseLanguage(
    code
      .trim()
      .replace(/[.@].*$/, '')
      .replaceAll('_', '-'),
  );

function toBase(code: string): LanguageTag | undefined {
  const tag = languageOf(code);
  return tag && baseLanguage(tag);
}

const attribute = (tag: SaxesTagNS, name: string): string | undefined =>
  tag.attributes[name]?.value;

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (error) {
    throw TMX_ERRORS.malformed({
      message: 'Malformed TMX: it must be UTF-8 or UTF-16.',
      cause: error,
    });
  }
}

/** By the byte order mark, or by the zero byte beside the first `<` (XML 1.0, appendix F). */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Characters that XML 1.0 has no form for are left out. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\P{Cc}\t\n\r\u0080-\u009f]|[\ufffe\uffff]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
