import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** One finished HTTP request. */
export interface HttpObservation {
  readonly method: string;
  /** The route's pattern, never the path itself: paths hold ids. */
  readonly route: string;
  readonly status: number;
  readonly durationSeconds: number;
}

/** The app's Prometheus registry, with the metrics of the process and of HTTP. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Histogram;

  constructor(app: string) {
    this.registry.setDefaultLabels({ app });
    collectDefaultMetrics({ register: this.registry });
    this.#requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last byte of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [this.registry],
    });
  }

  observeRequest({ method, route, status, durationSeconds }: HttpObservation): void {
    this.#requests.observe({ method, route, status }, durationSeconds);
  }
}
