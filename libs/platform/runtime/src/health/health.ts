/** What a probe found: `up` or `down`, with facts that an operator may read. */
export interface ProbeResult {
  readonly status: 'up' | 'down';
  /** What is wrong and what to do about it. */
  readonly message?: string;
  readonly [fact: string]: unknown;
}

/** Asks one dependency whether it can be used. */
export interface Probe {
  readonly name: string;
  check(): Promise<ProbeResult>;
}

/** Several dependencies, where only a run tells which there are. */
export interface Probes {
  readonly probes: readonly Probe[];
}

export type HealthKind = 'health' | 'ready' | 'live';

/** What the three endpoints know before an app gives it its own shape. */
export interface HealthReport {
  readonly kind: HealthKind;
  /** `draining` while the process waits for its last requests after SIGTERM. */
  readonly status: 'up' | 'down' | 'draining';
  readonly checks: Readonly<Record<string, ProbeResult>>;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
}

/** Gives the report the shape that an app documents. */
export type HealthBody = (report: HealthReport) => unknown;

/** The default shape, for apps whose specification is silent. */
export const plainHealthBody: HealthBody = ({ status, checks, timestamp }) => ({
  status,
  checks,
  timestamp,
});

/** Whether this process should be given new requests. */
export class Readiness {
  #draining = false;

  get isDraining(): boolean {
    return this.#draining;
  }

  /** From now on readiness answers 503. There is no way back. */
  drain(): void {
    this.#draining = true;
  }
}
