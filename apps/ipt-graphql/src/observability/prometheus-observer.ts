import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { CopyBacklog, CopyState } from '../content/copy-state.js';
import type { Observer, RpcOutcome } from './observer.js';
import { CopyMetrics } from './copy-metrics.js';

type ByChain = Map<number, IndexState>;

/** How far an index of a chain is. */
interface IndexState {
  readonly head: number;
  /** The last block that is read; unknown before the first look. */
  readonly block: number | undefined;
  /** When the index was last known to stand at the head, or when it was first asked about. */
  readonly currentMs: number;
}

const lagBlocks = ({ head, block }: IndexState): number => Math.max(0, head - (block ?? -1));

/** Counts into the registry behind `/metrics`. */
@Injectable()
export class PrometheusObserver implements Observer {
  readonly #operations: Histogram;
  readonly #signOffs: Counter;
  readonly #prints: Histogram;
  readonly #rpcCalls: Counter;
  readonly #endpoints: Gauge;
  readonly #refused: Counter;
  readonly #looked: Gauge;
  /** What is known of each chain that is indexed. */
  readonly #index: ByChain = new Map();
  readonly #tokens: ByChain = new Map();
  readonly #gaps: Counter;
  readonly #unconfirmed: Counter;
  readonly #reorganizations: Counter;
  readonly #conflicts: Counter;
  readonly #webhooks: Counter;
  readonly #copies: CopyMetrics;

  constructor(
    { registry }: Metrics,
    private readonly clock: Clock,
  ) {
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
    this.#webhooks = new Counter({
      name: 'ipt_webhook_attempts_total',
      help: 'Attempts to send a message to a webhook, by what became of them.',
      ...{ labelNames: ['outcome'], registers },
    });
    this.#copies = new CopyMetrics(registry);
    const counter = (name: string, help: string, ...labelNames: string[]) =>
      new Counter({ name, help, labelNames: ['chain', ...labelNames], registers });
    const gauge = (name: string, help: string, ...labelNames: string[]) =>
      new Gauge({ name, help, labelNames: ['chain', ...labelNames], registers });
    this.#signOffs = counter('ipt_signoffs_total', HELP.signOffs, 'kind');
    this.#rpcCalls = counter('ipt_rpc_calls_total', HELP.rpcCalls, 'endpoint', 'outcome');
    this.#reorganizations = counter('ipt_reorganizations_total', HELP.reorganizations);
    this.#conflicts = counter('ipt_symbol_conflicts_total', HELP.conflicts);
    this.#endpoints = gauge('ipt_rpc_endpoint_awake', HELP.endpoints, 'endpoint');
    this.#refused = counter('ipt_indexer_refused_events_total', HELP.refused);
    this.#looked = gauge('ipt_indexer_looked_timestamp_seconds', HELP.looked);
    this.#gaps = counter('ipt_indexer_gap_logs_total', HELP.gaps);
    this.#unconfirmed = counter('ipt_indexer_unconfirmed_logs_total', HELP.unconfirmed);
    this.#showIndex('ipt_indexer', this.#index, registers);
    this.#showIndex('ipt_token_indexer', this.#tokens, registers);
  }

  /** Computed when they are asked for: a look that fails, or hangs, changes them too. */
  #showIndex(prefix: string, states: ByChain, registers: Registry[]): void {
    for (const [name, help, valueOf] of [
      [`${prefix}_lag_blocks`, HELP.lag, lagBlocks],
      [
        `${prefix}_behind_seconds`,
        HELP.behind,
        ({ currentMs }) => (this.clock.monotonicMs() - currentMs) / 1000,
      ],
    ] satisfies readonly [string, string, (state: IndexState) => number][]) {
      new Gauge({
        ...{ name, help, registers, labelNames: ['chain'] },
        collect() {
          for (const [chain, state] of states) this.set({ chain }, valueOf(state));
        },
      });
    }
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

  head(chain: number, block: number): void {
    for (const states of [this.#index, this.#tokens]) {
      const state = states.get(chain);
      const currentMs = state?.currentMs ?? this.clock.monotonicMs();
      states.set(chain, { head: block, block: state?.block, currentMs });
    }
    this.#looked.setToCurrentTime({ chain });
  }

  indexed(chain: number, block: number): void {
    this.#reached(this.#index, chain, block);
  }

  tokensIndexed(chain: number, block: number): void {
    this.#reached(this.#tokens, chain, block);
  }

  #reached(states: ByChain, chain: number, block: number): void {
    const state = states.get(chain);
    const isCurrent = state === undefined || block >= state.head;
    const currentMs = isCurrent ? this.clock.monotonicMs() : state.currentMs;
    states.set(chain, { head: Math.max(block, state?.head ?? 0), block, currentMs });
  }

  gapFilled(chain: number, logs: number): void {
    this.#gaps.inc({ chain }, logs);
  }

  unconfirmed(chain: number, logs: number): void {
    this.#unconfirmed.inc({ chain }, logs);
  }

  refused(chain: number): void {
    this.#refused.inc({ chain });
  }

  reorganized(chain: number): void {
    this.#reorganizations.inc({ chain });
  }

  symbolConflict(chain: number): void {
    this.#conflicts.inc({ chain });
  }

  webhook(outcome: 'delivered' | 'later' | 'dead'): void {
    this.#webhooks.inc({ outcome });
  }

  copyLook(state: CopyState): void {
    this.#copies.looked(state);
  }

  copiesBehind(backlog: CopyBacklog): void {
    this.#copies.behind(backlog);
  }
}

const HELP = {
  signOffs: 'Authorizations that were answered: new ones, and ones that had been signed before.',
  rpcCalls: 'Calls of the endpoints of a chain, by their place in the list.',
  reorganizations: 'Reorganizations that were met.',
  conflicts: 'Mints of symbols that were taken by other IP-NFTs when the mints were read.',
  endpoints: '1 for an endpoint that is asked, 0 for one that rests after failures.',
  lag: 'Blocks between the newest of the chain and the last that is read, whatever keeps them from being read.',
  behind: 'Seconds since the index was last known to have all blocks.',
  gaps: 'Logs that the first look at their blocks did not have, and the second had: they are stored now.',
  unconfirmed: 'Logs that are stored and that the second look at their blocks did not have.',
  refused: 'Events that could not be decoded or stored, and were left out.',
  looked: 'When the indexer last saw the head of the chain: the lag is as old as this.',
} as const;
