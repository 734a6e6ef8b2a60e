import type { HttpObservation } from '@sextant/platform-runtime/telemetry';
import type { RelayConfig } from '../options/config.js';
import type { RelayEvent } from '../events/event.js';

const NAMES = [
  ...(['k8sListen', 'k8sMaxConnections', 'k8sPaths', 'k8sAnswerMs', 'redact'] as const),
  ...(['redactCommands', 'requestTimeoutMs'] as const),
  ...(['spoolDir', 'spoolReserveBytes', 'bearerToken', 'basicUser', 'basicPassword'] as const),
  ...(['httpsCert', 'httpsKey', 'httpsChain', 'httpsClientCa', 'httpsOpenK8s'] as const),
  ...(['logLevel', 'stdoutFormat', 'stdoutTemplate', 'stdoutTimestampFormat'] as const),
  'stdoutTextColors' as const,
];

/** What the thread of reviews knows of the configuration: all of it can be sent there. */
export type ReviewConfig = Pick<RelayConfig, (typeof NAMES)[number]>;

export const reviewConfig = (config: RelayConfig): ReviewConfig =>
  Object.fromEntries(NAMES.map((name) => [name, config[name]])) as unknown as ReviewConfig;

export type FromReviews =
  | { readonly kind: 'ready'; readonly port: number | undefined }
  | { readonly kind: 'take'; readonly id: number; readonly events: readonly RelayEvent[] }
  | {
      readonly kind: 'dropped';
      readonly source: string;
      readonly reason: string;
      readonly count: number;
    }
  | {
      readonly kind: 'report';
      readonly requests: readonly HttpObservation[];
      readonly unstored: number;
    }
  | { readonly kind: 'closed' };

interface Taken {
  readonly kind: 'taken';
  readonly id: number;
  readonly error?: string | undefined;
}

export type ToReviews =
  | Taken
  | { readonly kind: 'config'; readonly config: ReviewConfig }
  | { readonly kind: 'close' };

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

const REPORT_MS = 250;

/** The relay's own thread, as that of reviews sees it. */
export class OtherThread {
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #requests: HttpObservation[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly tell: (message: FromReviews) => void) {}

  take(events: readonly RelayEvent[]): Promise<void> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.tell({ kind: 'take', id, events });
    });
  }

  taken({ id, error }: Taken): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve();
    else waiting?.reject(new Error(error));
  }

  observed(request: HttpObservation): void {
    this.#requests.push(request);
  }

  /** Tells now and then what metrics show. */
  report(unstored: () => number): void {
    let told = 0;
    const report = () => {
      const now = unstored();
      if (this.#requests.length > 0 || now !== told) {
        this.tell({ kind: 'report', requests: this.#requests.splice(0), unstored: now });
      }
      told = now;
    };
    this.#timer = setInterval(report, REPORT_MS);
  }

  close(): void {
    clearInterval(this.#timer);
    this.tell({ kind: 'report', requests: this.#requests.splice(0), unstored: 0 });
  }
}
