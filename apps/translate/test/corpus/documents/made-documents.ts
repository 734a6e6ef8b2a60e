import { DEFAULTS } from '../../quality/measured-pairs.js';
import { contentOf, type Content } from './content.js';
import { docx, epub, odt, pdf, pptx, xlsx } from './packages.js';
import {
  android,
  arb,
  csv,
  html,
  json,
  markdown,
  po,
  properties,
  resx,
  srt,
  strings,
  txt,
  vtt,
  xliff1,
  xliff2,
  yaml,
} from './text-files.js';

/** A document of the corpus. */
export interface MadeDocument {
  /** With its extension. */
  readonly name: string;
  /** `en>es`. */
  readonly pair: string;
  readonly content: Content;
  readonly make: () => string | Uint8Array | Promise<Uint8Array>;
}

const latin1 = (content: Content): Uint8Array =>
  // Windows 1252 has these where ISO 8859-1 has none.
  Buffer.from(
    txt(content).replaceAll(/[“”—•€]/g, (sign) => String.fromCharCode(CP1252[sign] ?? 0)),
    'latin1',
  );

const CP1252: Readonly<Record<string, number>> = {
  '“': 0x93,
  '”': 0x94,
  '—': 0x97,
  '•': 0x95,
  '€': 0x80,
};

const FORMATS: readonly (readonly [
  string,
  (content: Content) => string | Uint8Array | Promise<Uint8Array>,
])[] = [
  ['plain.txt', txt],
  ['old.txt', latin1],
  ['page.html', html],
  ['page.md', markdown],
  ['film.srt', srt],
  ['film.vtt', vtt],
  ['texts.json', json],
  ['texts.arb', arb],
  ['texts.strings', strings],
  ['texts.xml', android],
  ['texts.po', po],
  ['texts.pot', po],
  ['one.xlf', xliff1],
  ['two.xliff', xliff2],
  ['letter.docx', docx],
  ['slides.pptx', pptx],
  ['sheet.xlsx', xlsx],
  ['letter.odt', odt],
  ['book.epub', epub],
  ['page.pdf', pdf],
  ['texts.yaml', yaml],
  ['texts.properties', properties],
  ['texts.csv', csv],
  ['texts.resx', resx],
];

const PARTS = 5;

/** Two of each format, of two pairs; each pair has all its sentences in five of them, and one again. */
export const MADE_DOCUMENTS: readonly MadeDocument[] = Array.from(
  { length: 2 * FORMATS.length },
  (_document, at): MadeDocument => {
    // The second of a format is of another pair.
    const round = Math.floor(at / FORMATS.length);
    const pair = DEFAULTS[(at + round) % DEFAULTS.length] ?? '';
    const [name, make] = FORMATS[at % FORMATS.length] ?? ['', txt];
    const content = contentOf(pair.split('>')[0] ?? '', Math.floor(at / DEFAULTS.length) % PARTS);
    return { name, pair, content, make: () => make(content) };
  },
);
