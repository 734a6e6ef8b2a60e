import { GROUP_PREFIX } from '../delivery/keyed-queue.js';
import type { RelayEvent } from '../events/event.js';
import type { Matcher } from './matcher.js';

/** Where events with certain labels go. */
export interface Route {
  /** All must hold. */
  readonly matchers: readonly Matcher[];
  /** The same as they are written. */
  readonly conditions: readonly string[];
  readonly sinks: readonly string[];
  /** Look at the following routes too. */
  readonly goOn: boolean;
  /** Chat messages of events that agree in these labels are sent together. */
  readonly groupBy?: readonly string[];
  readonly groupWaitMs: number;
}

/** A sink that an event goes to, and how it is grouped there. */
export interface Destination {
  readonly sink: string;
  readonly group?: { readonly key: string; readonly waitMs: number };
}

/**
 * The destinations of an event: the first route that matches decides, and those after it as long as
 * they say `continue`. An event that no route matches goes to all sinks.
 */
export function destinations(
  event: RelayEvent,
  routes: readonly Route[],
  sinks: readonly string[],
): readonly Destination[] {
  const found = new Map<string, Destination>();
  for (const route of routes) {
    if (!route.matchers.every((matches) => matches(event.labels))) continue;
    for (const sink of route.sinks) {
      if (!found.has(sink)) found.set(sink, { sink, ...groupOf(event, route) });
    }
    if (!route.goOn) break;
  }
  const matched = routes.some(({ matchers }) => matchers.every((m) => m(event.labels)));
  return matched ? [...found.values()] : sinks.map((sink) => ({ sink }));
}

function groupOf({ labels }: RelayEvent, { groupBy, groupWaitMs }: Route) {
  if (groupBy === undefined) return {};
  const values = groupBy.map((name) => [name, labels[name] ?? '']);
  return { group: { key: GROUP_PREFIX + JSON.stringify(values), waitMs: groupWaitMs } };
}
