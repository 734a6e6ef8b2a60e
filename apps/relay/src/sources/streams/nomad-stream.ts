import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@sextant/platform-runtime/clock';
import type { Intake } from '../../intake/intake.js';
import type { Observer } from '../../observability/observer.js';
import { jsonOf } from '../json-body.js';
import { nomadBatch } from './nomad.js';
import { isObject } from '../payload.js';
import type { Spool } from '../../spool/spool.js';
import { linesOf } from './lines.js';

export interface NomadStreamUses {
  readonly address: string;
  readonly token: string | undefined;
  /** `Topic:key`, as Nomad has them. */
  readonly topics: readonly string[];
  readonly namespace: string;
  readonly intake: Pick<Intake, 'accept'>;
  readonly spool: Pick<Spool, 'reply' | 'settle'>;
  readonly observer: Observer;
  readonly clock: Clock;
  /** Where replicas share the spool one of them reads. */
  readonly isLeading: () => boolean;
}

const AGAIN_MS = 1000;
/** Nomad sends a heartbeat every ten seconds; a connection that is dead says nothing. */
const SILENT_MS = 35_000;
const PLACE = { sink: 'nomad', target: '' } as const;
const NOTHING = { done: [], retries: [], deadLetters: [], events: [] };

/**
 * Nomad's event stream (`/v1/event/stream`). Where it is stands in the spool after what it brought: a crash brings
 * some of it twice, with the same ids, and nothing is missed as long as Nomad still has it.
 */
export class NomadStream {
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;

  constructor(private readonly uses: NomadStreamUses) {}

  start(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        if (this.uses.isLeading()) await this.#turn();
      } catch (error) {
        if (!this.#isOver()) this.uses.observer.trouble('nomad.stream_failed', error);
      }
      await pause(AGAIN_MS, undefined, { ref: false, signal }).catch(() => undefined); // the end
    }
  }

  #isOver(): boolean {
    return this.#ending.signal.aborted;
  }

  async #turn(): Promise<void> {
    const { address, token, topics, namespace } = this.uses;
    const query = new URLSearchParams({ namespace, index: String(await this.#nextIndex()) });
    for (const topic of topics) query.append('topic', topic);
    const silence = new AbortController();
    const signal = AbortSignal.any([this.#ending.signal, silence.signal]);
    let timer = setTimeout(() => silence.abort(), SILENT_MS);
    try {
      const headers = token === undefined ? {} : { 'x-nomad-token': token };
      const url = `${address}/v1/event/stream?${query.toString()}`;
      const { status, body } = await fetch(url, { headers, signal, redirect: 'manual' });
      if (status !== 200 || body === null) throw new Error(`Nomad answered ${status}`);
      for await (const line of linesOf(body)) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENT_MS);
        if (!this.uses.isLeading()) return;
        await this.#take(line);
      }
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
  }

  /** That after the last one; 0 for what Nomad still has. */
  async #nextIndex(): Promise<number> {
    const kept = await this.uses.spool.reply(PLACE, 'index');
    const index = kept?.reply['index'];
    return typeof index === 'number' ? index + 1 : 0;
  }

  async #take(line: string): Promise<void> {
    const value = this.#parsed(line);
    if (!isObject(value)) return;
    if (value['Error'] !== undefined) throw new Error(`Nomad: ${JSON.stringify(value['Error'])}`);
    const { clock, intake, spool } = this.uses;
    const batch = nomadBatch(value, clock.nowMs());
    if (batch === undefined) return;
    const { index, events } = batch;
    await intake.accept({ source: 'nomad', events, bytes: line.length });
    const reply = { ...PLACE, key: 'index', reply: { index }, atMs: clock.nowMs() };
    await spool.settle({ ...NOTHING, replies: [reply] });
  }

  /** Nothing for a line that cannot be read: waiting for it to become better would hold up all others. */
  #parsed(line: string): unknown {
    try {
      return jsonOf(Buffer.from(line));
    } catch (error) {
      const { observer } = this.uses;
      observer.trouble('nomad.line_unreadable', error);
      observer.dropped('nomad', 'malformed', 1);
      return undefined;
    }
  }
}
