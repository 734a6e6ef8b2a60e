import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { problem } from '@sextant/platform-http/errors';
import { invalid } from '../errors/request-errors.js';
import {
  Lexicon,
  MAX_ENTRY_WORDS,
  type LexiconDirectory,
  type LexiconEntry,
  type StoredLexicon,
} from './lexicon.js';

export const LEXICON_ERRORS = {
  notFound: problem('lexicon_not_found', 404, 'No such lexicon.'),
  limitReached: problem(
    'lexicon_limit_reached',
    409,
    'This workspace has as many lexicons as it may. Delete one.',
  ),
} as const;

export abstract class LexiconStore {
  /** @returns whether there was room */
  abstract insert(lexicon: StoredLexicon, most: number): Promise<boolean>;
  abstract find(workspace: string, id: string): Promise<StoredLexicon | undefined>;
  abstract list(workspace: string): Promise<readonly StoredLexicon[]>;
  /** @returns whether there was one */
  abstract replace(lexicon: StoredLexicon): Promise<boolean>;
  abstract remove(workspace: string, id: string): Promise<boolean>;
}

export interface LexiconContent {
  readonly name: string;
  readonly language: string;
  readonly entries: readonly LexiconEntry[];
}

const MAX_LEXICONS = 100;
const MAX_ENTRIES = 5000;
const MAX_GRAPHEME = 100;
const MAX_SAID = 200;

/** The pronunciations that a workspace wants, word by word. */
@Injectable()
export class Lexicons implements LexiconDirectory {
  constructor(
    private readonly store: LexiconStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws {Problem} `validation_failed`, `lexicon_limit_reached` */
  async create(workspace: string, content: LexiconContent): Promise<StoredLexicon> {
    requireContent(content);
    const now = new Date(this.clock.nowMs());
    const lexicon = { id: this.ids.next(), workspace, ...content, createdAt: now, updatedAt: now };
    if (!(await this.store.insert(lexicon, MAX_LEXICONS))) throw LEXICON_ERRORS.limitReached();
    return lexicon;
  }

  list(workspace: string): Promise<readonly StoredLexicon[]> {
    return this.store.list(workspace);
  }

  /** @throws {Problem} `lexicon_not_found`, the same for another workspace's */
  async get(workspace: string, id: string): Promise<StoredLexicon> {
    const lexicon = await this.store.find(workspace, id);
    if (lexicon === undefined) throw LEXICON_ERRORS.notFound();
    return lexicon;
  }

  /** @throws {Problem} as `create` and `get` */
  async replace(workspace: string, id: string, content: LexiconContent): Promise<StoredLexicon> {
    requireContent(content);
    const before = await this.get(workspace, id);
    const lexicon = { ...before, ...content, updatedAt: new Date(this.clock.nowMs()) };
    if (!(await this.store.replace(lexicon))) throw LEXICON_ERRORS.notFound();
    return lexicon;
  }

  /** @throws {Problem} `lexicon_not_found` */
  async delete(workspace: string, id: string): Promise<void> {
    if (!(await this.store.remove(workspace, id))) throw LEXICON_ERRORS.notFound();
  }

  async load(workspace: string, ids: readonly string[]): Promise<Lexicon> {
    return new Lexicon(await Promise.all(ids.map((id) => this.get(workspace, id))));
  }
}

/** Control characters and halves of surrogate pairs: nobody writes them, and PostgreSQL takes neither into JSON. */
const NO_TEXT = /[\p{Cc}\p{Cs}]/u;

function requireContent({ name, entries }: LexiconContent): void {
  if (NO_TEXT.test(name)) throw invalid('name', 'The name has control characters.');
  requireEntries(entries);
}

function requireEntries(entries: readonly LexiconEntry[]): void {
  if (entries.length === 0) throw invalid('rules', 'The lexicon has no entries.');
  if (entries.length > MAX_ENTRIES) {
    throw invalid(
      'rules',
      `The lexicon has ${entries.length} entries, at most ${MAX_ENTRIES} are allowed.`,
    );
  }
  for (const [index, entry] of entries.entries()) {
    const what = isText(entry) ? faultOf(entry) : 'has control characters';
    if (what !== undefined) throw invalid(`rules.${index}`, `Entry ${index + 1} ${what}.`);
  }
}

const isText = ({ grapheme, said }: LexiconEntry): boolean =>
  ![grapheme, ...Object.values(said)].some((text) => NO_TEXT.test(text));

/** IPA has letters and signs, and none of these; the engines' own notations do. */
const NO_IPA = /[\d[\]{}<>&@"]/u;

function faultOf({ grapheme, said }: LexiconEntry): string | undefined {
  if (!/[\p{L}\p{N}\p{S}]/u.test(grapheme) || grapheme.length > MAX_GRAPHEME) {
    return `must be of text that is written, of 1 to ${MAX_GRAPHEME} characters`;
  }
  if (grapheme.split(' ').length > MAX_ENTRY_WORDS) return `has more than ${MAX_ENTRY_WORDS} words`;
  const text = 'alias' in said ? said.alias : said.ipa;
  if (text.trim() === '' || text.length > MAX_SAID) {
    return `must be said as something, of 1 to ${MAX_SAID} characters`;
  }
  return 'ipa' in said && NO_IPA.test(said.ipa) ? 'has a phoneme that is no IPA' : undefined;
}
