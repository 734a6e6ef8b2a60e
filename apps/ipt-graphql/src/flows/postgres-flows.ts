import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { outboxInsert, Outbox } from '@sextant/platform-events';
import type { EntityManager } from 'typeorm';
import { stepAfter, type Flow, type FlowStep } from './flow.js';
import type { FlowKey } from './flow.js';
import { messageBody, typeOfStep } from './flow-message.js';
import { FLOW_CHANNEL, placeText } from './flow-channel.js';

/** The topic of all events of the service. */
export const TOPIC = 'ipt-events';

export const FLOW_COLUMNS = `id, sequence, tenant, chain_id AS "chainId", ipnft_id AS "ipnftId", kind, step, symbol,
  wallet, warning, updated_at AS "updatedAt"`;

export type FlowRow = Flow & { readonly sequence: string };

export interface Start {
  readonly symbol: string;
  readonly wallet: string | null;
}

/** What changes with a step; the rest stays. */
interface Changes {
  readonly warning?: string;
  readonly symbol?: string;
}

/** Moves flows in the transaction of what moves them, and tells of each step through the outbox. */
@Injectable()
export class PostgresFlows {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Makes a flow at its first step, or starts it over. */
  async start(manager: EntityManager, key: FlowKey, { symbol, wallet }: Start): Promise<void> {
    const now = new Date(this.clock.nowMs());
    const [made] = await manager.query<{ id: string }[]>(
      `INSERT INTO flows (id, tenant, chain_id, ipnft_id, kind, step, symbol, wallet, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, 'AGREEMENT_READY', $6, $7, $8, $8)
       ON CONFLICT (tenant, ipnft_id, chain_id, kind) DO NOTHING RETURNING id`,
      [this.ids.next(), key.tenant, key.chainId, key.ipnftId, key.kind, symbol, wallet, now],
    );
    if (made !== undefined) {
      await this.tell(manager, key, { step: 'AGREEMENT_READY', symbol });
      return;
    }
    const flow = await this.lock(manager, key);
    if (flow === undefined) return;
    await manager.query('UPDATE flows SET symbol = $2, wallet = $3 WHERE id = $1', [
      flow.id,
      symbol,
      wallet,
    ]);
    await this.move(manager, flow, stepAfter(flow.kind, flow.step, 'AGREEMENT_READY'));
  }

  /** After a client's step; a flow that is not there, or further, stays as it is. */
  async done(manager: EntityManager, key: FlowKey, step: FlowStep): Promise<void> {
    const flow = await this.lock(manager, key);
    if (flow !== undefined) await this.move(manager, flow, stepAfter(flow.kind, flow.step, step));
  }

  /** What is signed off is what will be on the chain, whatever agreement was made last. */
  async signedOff(manager: EntityManager, key: FlowKey, symbol: string): Promise<void> {
    const flow = await this.lock(manager, key);
    if (flow === undefined) return;
    const step = stepAfter(flow.kind, flow.step, 'SIGNED_OFF');
    if (step === flow.step) {
      await manager.query('UPDATE flows SET symbol = $2 WHERE id = $1', [flow.id, symbol]);
    }
    await this.move(manager, flow, step, { symbol });
  }

  /** Sets a step whatever it was, as only the chain may. */
  async move(
    manager: EntityManager,
    flow: Flow,
    step: FlowStep,
    { warning, symbol }: Changes = {},
  ): Promise<void> {
    if (flow.step === step) return;
    await manager.query(
      `UPDATE flows SET step = $2, version = version + 1, updated_at = $3, warning = coalesce($4, warning),
         symbol = coalesce($5, symbol)
       WHERE id = $1`,
      [flow.id, step, new Date(this.clock.nowMs()), warning ?? null, symbol ?? null],
    );
    await this.tell(manager, flow, { step, symbol: symbol ?? flow.symbol, warning });
  }

  /** What outer transactions have added goes on its way. */
  wake(): void {
    this.outbox.wake();
  }

  private async lock(
    manager: EntityManager,
    { tenant, chainId, ipnftId, kind }: FlowKey,
  ): Promise<Flow | undefined> {
    const [flow] = await manager.query<FlowRow[]>(
      `SELECT ${FLOW_COLUMNS} FROM flows
       WHERE tenant = $1 AND chain_id = $2 AND ipnft_id = $3 AND kind = $4 FOR UPDATE`,
      [tenant, chainId, ipnftId, kind],
    );
    return flow;
  }

  /** To Kafka, to the tenant's webhooks and to who follows, in one statement: what commits is told. */
  private async tell(manager: EntityManager, key: FlowKey, told: Told): Promise<void> {
    const { tenant, chainId, ipnftId, kind } = key;
    const { step, symbol, warning } = told;
    const data = { chainId, ipnftId, kind, step, ...(warning === undefined ? {} : { warning }) };
    const { envelopes, values } = this.outbox.rows(TOPIC, [
      {
        type: `org.sextant.ipt.flow.${step.toLowerCase()}`,
        subject: `${chainId}/${ipnftId}`,
        data: { tenant, ...data },
      },
    ]);
    const type = typeOfStep(step);
    const body = messageBody(type, new Date(this.clock.nowMs()), { ...data, symbol });
    await manager.query(
      `WITH told AS (${outboxInsert(1)}),
         called AS (
           INSERT INTO webhook_deliveries (webhook_id, event_id, type, body)
           SELECT id, $5::text, $6::text, $7::text FROM webhooks
           WHERE tenant = $8 AND is_enabled AND (types = '{}' OR $6 = ANY (types)))
       SELECT pg_notify('${FLOW_CHANNEL}', $9)`,
      [...values, envelopes[0]?.id, type, body, tenant, placeText({ tenant, ipnftId })],
    );
  }
}

interface Told {
  readonly step: FlowStep;
  readonly symbol: string;
  readonly warning?: string | undefined;
}
