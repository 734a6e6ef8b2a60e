import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type Metric,
} from 'prom-client';

/** One finished HTTP request. */
export interface HttpObservation {
  readonly method: string;
  /** The route's pattern, never the path itself: paths hold ids. */
  readonly route: string;
  readonly status: number;
  readonly durationSeconds: number;
}

export interface MetricOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
}

/** One value of a metric. */
export interface Sample<Label extends string> {
  readonly labels: Partial<Record<Label, string>>;
  readonly value: number;
}

let processRegistry: Registry | undefined;

/**
 * Made once: what observes garbage collection and the delays of the event loop goes on until the process ends, so what an
 * app that has ended had made would be held with the whole app.
 */
function metricsOfProcess(): readonly Metric[] {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  const registry = processRegistry;
  return registry.getMetricsAsArray().flatMap(({ name }) => registry.getSingleMetric(name) ?? []);
}

/** The app's Prometheus registry, with the metrics of the process and of HTTP. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Histogram;

  constructor(app: string) {
    this.registry.setDefaultLabels({ app });
    for (const metric of metricsOfProcess()) this.registry.registerMetric(metric);
    this.#requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last byte of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [this.registry],
    });
  }

  /** A number that only grows; its name ends in `_total`. */
  counter<Label extends string>(name: string, help: string, ...labels: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames: labels, registers: [this.registry] });
  }

  gauge<Label extends string>(name: string, help: string, ...labels: Label[]): Gauge<Label> {
    return new Gauge({ name, help, labelNames: labels, registers: [this.registry] });
  }

  /**
   * A gauge that is asked for when `/metrics` is read. While one reading is under way, whoever else
   * reads the page waits for that: a database that hangs is asked once.
   *
   * @param read throws when nothing is known now: the page is then without this gauge's values
   */
  observed<Label extends string>(
    { name, help, labels = [] }: MetricOptions<Label>,
    read: () => Promise<readonly Sample<Label>[]> | readonly Sample<Label>[],
  ): void {
    const reading = oneAtATime(read);
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [this.registry],
      async collect() {
        this.reset();
        if (labels.length === 0) this.remove(); // `reset` would leave a 0 that nobody has measured
        try {
          for (const sample of await inTime(reading())) this.set(sample.labels, sample.value);
        } catch {
          // What cannot be read has no value; the other metrics are shown.
        }
      },
    });
  }

  /** Durations in seconds. */
  histogram<Label extends string>({
    name,
    help,
    labels = [],
    buckets,
  }: MetricOptions<Label> & { readonly buckets: number[] }): Histogram<Label> {
    return new Histogram({
      name,
      help,
      labelNames: [...labels],
      buckets,
      registers: [this.registry],
    });
  }

  observeRequest({ method, route, status, durationSeconds }: HttpObservation): void {
    this.#requests.observe({ method, route, status }, durationSeconds);
  }
}

/** Joins the call that is under way, if one is; it may outlive the patience of those who wait. */
function oneAtATime<T>(read: () => Promise<T> | T): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () =>
    (underWay ??= new Promise<T>((resolve) => resolve(read())).finally(() => {
      underWay = undefined;
    }));
}

/** A database that hangs must not keep `/metrics` from answering. */
const READ_MS = 2000;

async function inTime<T>(reading: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The metric was not read in time.')), READ_MS);
  try {
    return await Promise.race([reading, promise]);
  } finally {
    clearTimeout(timer);
  }
}
