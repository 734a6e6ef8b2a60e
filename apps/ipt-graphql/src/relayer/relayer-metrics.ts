import { Counter, Gauge, type Registry } from 'prom-client';
import type { Attempt, RelayObserver, RelayReason, RelayState } from './relayer.js';

const HELP = {
  outcomes: 'Relayed transactions that ended, by how.',
  bumps: 'Transactions that were sent in the place of one that got stuck.',
  reorganizations: 'Relayed transactions that a reorganization took out of their block.',
  losses: 'Relayed transactions that the Safe did not pay for.',
  balance: 'What the account of the relayer holds, in ether.',
  pending: 'Relayed transactions that are in no block yet.',
} as const;

/** What is counted of the relayer, behind `/metrics`. */
export class RelayerMetrics implements RelayObserver {
  readonly #outcomes: Counter;
  readonly #bumps: Counter;
  readonly #reorganizations: Counter;
  readonly #losses: Counter;
  readonly #balance: Gauge;
  readonly #pending: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    const counter = (name: string, help: string, ...labels: string[]) =>
      new Counter({ name, help, labelNames: ['chain', ...labels], registers });
    const gauge = (name: string, help: string, ...labels: string[]) =>
      new Gauge({ name, help, labelNames: ['chain', ...labels], registers });
    this.#outcomes = counter('ipt_relayer_transactions_total', HELP.outcomes, 'outcome');
    this.#bumps = counter('ipt_relayer_bumps_total', HELP.bumps, 'kind');
    this.#reorganizations = counter('ipt_relayer_reorganizations_total', HELP.reorganizations);
    this.#losses = counter('ipt_relayer_losses_total', HELP.losses);
    this.#balance = gauge('ipt_relayer_balance_ether', HELP.balance, 'account');
    this.#pending = gauge('ipt_relayer_pending', HELP.pending);
  }

  settled(chain: number, state: RelayState, reason: RelayReason | null): void {
    this.#outcomes.inc({ chain, outcome: (reason ?? state).toLowerCase() });
  }

  bumped(chain: number, kind: Attempt['kind']): void {
    this.#bumps.inc({ chain, kind: kind.toLowerCase() });
  }

  reorganized(chain: number): void {
    this.#reorganizations.inc({ chain });
  }

  lost(chain: number): void {
    this.#losses.inc({ chain });
  }

  account(chain: number, account: string, balanceWei: bigint, pending: number): void {
    this.#balance.set({ chain, account }, Number(balanceWei) / 1e18);
    this.#pending.set({ chain }, pending);
  }
}
