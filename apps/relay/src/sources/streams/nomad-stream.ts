import { setTimeout as pause } from 'node:timers/promises';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { systemClock } from '@sextant/platform-runtime/clock';
import { Delivering } from '../../delivery/delivering.js';
import { CurrentConfig } from '../../options/current-config.js';
import { Intake } from '../../intake/intake.js';
import { Observer } from '../../observability/observer.js';
import { jsonOf } from '../json-body.js';
import { nomadBatch } from './nomad.js';
import { isObject } from '../payload.js';
import { Spool } from '../../spool/spool.js';
import { linesOf } from './lines.js';

const AGAIN_MS = 1000;
/** Nomad sends a heartbeat every ten seconds; a connection that is dead says nothing. */
const SILENT_MS = 35_000;
const PLACE = { sink: 'nomad', target: '' } as const;
const NOTHING = { done: [], retries: [], deadLetters: [], events: [] };

/**
 * Nomad's event stream (`/v1/event/stream`). Where it is stands in the spool after what it brought: a crash brings
 * some of it twice, with the same ids, and nothing is missed as long as Nomad still has it.
 */
@Injectable()
export class NomadStream implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;

  constructor(
    private readonly config: CurrentConfig,
    private readonly intake: Intake,
    private readonly spool: Spool,
    private readonly observer: Observer,
    private readonly delivering: Delivering,
  ) {}

  onApplicationBootstrap(): void {
    const { nomadAddress } = this.config.started;
    if (nomadAddress !== undefined) this.#running = this.#run(nomadAddress);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #run(address: string): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        if (this.delivering.isLeading) await this.#turn(address);
      } catch (error) {
        if (!this.#isOver()) this.observer.trouble('nomad.stream_failed', error);
      }
      await pause(AGAIN_MS, undefined, { ref: false, signal }).catch(() => undefined); // the end
    }
  }

  #isOver(): boolean {
    return this.#ending.signal.aborted;
  }

  async #turn(address: string): Promise<void> {
    const { nomadToken: token, nomadTopics: topics, nomadNamespace } = this.config.started;
    const query = new URLSearchParams({
      namespace: nomadNamespace,
      index: String(await this.#nextIndex()),
    });
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
        if (!this.delivering.isLeading) return;
        await this.#take(line);
      }
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
  }

  /** That after the last one; 0 for what Nomad still has. */
  async #nextIndex(): Promise<number> {
    const kept = await this.spool.reply(PLACE, 'index');
    const index = kept?.reply['index'];
    return typeof index === 'number' ? index + 1 : 0;
  }

  async #take(line: string): Promise<void> {
    const value = this.#parsed(line);
    if (!isObject(value)) return;
    if (value['Error'] !== undefined) throw new Error(`Nomad: ${JSON.stringify(value['Error'])}`);
    const { intake, spool } = this;
    const batch = nomadBatch(value, systemClock.nowMs());
    if (batch === undefined) return;
    const { index, events } = batch;
    await intake.accept({ source: 'nomad', events, bytes: line.length });
    const reply = { ...PLACE, key: 'index', reply: { index }, atMs: systemClock.nowMs() };
    await spool.settle({ ...NOTHING, replies: [reply] });
  }

  /** Nothing for a line that cannot be read: waiting for it to become better would hold up all others. */
  #parsed(line: string): unknown {
    try {
      return jsonOf(Buffer.from(line));
    } catch (error) {
      const { observer } = this;
      observer.trouble('nomad.line_unreadable', error);
      observer.dropped('nomad', 'malformed', 1);
      return undefined;
    }
  }
}
