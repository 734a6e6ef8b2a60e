import { distance } from 'fastest-levenshtein';
import type { LanguageTag } from '../../languages/language.js';
import type { MarkedText } from '../../text/marked-text.js';
import { splitText } from '../../text/segments.js';
import { applied, correctionsOf, type Finding } from '../findings.js';
import type {
  Correction,
  WritingEngine,
  WritingRequest,
  WritingTask,
  WrittenText,
} from '../../engines/writing-engine.js';
import type { HarperLint } from './harper-messages.js';
import { HarperThread } from './harper-thread.js';
import { slipsIn } from './usual-slips.js';
import { isNoEnglishWord } from './technical-words.js';

/** Mistakes. The checker's opinions on style, wording and reading ease are no business of a correction. */
const MISTAKES: ReadonlySet<string> = new Set([
  ...['Agreement', 'BoundaryError', 'Capitalization', 'Eggcorn', 'Grammar', 'Malapropism'],
  ...['Miscellaneous', 'Nonstandard', 'Punctuation', 'Repetition', 'Spelling', 'Typo'],
]);

/** Names and abbreviations, which no dictionary has, are not misspelt words. */
const NAME = /^\p{Lu}|\p{Ll}\p{Lu}|[\d_]/u;
/** Any word may begin a sentence with a capital: what is so near to another one is that one. */
const CAPITALISED = /^\p{Lu}\p{Ll}{3,}$/u;
const SENTENCE_BEGINS = /(?:^|[.!?]["')]?\s+|\n)$/;
const NEAR = 2;

/** Corrects English with harper.js, inside this service: no server, no Java. */
export class HarperWriter implements WritingEngine {
  readonly name = 'harper';

  constructor(private readonly thread = new HarperThread()) {}

  languages(task: WritingTask): readonly LanguageTag[] {
    return task === 'correct' ? ['en' as LanguageTag] : [];
  }

  async write({ texts, ...request }: WritingRequest): Promise<readonly WrittenText[]> {
    const written: WrittenText[] = [];
    for (const text of texts) written.push(await this.#correct(text, request));
    return written;
  }

  close(): Promise<void> {
    return this.thread.close();
  }

  /** In pieces of 2,000 characters at most: others have their turns in between. */
  async #correct(
    { text, spans }: MarkedText,
    { language, owner, signal }: Omit<WritingRequest, 'texts'>,
  ): Promise<WrittenText> {
    const dialect = language === 'en-GB' ? 'british' : 'american';
    const corrections: Correction[] = [];
    let at = 0;
    for (const piece of splitText(text)) {
      if (piece.kind === 'translatable') {
        const lints = await this.thread.check({ text: piece.text, dialect }, owner, signal);
        const found = [...lints, ...slipsIn(piece.text)].map((lint) => moved(lint, at));
        corrections.push(...correctionsOf(found, { text, spans, isMistake }));
      }
      at += piece.text.length;
    }
    return { text: applied(text, corrections), corrections };
  }
}

const moved = (lint: HarperLint, by: number): HarperLint => ({
  ...lint,
  start: lint.start + by,
  end: lint.end + by,
});

function isMistake({ kind, start, end, replacements }: Finding, text: string): boolean {
  if (!MISTAKES.has(kind)) return false;
  const word = text.slice(start, end);
  if (kind === 'Spelling' && isNoEnglishWord(word, replacements[0] ?? '')) return false;
  if (kind !== 'Spelling' || !NAME.test(word)) return true;
  const begins = SENTENCE_BEGINS.test(text.slice(Math.max(0, start - 4), start));
  return begins && CAPITALISED.test(word) && distance(word, replacements[0] ?? '') <= NEAR;
}
