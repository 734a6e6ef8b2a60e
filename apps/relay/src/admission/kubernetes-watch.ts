import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@sextant/platform-runtime/clock';
import type { RelayEvent } from '../events/event.js';
import type { Intake } from '../intake/intake.js';
import type { Observer } from '../observability/observer.js';
import type { Spool } from '../spool/spool.js';
import { isObject, textAt, type JsonObject } from '../sources/payload.js';
import type { ChangeType, Found, WatchedKind } from './watched-kinds.js';
import { KubernetesError, type KubernetesApi } from './kubernetes-api.js';

export interface KubernetesWatchUses {
  readonly api: KubernetesApi;
  readonly intake: Pick<Intake, 'accept'>;
  readonly spool: Pick<Spool, 'reply' | 'settle'>;
  readonly observer: Observer;
  readonly clock: Clock;
  /** Where replicas share the spool one of them watches. */
  readonly isLeading: () => boolean;
}

const PAGE = '500';
/** The server ends a watch after so long; then the next one begins where it was. */
const WATCH_SECONDS = '290';
/** A connection that is dead says nothing, not even that it ends. */
const SILENT_MS = 320_000;
const AGAIN_MS = 1000;
/** Where it is is noted down so often at least, and with each thing that is found. */
const NOTE_MS = 1000;
const GONE = 410;

/**
 * Watches one kind of objects. Where it is stands in the spool after what it found is stored there: a
 * crash tells some of it twice, with the same ids, and nothing is missed as long as the API server knows
 * that place. When it does not any more (410), the list says what is.
 */
export class KubernetesWatch {
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;
  #version: string | undefined;
  #mustList = false;
  #notedMs = 0;

  constructor(
    readonly kind: WatchedKind,
    private readonly path: string,
    private readonly uses: KubernetesWatchUses,
  ) {}

  start(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { observer, isLeading } = this.uses;
    while (!this.#isOver()) {
      try {
        if (isLeading()) await this.#turn();
      } catch (error) {
        if (this.#isOver()) return;
        this.#mustList ||= error instanceof KubernetesError && error.status === GONE;
        observer.trouble('kubernetes.watch_failed', error);
      }
      await this.#rest();
    }
  }

  #isOver(): boolean {
    return this.#ending.signal.aborted;
  }

  async #rest(): Promise<void> {
    await pause(AGAIN_MS, undefined, { ref: false, signal: this.#ending.signal }).catch(
      () => undefined, // the end of it all
    );
  }

  async #turn(): Promise<void> {
    await this.#resume();
    if (this.#version === undefined || this.#mustList) await this.#list();
    this.#mustList = false;
    const query = {
      allowWatchBookmarks: 'true',
      resourceVersion: this.#version ?? '0',
      timeoutSeconds: WATCH_SECONDS,
    };
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(SILENT_MS)]);
    for await (const change of this.uses.api.watch(this.path, query, signal)) {
      if (!this.uses.isLeading()) return;
      await this.#take(change);
    }
  }

  /** Another replica may have gone on meanwhile. */
  async #resume(): Promise<void> {
    const kept = await this.uses.spool.reply(this.#place, this.path);
    const { version, state } = kept?.reply ?? {};
    if (typeof version !== 'string') return;
    this.#version = version;
    this.kind.restore(state);
  }

  /** What is there is no news at the first look; after a gap it is compared with what was known. */
  async #list(): Promise<void> {
    const isFirst = this.#version === undefined;
    const { objects, version } = await this.#all();
    const events = this.kind.listed(objects, this.uses.clock.nowMs());
    await this.#store(isFirst ? [] : events, version);
  }

  async #all(): Promise<{ readonly objects: readonly JsonObject[]; readonly version: string }> {
    const objects: JsonObject[] = [];
    let next = '';
    for (;;) {
      const query = { limit: PAGE, ...(next === '' ? {} : { continue: next }) };
      const page = await this.uses.api.page(this.path, query);
      const { items } = page;
      objects.push(...(Array.isArray(items) ? items : []).filter(isObject));
      next = textAt(page, 'metadata', 'continue');
      if (next === '') return { objects, version: textAt(page, 'metadata', 'resourceVersion') };
    }
  }

  async #take({ type, object }: JsonObject): Promise<void> {
    if (type === 'ERROR') throw new KubernetesError(Number(textAt(object, 'code')));
    const version = textAt(object, 'metadata', 'resourceVersion');
    if (!isObject(object) || version === '') return;
    const found = isChange(type)
      ? this.kind.changed(type, object, this.uses.clock.nowMs())
      : NOTHING;
    for (const reason of found.dropped ?? []) this.uses.observer.dropped('kubernetes', reason, 1);
    const nowMs = this.uses.clock.monotonicMs();
    this.#version = version;
    if (found.events.length === 0 && nowMs - this.#notedMs < NOTE_MS) return;
    this.#notedMs = nowMs;
    await this.#store(found.events, version);
  }

  async #store(events: readonly RelayEvent[], version: string): Promise<void> {
    const bytes = events.length === 0 ? 0 : JSON.stringify(events).length;
    await this.uses.intake.accept({ source: 'kubernetes', events, bytes });
    this.#version = version;
    const reply = { version, state: this.kind.state() };
    const cursor = { ...this.#place, key: this.path, reply, atMs: this.uses.clock.nowMs() };
    const nothing = { done: [], retries: [], deadLetters: [], events: [] };
    await this.uses.spool.settle({ ...nothing, replies: [cursor] });
  }

  get #place() {
    return { sink: 'kubernetes', target: this.kind.name };
  }
}

const NOTHING: Found = { events: [] };

const isChange = (type: unknown): type is ChangeType =>
  type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED';
