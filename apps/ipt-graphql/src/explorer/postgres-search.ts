import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Ipnft } from './explorer.js';
import type { Flow } from '../flows/flow.js';
import type { FlowFilter, IpnftFilter, SearchIndex, Slice, Window } from './search.js';
import { events, toIpnft, type EventRow } from './postgres-chain-index.js';
import { MINTED } from '../symbols/symbols.migration.js';
import { FLOW_COLUMNS, type FlowRow } from '../flows/postgres-flows.js';

/** A condition of its own for each filter, so that PostgreSQL plans with the indexes. */
export class Conditions {
  readonly #texts: string[] = [];
  readonly values: unknown[] = [];

  /** @param text in which each `?` stands for a value; left out when the first one is absent */
  add(text: string, ...values: readonly unknown[]): this {
    if (values[0] === undefined) return this;
    let number = this.values.length;
    this.#texts.push(text.replaceAll('?', () => `$${(number += 1)}`));
    this.values.push(...values);
    return this;
  }

  get text(): string {
    return this.#texts.join(' AND ');
  }
}

/** Whoever has it got it once, and nobody got it later. */
const OWNED = `event.ipnft_id IN (
  SELECT got.ipnft_id FROM chain_events got
  WHERE got.chain_id = event.chain_id AND got.name = 'Transfer' AND got.args ->> 'to' = ? AND NOT EXISTS (
    SELECT FROM chain_events later
    WHERE later.chain_id = got.chain_id AND later.name = 'Transfer' AND later.ipnft_id = got.ipnft_id
      AND (later.block_number, later.log_index) > (got.block_number, got.log_index)))`;

const ofIpnfts = ({ chainId, owner, symbol }: IpnftFilter): Conditions =>
  new Conditions()
    .add("event.name = 'IPNFTMinted' AND event.chain_id = ?", chainId)
    .add(OWNED, owner)
    // Only what could have been given out is in the index; others cannot be asked for.
    .add(`${MINTED.isOurs('event.')} AND ${MINTED.symbolOf('event.')} = ?`, symbol);

const ofFlows = ({ tenant, chainId, kind, symbol }: FlowFilter): Conditions =>
  new Conditions()
    .add('tenant = ?', tenant)
    .add('chain_id = ?', chainId)
    .add('kind = ?', kind)
    .add('upper(symbol) = ?', symbol);

/** Finds and counts in PostgreSQL. */
@Injectable()
export class PostgresSearch implements SearchIndex {
  constructor(private readonly source: DataSource) {}

  async ipnfts(filter: IpnftFilter, window: Window): Promise<Slice<Ipnft>> {
    const place = '(event.block_number, event.log_index)';
    const conditions = ofIpnfts(filter)
      .add(`${place} > (?::bigint, ?::integer)`, ...window.after)
      .add(`${place} < (?::bigint, ?::integer)`, ...window.before);
    const order = window.isFromEnd ? 'DESC' : 'ASC';
    const rows = await this.rows<EventRow>(
      `${events('LEFT JOIN')} WHERE ${conditions.text}
       ORDER BY event.block_number ${order}, event.log_index ${order} LIMIT ${window.limit + 1}`,
      conditions,
    );
    return sliceOf(rows, window, (row) => ({
      node: toIpnft(row),
      position: [Number(row.blockNumber), row.logIndex],
    }));
  }

  async countIpnfts(filter: IpnftFilter): Promise<number> {
    const conditions = ofIpnfts(filter);
    return await this.count(`chain_events event WHERE ${conditions.text}`, conditions);
  }

  async flows(filter: FlowFilter, window: Window): Promise<Slice<Flow>> {
    const conditions = ofFlows(filter)
      .add('sequence > ?', ...window.after)
      .add('sequence < ?', ...window.before);
    const rows = await this.rows<FlowRow>(
      `SELECT ${FLOW_COLUMNS} FROM flows WHERE ${conditions.text}
       ORDER BY sequence ${window.isFromEnd ? 'DESC' : 'ASC'} LIMIT ${window.limit + 1}`,
      conditions,
    );
    return sliceOf(rows, window, (row) => ({ node: row, position: [row.sequence] }));
  }

  async countFlows(filter: FlowFilter): Promise<number> {
    const conditions = ofFlows(filter);
    return await this.count(`flows WHERE ${conditions.text}`, conditions);
  }

  private async count(from: string, conditions: Conditions): Promise<number> {
    const [row] = await this.rows<{ count: string }>(`SELECT count(*) FROM ${from}`, conditions);
    return Number(row?.count ?? 0);
  }

  private rows<Row>(text: string, { values }: Conditions): Promise<readonly Row[]> {
    return this.source.query<Row[]>(text, values);
  }
}

/** @param rows one more than the window has, if there are so many, in the direction in which it counts */
export function sliceOf<Row, T>(
  rows: readonly Row[],
  { limit, isFromEnd }: Window,
  place: (row: Row) => Slice<T>['items'][number],
): Slice<T> {
  const items = rows.slice(0, limit).map(place);
  return { items: isFromEnd ? items.toReversed() : items, hasMore: rows.length > limit };
}
