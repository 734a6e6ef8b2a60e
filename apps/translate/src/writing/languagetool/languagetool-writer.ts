import { setTimeout as sleep } from 'node:timers/promises';
import { distance } from 'fastest-levenshtein';
import { FairQueue } from '../../scheduling/fair-queue.js';
import { baseLanguage, englishName, type LanguageTag } from '../../languages/language.js';
import type { MarkedText } from '../../text/marked-text.js';
import { splitText } from '../../text/segments.js';
import { ENGINE_ERRORS } from '../../engines/engine-errors.js';
import { applied, correctionsOf, type Finding } from '../findings.js';
import type {
  Correction,
  WritingEngine,
  WritingRequest,
  WritingTask,
  WrittenText,
} from '../../engines/writing-engine.js';
import { JavaBridge } from './java-bridge.js';
import { hasLanguageTool } from './languagetool-jars.js';

export interface LanguageToolOptions {
  /** Where Java is. */
  readonly java: string;
  /** Where LanguageTool is, if it is. */
  readonly folder: string;
  /** For one piece of text, in milliseconds. */
  readonly deadlineMs?: number;
  /** For the rules of a language, which are read at its first text. */
  readonly loadMs?: number;
  /** How long a caller waits for them. */
  readonly patienceMs?: number;
  /** Languages whose rules are read after the start, one after the other; none if absent. */
  readonly startWith?: readonly LanguageTag[];
}

/** As the checker knows them: spelling is of a country. */
const CODES: Readonly<Record<string, string>> = {
  ...{ de: 'de-DE', es: 'es', fr: 'fr', it: 'it' },
  ...{ pt: 'pt-PT', 'pt-PT': 'pt-PT', 'pt-BR': 'pt-BR' },
};
const LANGUAGES = Object.keys(CODES).filter((code) => !code.includes('-')) as LanguageTag[];

/** Opinions are no business of a correction. @see ITS 2.0, section 8.8: types of issues of localization quality */
const OPINIONS: ReadonlySet<string> = new Set([
  ...['style', 'register', 'terminology', 'length', 'internationalization'],
  ...['locale-violation', 'locale-specific-content'],
]);
/** What no dictionary has and begins with a capital, holds one or a digit, is a name rather than a mistake. */
const NAME = /^\p{Lu}|\p{Ll}\p{Lu}|[\d_]/u;
const CAPITALISED = /^\p{Lu}\p{Ll}{3,}$/u;
const NEAR = 2;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
const RETRY = { headers: { 'Retry-After': '5' } };

/**
 * Corrects with LanguageTool, in one Java process that lives as long as the service: one piece of text at a time, by turns
 * among organizations. It is started with the service, at the first text where no language is to be ready, and again, after
 * ever longer pauses, when it has ended.
 */
export class LanguageToolWriter implements WritingEngine {
  readonly name = 'languagetool';
  readonly #options: Required<LanguageToolOptions>;
  readonly #queue = new FairQueue();
  readonly #loaded = new Map<string, Promise<void>>();
  #bridge: JavaBridge | undefined;
  #startsAtMs = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #isClosed = false;

  constructor(options: LanguageToolOptions) {
    this.#options = {
      ...{ deadlineMs: 60_000, loadMs: 180_000, patienceMs: 20_000, startWith: [] },
      ...options,
    };
  }

  languages(task: WritingTask): readonly LanguageTag[] {
    return task === 'correct' && hasLanguageTool(this.#options.folder) ? LANGUAGES : [];
  }

  /** What fails now is tried again at the first text. */
  async prepare(): Promise<void> {
    const { startWith, folder } = this.#options;
    if (!hasLanguageTool(folder)) return;
    for (const language of startWith) {
      try {
        await this.#loading(codeOf(language));
      } catch {
        return;
      }
    }
  }

  async write({ texts, ...request }: WritingRequest): Promise<readonly WrittenText[]> {
    const written: WrittenText[] = [];
    for (const text of texts) written.push(await this.#correct(text, request));
    return written;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#bridge?.close();
  }

  async #correct(
    { text, spans }: MarkedText,
    { language, owner, signal }: Omit<WritingRequest, 'texts'>,
  ): Promise<WrittenText> {
    const code = codeOf(language);
    await this.#ready(code, language);
    const corrections: Correction[] = [];
    let at = 0;
    for (const piece of splitText(text)) {
      if (piece.kind === 'translatable') {
        const found = await this.#queue.turn(owner, () => this.#check(piece.text, code), signal);
        const moved = found.map((each) => ({
          ...each,
          start: each.start + at,
          end: each.end + at,
        }));
        corrections.push(...correctionsOf(moved, { text, spans, isMistake }));
      }
      at += piece.text.length;
    }
    return { text: applied(text, corrections), corrections };
  }

  /** Reading the rules of a language goes on, whoever waits for it. @throws {Problem} `engine_unavailable` */
  async #ready(code: string, language: LanguageTag): Promise<void> {
    const loading = this.#loading(code);
    const late = new AbortController();
    const patience = sleep(this.#options.patienceMs, 'late', { signal: late.signal });
    try {
      const outcome = await Promise.race([loading, patience.catch(() => undefined)]);
      if (outcome === 'late') throw stillLoading(language);
    } finally {
      late.abort();
    }
  }

  #loading(code: string): Promise<void> {
    this.#start();
    const loading = this.#loaded.get(code) ?? this.#load(code);
    this.#loaded.set(code, loading);
    // Whoever still waits is told.
    loading.catch(() => undefined);
    return loading;
  }

  async #load(code: string): Promise<void> {
    const { bridge, loadMs } = { bridge: this.#bridge, loadMs: this.#options.loadMs };
    try {
      await this.#queue.turn('', async () => bridge?.check({ text: '.', language: code }, loadMs));
      this.#pauseMs = FIRST_PAUSE_MS;
    } catch (cause) {
      this.#loaded.delete(code);
      throw checkerAway(cause);
    }
  }

  async #check(text: string, language: string): Promise<readonly Finding[]> {
    const bridge = this.#bridge;
    if (bridge?.isAlive !== true) throw checkerAway();
    try {
      return await bridge.check({ text, language }, this.#options.deadlineMs);
    } catch (cause) {
      if (this.#isClosed) throw ENGINE_ERRORS.unavailable({ cause });
      throw ENGINE_ERRORS.refused({
        cause,
        message: 'The checker cannot read this text. Shorten it, or its longest words.',
      });
    }
  }

  /** @throws {Problem} `engine_unavailable` when closed, and while it pauses after an end */
  #start(): void {
    if (this.#isClosed) throw ENGINE_ERRORS.unavailable();
    if (this.#bridge?.isAlive === true) return;
    const nowMs = performance.now();
    if (nowMs < this.#startsAtMs) throw checkerAway();
    this.#startsAtMs = nowMs + this.#pauseMs;
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    this.#loaded.clear();
    this.#bridge = new JavaBridge(this.#options.java, this.#options.folder);
  }
}

const codeOf = (language: LanguageTag): string =>
  CODES[language] ?? CODES[baseLanguage(language)] ?? language;

const checkerAway = (cause?: unknown): Error =>
  ENGINE_ERRORS.unavailable({
    ...RETRY,
    cause,
    message: 'The checker is not available. Try again in a few seconds.',
  });

const stillLoading = (language: LanguageTag): Error =>
  ENGINE_ERRORS.unavailable({
    ...RETRY,
    message: `The checker is still reading its rules for ${englishName(baseLanguage(language))}, which it does once. Try again in a few seconds.`,
  });

function isMistake({ kind, start, end, replacements }: Finding, text: string): boolean {
  if (OPINIONS.has(kind)) return false;
  const word = text.slice(start, end);
  if (kind !== 'misspelling' || !NAME.test(word)) return true;
  return CAPITALISED.test(word) && distance(word, replacements[0] ?? '') <= NEAR;
}
