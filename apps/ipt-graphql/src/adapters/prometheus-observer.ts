import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Observer, RpcOutcome } from '../domain/observer.js';

/** Counts into the registry behind `/metrics`. */
export class PrometheusObserver implements Observer {
  readonly #operations: Histogram;
  readonly #signOffs: Counter;
  readonly #prints: Histogram;
  readonly #rpcCalls: Counter;
  readonly #endpoints: Gauge;
  readonly #lag: Gauge;
  readonly #looked: Gauge;
  readonly #reorganizations: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#operations = new Histogram({
      name: 'ipt_operation_seconds',
      help: 'Time of GraphQL operations, by what became of them.',
      labelNames: ['operation', 'outcome'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    });
    this.#prints = new Histogram({
      name: 'ipt_pdf_seconds',
      help: 'Time from asking for an agreement in print to having it, waiting included.',
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    });
    const counter = (name: string, help: string, ...labelNames: string[]) =>
      new Counter({ name, help, labelNames: ['chain', ...labelNames], registers });
    const gauge = (name: string, help: string, ...labelNames: string[]) =>
      new Gauge({ name, help, labelNames: ['chain', ...labelNames], registers });
    this.#signOffs = counter('ipt_signoffs_total', HELP.signOffs, 'kind');
    this.#rpcCalls = counter('ipt_rpc_calls_total', HELP.rpcCalls, 'endpoint', 'outcome');
    this.#reorganizations = counter('ipt_reorganizations_total', HELP.reorganizations);
    this.#endpoints = gauge('ipt_rpc_endpoint_awake', HELP.endpoints, 'endpoint');
    this.#lag = gauge('ipt_indexer_lag_blocks', HELP.lag);
    this.#looked = gauge('ipt_indexer_looked_timestamp_seconds', HELP.looked);
  }

  operation(operation: string, outcome: string, seconds: number): void {
    this.#operations.observe({ operation, outcome }, seconds);
  }

  signedOff(chain: number, isNew: boolean): void {
    this.#signOffs.inc({ chain, kind: isNew ? 'new' : 'repeated' });
  }

  printed(seconds: number): void {
    this.#prints.observe(seconds);
  }

  rpcCall(chain: number, endpoint: number, outcome: RpcOutcome): void {
    this.#rpcCalls.inc({ chain, endpoint, outcome });
  }

  endpoint(chain: number, endpoint: number, isAwake: boolean): void {
    this.#endpoints.set({ chain, endpoint }, isAwake ? 1 : 0);
  }

  indexed(chain: number, lagBlocks: number): void {
    this.#lag.set({ chain }, lagBlocks);
    this.#looked.setToCurrentTime({ chain });
  }

  reorganized(chain: number): void {
    this.#reorganizations.inc({ chain });
  }
}

const HELP = {
  signOffs: 'Authorizations that were answered: new ones, and ones that had been signed before.',
  rpcCalls: 'Calls of the endpoints of a chain, by their place in the list.',
  reorganizations: 'Reorganizations that were met.',
  endpoints: '1 for an endpoint that is asked, 0 for one that rests after failures.',
  lag: 'Blocks of the chain that are not read yet.',
  looked: 'When the indexer last saw the head of the chain: the lag is as old as this.',
} as const;
