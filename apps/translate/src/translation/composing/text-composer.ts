import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Composition } from '../../text/composition.js';
import { unmarked, type MarkedText } from '../../text/marked-text.js';
import { shielded } from '../../text/shield.js';
import type { TranslationOptions } from '../translation-options.js';
import { compositionOf, partsOf, type TextParts } from './compose-text.js';
import type { TextToWrite } from './text-messages.js';
import { TextThread, type Turn } from './text-thread.js';
import { writtenText, type WrittenText } from './written-text.js';

/** UTF-16 code units of a request that cost the event loop a few milliseconds at most, whatever they are, without own patterns. */
const MOST_HERE = 1500;
const THREADS = 2;

/** The texts of a request. */
export interface TextsToCompose extends Turn {
  readonly texts: readonly string[];
  readonly options: TranslationOptions;
}

/** Texts that were taken apart and can be put together again, all at once or some after the others. */
export interface ComposedTexts {
  readonly parts: readonly TextParts[];
  /** @returns one for each, in their order */
  write(texts: readonly TextToWrite[]): Promise<readonly WrittenText[]>;
}

/**
 * Takes texts apart and puts them together again. Short ones here; longer ones, and those with patterns of the caller, in
 * threads, since reading what is made of nothing but tags and placeholders takes longer than answering many requests.
 */
@Injectable()
export class TextComposer implements OnApplicationShutdown {
  readonly #threads = Array.from({ length: THREADS }, () => new TextThread());
  /** For patterns of callers alone: one that is slow keeps no other texts waiting. */
  readonly #patternThread = new TextThread();
  /** Requests of more characters are read in a thread. */
  protected readonly mostHere: number = MOST_HERE;
  /** And those with patterns of the caller: each match may read the whole text. */
  protected readonly mostWithPatterns: number = 0;
  #lastRequest = 0;

  /** @throws {Problem} what is wrong with the texts, and as `TextThread.ask` */
  async take(request: TextsToCompose): Promise<ComposedTexts> {
    const { texts, options } = request;
    const hasPatterns = (options.placeholders?.patterns ?? []).length > 0;
    const most = hasPatterns ? this.mostWithPatterns : this.mostHere;
    if (lengthOf(texts) > most) return await this.#inThread(request, hasPatterns);
    return takenHere(
      texts.map((text) => compositionOf(text, options)),
      options,
    );
  }

  /** Whole texts with what must stay as it is. @throws {Problem} as `TextThread.ask` */
  async shielded(texts: readonly string[], turn: Turn): Promise<readonly MarkedText[]> {
    if (lengthOf(texts) <= this.mostHere) return texts.map((text) => shielded(unmarked(text)));
    const reply = await this.#threadOf(0).ask({ shield: texts }, turn);
    if (!('shields' in reply)) throw new Error('the thread shielded nothing');
    return reply.shields;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.#threads, this.#patternThread].map((thread) => thread.close()));
  }

  /** One that is free, else the one whose turn it is. */
  #threadOf(request: number): TextThread {
    const free = this.#threads.find(({ isBusy }) => !isBusy);
    const thread = free ?? this.#threads[request % THREADS];
    if (thread === undefined) throw new Error('there are threads');
    return thread;
  }

  async #inThread(
    { texts, options, ...turn }: TextsToCompose,
    hasPatterns: boolean,
  ): Promise<ComposedTexts> {
    const request = (this.#lastRequest += 1);
    const thread = hasPatterns ? this.#patternThread : this.#threadOf(request);
    const reply = await thread.ask({ request, options, take: texts }, turn);
    if (!('taken' in reply)) throw new Error('the thread took nothing apart');
    return {
      parts: reply.taken,
      write: async (write) => {
        const answer = await thread.ask({ request, options, write }, turn);
        if (!('written' in answer)) throw new Error('the thread wrote nothing');
        return answer.written;
      },
    };
  }
}

const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.length, 0);

const takenHere = (
  compositions: readonly Composition[],
  options: TranslationOptions,
): ComposedTexts => ({
  parts: compositions.map((composition) => partsOf(composition, options)),
  write: (texts) =>
    Promise.resolve(
      texts.flatMap(({ at, finished }) => {
        const composition = compositions[at];
        return composition === undefined ? [] : [writtenText(composition, finished, options)];
      }),
    ),
});
