import { Problem } from '@sextant/platform-http/errors';
import type { Metrics } from '@sextant/platform-runtime/telemetry';
import type { Morphology } from './morphology.js';
import type {
  EngineAnswer,
  EngineDirection,
  EngineRequest,
  EngineState,
  TranslationEngine,
  VariantsRequest,
} from './translation-engine.js';
import type { Direction } from './direction.js';

/** What engines do, by engine and pair, behind `/metrics`. One for all engines of a process. */
export class EngineMetrics {
  readonly characters;
  readonly waiting;
  readonly seconds;
  readonly failures;

  constructor(metrics: Metrics) {
    this.characters = metrics.counter(
      'translate_engine_characters_total',
      'Characters that engines were given and translated; a text by way of another language counts twice.',
      'engine',
      'pair',
    );
    this.waiting = metrics.gauge(
      'translate_engine_waiting_characters',
      'Characters that wait for an engine or are in it.',
      'engine',
      'pair',
    );
    this.seconds = metrics.histogram({
      name: 'translate_engine_seconds',
      help: 'Time of an engine for the segments of one request, waiting included.',
      labels: ['engine', 'pair'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    });
    this.failures = metrics.counter(
      'translate_engine_failures_total',
      'Requests that an engine refused or failed at, by the code of the error.',
      'engine',
      'pair',
      'code',
    );
  }
}

/** Shows at `/metrics` which engines work and which of their pairs do not. */
export function observeStates(metrics: Metrics, engines: readonly TranslationEngine[]): void {
  metrics.observed(
    {
      name: 'translate_engine_pairs',
      help: 'Pairs that an engine offers now; 0 when it is down.',
      labels: ['engine'],
    },
    () =>
      engines.map((engine) => ({
        labels: { engine: engine.name },
        value: engine.directions().length,
      })),
  );
  metrics.observed(
    {
      name: 'translate_engine_broken',
      help: '1 for each pair, by the name of its engine, that is installed and does not work.',
      labels: ['engine', 'pair'],
    },
    () =>
      engines.flatMap((engine) =>
        engine.state().broken.map(({ name }) => ({
          labels: { engine: engine.name, pair: name },
          value: 1,
        })),
      ),
  );
}

/** An engine whose work is counted. */
export class ObservedEngine implements TranslationEngine {
  readonly name: string;
  readonly morphology?: Morphology;

  constructor(
    private readonly engine: TranslationEngine,
    private readonly metrics: EngineMetrics,
  ) {
    this.name = engine.name;
    if (engine.morphology !== undefined) this.morphology = engine.morphology;
  }

  directions(): readonly EngineDirection[] {
    return this.engine.directions();
  }

  async translate(request: EngineRequest): Promise<readonly EngineAnswer[]> {
    const { characters, waiting, seconds, failures } = this.metrics;
    const labels = { engine: this.name, pair: `${request.source}-${request.target}` };
    const length = request.segments.reduce((sum, { text }) => sum + text.length, 0);
    const startMs = performance.now();
    waiting.inc(labels, length);
    try {
      const answers = await this.engine.translate(request);
      characters.inc(labels, length);
      return answers;
    } catch (error) {
      // A caller who has gone is no failure of the engine.
      if (request.signal?.aborted !== true) failures.inc({ ...labels, code: codeOf(error) });
      throw error;
    } finally {
      waiting.dec(labels, length);
      seconds.observe(labels, (performance.now() - startMs) / 1000);
    }
  }

  async variants(request: VariantsRequest): Promise<readonly string[]> {
    const { engine, name, metrics } = this;
    if (engine.variants === undefined) return [];
    const labels = { engine: name, pair: `${request.source}-${request.target}` };
    const variants = await engine.variants(request);
    metrics.characters.inc(labels, request.text.length);
    return variants;
  }

  state(): EngineState {
    return this.engine.state();
  }

  obtainable(direction: Direction): string | undefined {
    return this.engine.obtainable?.(direction);
  }

  fluentWith(direction: Direction): string | undefined {
    return this.engine.fluentWith?.(direction);
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

const codeOf = (error: unknown): string => (error instanceof Problem ? error.code : 'unknown');
