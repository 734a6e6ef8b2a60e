import { htmlPieces, type HtmlPiece } from '../../../text/markup/html-pieces.js';
import type { DocumentFormat } from '../document-format.js';
import { decodeText } from '../text-files.js';
import { tooLongText } from '../unit-limits.js';
import { HtmlAttributes } from './html-attributes.js';

/** Of one block of HTML, which is read as a whole. */
const MOST_TOKENS = 20_000;
const MOST_WORDS = 200_000;
/** A document of more blocks is translated in stretches of several. */
const MOST_BLOCKS = 50_000;
const STRETCH_LENGTH = 4000;

/**
 * HTML, cut between its blocks: the translator reads the structure of each piece. A block is a unit: what stays the same when
 * others change is not translated again.
 */
export const HTML: DocumentFormat = {
  name: 'HTML',
  extensions: ['html', 'htm'],
  mediaType: 'text/html',
  open(bytes) {
    const { text, encode } = decodeText(bytes);
    const attributes = new HtmlAttributes(text);
    const pieces = piecesOf(attributes.marked).map(({ raw, words, tokens }) => {
      if (tokens > MOST_TOKENS || words.length > MOST_WORDS) throw tooLongText();
      return { raw, hasWords: /\p{L}/u.test(words) };
    });
    const spoken = pieces.filter(({ hasWords }) => hasWords);
    return {
      units: [
        ...spoken.map(({ raw }) => ({ kind: 'html' as const, text: raw })),
        ...attributes.texts.map((value) => ({ kind: 'plain' as const, text: value })),
      ],
      write(translations, { language } = {}) {
        const next = translations.values();
        const blocks = pieces.map(({ raw, hasWords }) =>
          hasWords ? (next.next().value ?? raw) : raw,
        );
        const written = attributes.filled(blocks.join(''), [...next]);
        return encode(language === undefined ? written : inLanguage(written, language));
      },
    };
  },
};

function piecesOf(text: string): readonly HtmlPiece[] {
  const blocks = htmlPieces(text, 1);
  return blocks.length > MOST_BLOCKS ? htmlPieces(text, STRETCH_LENGTH) : blocks;
}

const WHOLE = /<(?:html|body)(?=[\s>])[^>]*>/gi;
const LANGUAGE = /(\s(?:xml:)?lang\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi;
const META = /<meta\s[^>]*http-equiv\s*=\s*["']?content-language\b[^>]*>/gi;
const CONTENT = /(\scontent\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s"'>]+)/i;

/** What says the language of the whole says the new one, where it says any. */
const inLanguage = (document: string, language: string): string =>
  document
    .replaceAll(WHOLE, (tag) => tag.replaceAll(LANGUAGE, `$1"${language}"`))
    .replaceAll(META, (tag) => tag.replace(CONTENT, `$1"${language}"`));
