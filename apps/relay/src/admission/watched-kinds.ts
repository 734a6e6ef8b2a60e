import type { RelayEvent } from '../events/event.js';
import { kube, kubeReading } from '../sources/kube.js';
import { at, isObject, textAt, type JsonObject } from '../sources/payload.js';
import { podEvents, problemsOf, type PodProblem } from './pod-problems.js';
import { eventOf } from '../sources/vendor.js';

export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED';

export interface Found {
  readonly events: readonly RelayEvent[];
  /** Why things are passed over. */
  readonly dropped?: readonly string[];
}

/** What a watch makes of one kind of objects. */
export interface WatchedKind {
  readonly name: string;
  /** All that there are now: what has changed since it looked last. */
  listed(objects: readonly JsonObject[], nowMs: number): readonly RelayEvent[];
  changed(type: ChangeType, object: JsonObject, nowMs: number): Found;
  /** What has to be known after a restart, as JSON. */
  state(): unknown;
  restore(state: unknown): void;
}

export interface EventFilter {
  readonly types: readonly string[];
  /** Over the reason. */
  readonly reasons: { test(name: string): boolean } | undefined;
  readonly namespaces: readonly string[];
}

const arrivalAt = (nowMs: number) => ({ channel: 'kubernetes', nowMs });

const isIn = (object: JsonObject, { namespaces }: Pick<EventFilter, 'namespaces'>): boolean =>
  namespaces.length === 0 || namespaces.includes(textAt(object, 'metadata', 'namespace'));

/** Kubernetes' events: each once. One that only counts on is the same one. */
export class WatchedEvents implements WatchedKind {
  readonly name = 'events';
  #newestMs = 0;

  constructor(private readonly filter: EventFilter) {}

  /** After a gap: those that are newer than what was seen last. */
  listed(objects: readonly JsonObject[], nowMs: number): readonly RelayEvent[] {
    const sinceMs = this.#newestMs;
    const newer = objects.filter((object) => createdMs(object) > sinceMs);
    return newer.flatMap((object) => this.changed('ADDED', object, nowMs).events);
  }

  changed(type: ChangeType, object: JsonObject, nowMs: number): Found {
    if (type === 'DELETED') return { events: [] };
    this.#newestMs = Math.max(this.#newestMs, createdMs(object));
    if (type === 'MODIFIED') return { events: [], dropped: ['repeat'] };
    if (!this.#isWanted(object)) return { events: [], dropped: ['filtered'] };
    return { events: [eventOf(kube, kubeReading(object), arrivalAt(nowMs))] };
  }

  state(): unknown {
    return { newestMs: this.#newestMs };
  }

  restore(state: unknown): void {
    const newestMs = at(state, 'newestMs');
    if (typeof newestMs === 'number') this.#newestMs = newestMs;
  }

  #isWanted(object: JsonObject): boolean {
    const { types, reasons } = this.filter;
    const isType = types.length === 0 || types.includes(textAt(object, 'type'));
    return isType && isIn(object, this.filter) && reasons?.test(textAt(object, 'reason')) !== false;
  }
}

const createdMs = (object: JsonObject): number =>
  Date.parse(textAt(object, 'metadata', 'creationTimestamp')) || 0;

/** Pods: what becomes wrong with them, and when it is over. */
export class WatchedPods implements WatchedKind {
  readonly name = 'pods';
  /** By uid, of those with problems only. */
  #known = new Map<
    string,
    { readonly pod: JsonObject; readonly problems: readonly PodProblem[] }
  >();

  constructor(private readonly filter: EventFilter) {}

  listed(objects: readonly JsonObject[], nowMs: number): readonly RelayEvent[] {
    const present = new Set(objects.map((object) => textAt(object, 'metadata', 'uid')));
    const gone = [...this.#known.values()].filter(
      ({ pod }) => !present.has(textAt(pod, 'metadata', 'uid')),
    );
    return [
      ...gone.flatMap(({ pod }) => this.changed('DELETED', pod, nowMs).events),
      ...objects.flatMap((object) => this.changed('MODIFIED', object, nowMs).events),
    ];
  }

  changed(type: ChangeType, pod: JsonObject, nowMs: number): Found {
    if (!isIn(pod, this.filter)) return { events: [] };
    const uid = textAt(pod, 'metadata', 'uid');
    const before = this.#known.get(uid)?.problems ?? [];
    const { reasons } = this.filter;
    const now =
      type === 'DELETED'
        ? []
        : problemsOf(pod).filter(({ reason }) => reasons?.test(reason) !== false);
    if (now.length === 0) this.#known.delete(uid);
    else this.#known.set(uid, { pod: keptOf(pod), problems: now });
    return { events: podEvents({ pod, before, now }, arrivalAt(nowMs)) };
  }

  state(): unknown {
    return { known: [...this.#known] };
  }

  restore(state: unknown): void {
    const known = at(state, 'known');
    if (Array.isArray(known)) this.#known = new Map(known as [string, never][]);
  }
}

/** As much as the notice of its end needs. */
const keptOf = (pod: JsonObject): JsonObject => ({
  metadata: Object.fromEntries(
    ['uid', 'namespace', 'name', 'labels', 'creationTimestamp'].map((name) => [
      name,
      at(pod, 'metadata', name),
    ]),
  ),
  spec: isObject(pod['spec']) ? { nodeName: pod['spec']['nodeName'] } : {},
});
