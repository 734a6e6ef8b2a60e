import { systemClock } from '@sextant/platform-clock';
import { Problem } from '@sextant/platform-errors';
import { baseLanguage, type LanguageTag } from '../../domain/language.js';
import type { MarkedText } from '../../domain/marked-text.js';
import { TRANSLATE_ERRORS } from '../../domain/translate-errors.js';
import type {
  EngineAnswer,
  EngineDirection,
  EngineRequest,
  EngineState,
  Feature,
  TranslationEngine,
} from '../../domain/translation-engine.js';
import { Turns } from '../turns.js';
import { batchesOf } from './batches.js';
import { ModelServer, realPause, type ServerTiming } from '../remote/model-server.js';
import { ChatClient, type ChatServer } from './chat-client.js';
import { CircuitBreaker, type BreakerLimits } from '@sextant/platform-circuit-breaker';
import { readMarks, writeMarks } from './placeholders.js';
import { ANSWER_SCHEMA, messagesOf, type PromptSegment } from './prompt.js';

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

interface Asked {
  readonly segment: MarkedText;
  /** Absent when it cannot be written with marks. */
  readonly written: string | undefined;
}

/**
 * A large language model behind the chat interface of OpenAI.
 *
 * Honours context, formality, style rules and instructions. What the model writes is checked: a segment that is
 * missing or whose marks are wrong is asked for once more, alone with its kind, and is then `unplaced`.
 */
export class ChatEngine implements TranslationEngine {
  readonly name = 'chat';
  readonly #client: ChatClient;
  readonly #breaker: CircuitBreaker;
  readonly #directions: readonly EngineDirection[];
  readonly #turns: Turns;
  readonly #closed = new AbortController();

  constructor({ languages, concurrency, breaker = BREAKER, timing, ...chat }: ChatOptions) {
    const times = { clock: systemClock, jitter: Math.random, pause: realPause, ...timing };
    this.#breaker = new CircuitBreaker(times.clock, breaker);
    this.#client = new ChatClient(chat, new ModelServer(chat.timeoutMs, this.#breaker, times));
    this.#turns = new Turns(concurrency);
    this.#directions = directionsBetween(languages);
  }

  directions(): readonly EngineDirection[] {
    return this.#directions;
  }

  async translate(request: EngineRequest): Promise<readonly EngineAnswer[]> {
    const { segments, signal } = request;
    const stop =
      signal === undefined ? this.#closed.signal : AbortSignal.any([signal, this.#closed.signal]);
    const asked = segments.map((segment) => ({ segment, written: writeMarks(segment) }));
    const answers: EngineAnswer[] = segments.map(() => ({ kind: 'unplaced' }));
    const round: Round = { request, asked, answers, stop };
    const ids = asked.flatMap(({ written }, id) => (written === undefined ? [] : [id]));
    const open = await this.#round(ids, round, false);
    const left = await this.#round(open, round, true);
    // A plain segment has no marks that could be wrong: the model has not translated it at all.
    if (left.some((id) => segments[id]?.spans.length === 0))
      throw TRANSLATE_ERRORS.engineUnavailable();
    return answers;
  }

  state(): EngineState {
    if (this.#breaker.isOpen) {
      return { status: 'down', message: 'The chat server does not answer.', broken: [] };
    }
    return { status: 'up', pairs: this.#directions.length, broken: [] };
  }

  close(): Promise<void> {
    this.#closed.abort(TRANSLATE_ERRORS.engineUnavailable());
    return Promise.resolve();
  }

  /** Asks for segments and fills in what came back right. @returns the ids of the others */
  async #round(
    ids: readonly number[],
    round: Round,
    isRepair: boolean,
  ): Promise<readonly number[]> {
    const { asked, answers } = round;
    const segments = ids.map((id): PromptSegment => ({ id, text: asked[id]?.written ?? '' }));
    const ask = (batch: readonly PromptSegment[]) => this.#ask(batch, round, isRepair);
    const written = new Map((await Promise.all(batchesOf(segments).map(ask))).flat());
    return ids.filter((id) => {
      const segment = asked[id]?.segment;
      const read = segment && readBack(written.get(id), segment);
      if (read === undefined) return true;
      answers[id] = { kind: 'translated', ...read };
      return false;
    });
  }

  /** A batch that is refused is asked for in halves: it may be too long as a whole. */
  async #ask(
    batch: readonly PromptSegment[],
    round: Round,
    isRepair: boolean,
  ): Promise<readonly Translation[]> {
    const { source, target, options } = round.request;
    const messages = messagesOf({ source, target, options, segments: batch, isRepair });
    try {
      const content = await this.#turns.take(() =>
        this.#client.complete(messages, ANSWER_SCHEMA, round.stop),
      );
      return translationsIn(content);
    } catch (error) {
      if (batch.length === 1 || !isRefusal(error)) throw error;
      const middle = Math.ceil(batch.length / 2);
      const first = await this.#ask(batch.slice(0, middle), round, isRepair);
      return [...first, ...(await this.#ask(batch.slice(middle), round, isRepair))];
    }
  }
}

/** What a model wrote for a segment. */
type Translation = readonly [id: number, text: string];

const isRefusal = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'engine_refused';

interface Round {
  readonly request: EngineRequest;
  readonly asked: readonly Asked[];
  readonly answers: EngineAnswer[];
  readonly stop: AbortSignal;
}

function readBack(written: string | undefined, segment: MarkedText): ReturnType<typeof readMarks> {
  if (written === undefined || written.trim() === '') return undefined;
  return segment.spans.length === 0 ? { text: written, spans: [] } : readMarks(written, segment);
}

/** What there is in an answer, by the id of the segment. Models wrap JSON in fences now and then. */
function translationsIn(content: string): readonly Translation[] {
  let answer: unknown;
  try {
    answer = JSON.parse(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1));
  } catch {
    return []; // Not an answer: everything is asked for once more.
  }
  const list = (answer as { translations?: unknown } | null)?.translations;
  return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((item) => {
    const { id, text } = (item ?? {}) as { id?: unknown; text?: unknown };
    return typeof id === 'number' && typeof text === 'string' ? [[id, text] as const] : [];
  });
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
