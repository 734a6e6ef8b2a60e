import { CircuitBreaker, type BreakerLimits } from '@sextant/platform-security/circuit-breaker';
import { systemClock } from '@sextant/platform-runtime/clock';
import { Problem } from '@sextant/platform-http/errors';
import { baseLanguage, parseLanguage } from '../../languages/language.js';
import type { MarkedText } from '../../text/marked-text.js';
import { ENGINE_ERRORS } from '../engine-errors.js';
import type {
  EngineAnswer,
  EngineDirection,
  EngineRequest,
  EngineState,
  TranslationEngine,
} from '../translation-engine.js';
import type { EngineLog } from '../engine-factory.js';
import { ModelServer, realPause, type ServerTiming } from '../remote/model-server.js';
import { FairQueue } from '../../scheduling/fair-queue.js';
import { readHtml, writeHtml } from './html-marks.js';

export interface LibreTranslateOptions {
  /** Such as `http://localhost:5000`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** For one request with all its attempts, in milliseconds. */
  readonly timeoutMs: number;
  /** Requests that may be under way at once. */
  readonly concurrency: number;
  /** How often the server is asked for its languages; 60,000 if absent. */
  readonly lookEveryMs?: number;
  readonly breaker?: BreakerLimits;
  readonly timing?: Partial<ServerTiming>;
}

const LOOK_EVERY_MS = 60_000;
/** A server that is away must not hold up the start. */
const LOOK_TIMEOUT_MS = 5000;
const BREAKER: BreakerLimits = { failures: 5, pauseMs: 30_000 };
/** What a server takes in one request by default. */
const MOST_TEXTS = 25;

/**
 * A LibreTranslate server, with the models that it has.
 *
 * Its languages are asked for at the start and every minute; while it is away, what it had before stays offered and is
 * answered `engine_unavailable`. Segments with spans are sent as HTML; what comes back is checked and is `unplaced`
 * when an element is missing.
 *
 * @see https://docs.libretranslate.com
 */
export class LibreTranslateEngine implements TranslationEngine {
  readonly name = 'libretranslate';
  readonly #options: LibreTranslateOptions;
  readonly #server: ModelServer;
  readonly #queue: FairQueue;
  readonly #closed = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #directions: readonly EngineDirection[] = [];
  #codes: ReadonlyMap<string, string> = new Map();
  #known = '';
  /** Unknown until it was asked for the first time. */
  #isReachable: boolean | undefined;

  private constructor(
    options: LibreTranslateOptions,
    private readonly log: EngineLog,
  ) {
    const times = { clock: systemClock, jitter: Math.random, pause: realPause, ...options.timing };
    const breaker = new CircuitBreaker(times.clock, options.breaker ?? BREAKER);
    this.#options = options;
    this.#server = new ModelServer(options.timeoutMs, breaker, times);
    this.#queue = new FairQueue(options.concurrency);
    this.#timer = setInterval(() => void this.#look(), options.lookEveryMs ?? LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** Asks the server for its languages once before it is returned; an absent server is no error. */
  static async connect(
    options: LibreTranslateOptions,
    log: EngineLog,
  ): Promise<LibreTranslateEngine> {
    const engine = new LibreTranslateEngine(options, log);
    await engine.#look();
    return engine;
  }

  directions(): readonly EngineDirection[] {
    return this.#directions;
  }

  async translate({ segments, ...request }: EngineRequest): Promise<readonly EngineAnswer[]> {
    const isMarked = ({ spans }: MarkedText) => spans.length > 0;
    const plain = segments.filter((segment) => !isMarked(segment));
    const [texts, pages] = await Promise.all([
      this.#all(
        request,
        'text',
        plain.map(({ text }) => text),
      ),
      this.#all(request, 'html', segments.filter(isMarked).map(writeHtml)),
    ]);
    const [nextText, nextPage] = [texts.values(), pages.values()];
    return segments.map((segment): EngineAnswer => {
      if (isMarked(segment)) return translated(readHtml(nextPage.next().value ?? '', segment));
      const text = nextText.next().value ?? '';
      // A model has no word for a lone sign now and then: better the sign than nothing.
      return translated({ text: text.trim() === '' ? segment.text : text, spans: [] });
    });
  }

  state(): EngineState {
    if (!this.#isReachable) {
      return { status: 'down', message: 'The LibreTranslate server does not answer.', broken: [] };
    }
    return { status: 'up', pairs: this.#directions.length, broken: [] };
  }

  close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closed.abort(ENGINE_ERRORS.unavailable());
    return Promise.resolve();
  }

  async #all(
    request: Omit<EngineRequest, 'segments'>,
    format: Format,
    texts: readonly string[],
  ): Promise<readonly string[]> {
    const starts = Array.from({ length: Math.ceil(texts.length / MOST_TEXTS) }, (_none, at) => at);
    const batches = starts.map((at) => texts.slice(at * MOST_TEXTS, (at + 1) * MOST_TEXTS));
    return (await Promise.all(batches.map((batch) => this.#batch(request, format, batch)))).flat();
  }

  /** A batch that is refused is asked for in halves: it may be too long as a whole. */
  async #batch(
    request: Omit<EngineRequest, 'segments'>,
    format: Format,
    texts: readonly string[],
  ): Promise<readonly string[]> {
    try {
      const { owner = '', signal } = request;
      return await this.#queue.turn(owner, () => this.#ask(request, format, texts), signal);
    } catch (error) {
      const isRefusal = error instanceof Problem && error.code === 'engine_refused';
      if (!isRefusal || texts.length === 1) throw error;
      const middle = Math.ceil(texts.length / 2);
      const first = await this.#batch(request, format, texts.slice(0, middle));
      return [...first, ...(await this.#batch(request, format, texts.slice(middle)))];
    }
  }

  #ask(
    { source, target, signal }: Omit<EngineRequest, 'segments'>,
    format: Format,
    texts: readonly string[],
  ): Promise<readonly string[]> {
    const body = {
      q: texts,
      source: this.#codes.get(source) ?? source,
      target: this.#codes.get(target) ?? target,
      format,
      ...(this.#options.apiKey === undefined ? {} : { api_key: this.#options.apiKey }),
    };
    const stop =
      signal === undefined ? this.#closed.signal : AbortSignal.any([signal, this.#closed.signal]);
    return this.#server.ask(
      { url: `${this.#options.baseUrl}/translate`, body },
      (answer) => textsIn(answer, texts.length),
      stop,
    );
  }

  /** Keeps what it knew when the server does not answer. */
  async #look(): Promise<void> {
    try {
      const request = { url: `${this.#options.baseUrl}/languages` };
      const stop = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(LOOK_TIMEOUT_MS)]);
      const languages = await this.#server.ask(request, languagesIn, stop);
      this.#isReachable = true;
      const known = JSON.stringify(languages);
      if (known === this.#known) return;
      this.#known = known;
      this.#codes = codesOf(languages);
      this.#directions = directionsOf(languages);
      this.log.info('engine.languages_found', { pairs: this.#directions.length });
    } catch (error) {
      if (this.#closed.signal.aborted) return;
      if (this.#isReachable !== false) {
        this.log.warn('engine.unreachable', { engine: this.name, reason: reasonOf(error) });
      }
      this.#isReachable = false;
    }
  }
}

type Format = 'text' | 'html';

interface OfferedLanguage {
  readonly code: string;
  readonly targets: readonly string[];
}

const translated = (read: ReturnType<typeof readHtml>): EngineAnswer =>
  read === undefined ? { kind: 'unplaced' } : { kind: 'translated', ...read };

const reasonOf = (error: unknown): string =>
  String(error instanceof Error ? (error.cause ?? error) : error);

function textsIn(answer: unknown, count: number): readonly string[] | undefined {
  const texts = (answer as { translatedText?: unknown } | null)?.translatedText;
  const isWhole =
    Array.isArray(texts) &&
    texts.length === count &&
    texts.every((text) => typeof text === 'string');
  return isWhole ? texts : undefined;
}

function languagesIn(answer: unknown): readonly OfferedLanguage[] | undefined {
  if (!Array.isArray(answer)) return undefined;
  return answer.flatMap((item: unknown) => {
    const { code, targets } = (item ?? {}) as Partial<Record<keyof OfferedLanguage, unknown>>;
    if (typeof code !== 'string' || !Array.isArray(targets)) return [];
    return [{ code, targets: targets.filter((target) => typeof target === 'string') }];
  });
}

/** The server's own spelling of a language, by ours. */
const codesOf = (languages: readonly OfferedLanguage[]): ReadonlyMap<string, string> =>
  new Map(
    languages
      .flatMap(({ code, targets }) => [code, ...targets])
      .flatMap((code) => {
        const language = parseLanguage(code);
        return language === undefined ? [] : [[language, code] as const];
      }),
  );

function directionsOf(languages: readonly OfferedLanguage[]): readonly EngineDirection[] {
  return languages.flatMap(({ code, targets }) => {
    const source = parseLanguage(code);
    // A variant is no source of its own: its plain language is.
    if (source === undefined || source !== baseLanguage(source)) return [];
    return targets.flatMap((name) => {
      const target = parseLanguage(name);
      if (target === undefined || baseLanguage(target) === source) return [];
      return [{ source, target, ...TRAITS }];
    });
  });
}

/** Neural models of the size that a processor bears: better than rules, and asked for nothing but the text. */
const TRAITS: Omit<EngineDirection, 'source' | 'target'> = {
  modelTypes: ['quality_optimized'],
  features: new Set(),
  coverage: 'any',
  cost: 1,
};
