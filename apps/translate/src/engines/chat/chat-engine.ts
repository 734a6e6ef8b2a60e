import { systemClock } from '@sextant/platform-runtime/clock';
import { baseLanguage, type LanguageTag } from '../../languages/language.js';
import { ENGINE_ERRORS } from '../engine-errors.js';
import type {
  EngineAnswer,
  EngineDirection,
  EngineRequest,
  EngineState,
  Feature,
  TranslationEngine,
  VariantsRequest,
} from '../translation-engine.js';
import { FairQueue } from '../../scheduling/fair-queue.js';
import { ModelServer, realPause, type ServerTiming } from '../remote/model-server.js';
import { ChatClient, type ChatServer } from './chat-client.js';
import { CircuitBreaker, type BreakerLimits } from '@sextant/platform-security/circuit-breaker';
import { ChatRounds } from './chat-rounds.js';
import { ChatWriter } from './chat-writer.js';
import { messagesOf } from './prompt.js';

export interface ChatOptions extends ChatServer {
  /** Languages and variants that the model is good at: each into each. */
  readonly languages: readonly LanguageTag[];
  /** Requests that may be under way at once. */
  readonly concurrency: number;
  readonly breaker?: BreakerLimits;
  readonly timing?: Partial<ServerTiming>;
}

/** Five failures in a row are no accident; half a minute is what a model server takes to load again. */
const BREAKER: BreakerLimits = { failures: 5, pauseMs: 30_000 };

/** Languages with a formal and an informal address, as the published service lists them. */
const FORMAL_TARGETS: ReadonlySet<string> = new Set(
  'de es fr it ja nl pl pt pt-BR pt-PT ru'.split(' '),
);

/**
 * A large language model behind the chat interface of OpenAI.
 *
 * Honours context, formality, style rules and instructions. What the model writes is checked: a segment that is
 * missing or whose marks are wrong is asked for once more, alone with its kind, and is then `unplaced`.
 */
export class ChatEngine implements TranslationEngine {
  readonly name = 'chat';
  readonly writing: ChatWriter;
  readonly #rounds: ChatRounds;
  readonly #breaker: CircuitBreaker;
  readonly #directions: readonly EngineDirection[];
  readonly #closed = new AbortController();

  constructor({ languages, concurrency, breaker = BREAKER, timing, ...chat }: ChatOptions) {
    const times = { clock: systemClock, jitter: Math.random, pause: realPause, ...timing };
    this.#breaker = new CircuitBreaker(times.clock, breaker);
    const server = new ModelServer(chat.timeoutMs, this.#breaker, times);
    this.#rounds = new ChatRounds(new ChatClient(chat, server), new FairQueue(concurrency));
    this.writing = new ChatWriter(this.#rounds, languages, this.#closed.signal);
    this.#directions = directionsBetween(languages);
  }

  directions(): readonly EngineDirection[] {
    return this.#directions;
  }

  async translate(request: EngineRequest): Promise<readonly EngineAnswer[]> {
    const { segments, owner, signal, source, target, options } = request;
    const stop =
      signal === undefined ? this.#closed.signal : AbortSignal.any([signal, this.#closed.signal]);
    const written = await this.#rounds.write(
      segments,
      {
        answer: 'translations',
        messages: (batch, isRepair) =>
          messagesOf({ source, target, options, segments: batch, isRepair }),
      },
      { owner, signal: stop },
    );
    return segments.map(({ spans }, at): EngineAnswer => {
      const read = written[at];
      if (read !== undefined) return { kind: 'translated', ...read };
      // A plain segment has no marks that could be wrong: the model has not translated it at all.
      if (spans.length === 0) throw ENGINE_ERRORS.unavailable();
      return { kind: 'unplaced' };
    });
  }

  async variants(request: VariantsRequest): Promise<readonly string[]> {
    const { text, most, owner, signal, source, target, options } = request;
    const { signal: closed } = this.#closed;
    const written = await this.#rounds.write(
      Array.from({ length: most }, () => ({ text, spans: [] })),
      {
        answer: 'translations',
        messages: (batch, isRepair) =>
          messagesOf({ source, target, options, segments: batch, isRepair, isVaried: true }),
      },
      { owner, signal: signal === undefined ? closed : AbortSignal.any([signal, closed]) },
    );
    return [...new Set(written.flatMap((read) => (read === undefined ? [] : [read.text])))];
  }

  state(): EngineState {
    if (this.#breaker.isOpen) {
      return { status: 'down', message: 'The chat server does not answer.', broken: [] };
    }
    return { status: 'up', pairs: this.#directions.length, broken: [] };
  }

  close(): Promise<void> {
    this.#closed.abort(ENGINE_ERRORS.unavailable());
    return Promise.resolve();
  }
}

function directionsBetween(languages: readonly LanguageTag[]): readonly EngineDirection[] {
  const sources = [...new Set(languages.map(baseLanguage))];
  const targets = [...new Set(languages)];
  return sources.flatMap((source) =>
    targets
      .filter((target) => baseLanguage(target) !== source)
      .map((target) => ({
        source,
        target,
        modelTypes: ['quality_optimized'] as const,
        features: featuresInto(target),
        coverage: 'any' as const,
        cost: 1,
      })),
  );
}

function featuresInto(target: LanguageTag): ReadonlySet<Feature> {
  const always: readonly Feature[] = ['context', 'style', 'instructions'];
  return new Set(FORMAL_TARGETS.has(target) ? [...always, 'formality'] : always);
}
