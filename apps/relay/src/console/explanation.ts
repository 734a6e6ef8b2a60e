import { compose } from '../routing/composition.js';
import type { RelayEvent } from '../events/event.js';
import type { Routing } from '../routing/plan.js';
import { destinations, type Destination } from '../routing/routes.js';
import type { Sink } from '../delivery/sink.js';

export interface ExplainedRoute {
  readonly conditions: readonly { readonly text: string; readonly holds: boolean }[];
  readonly matches: boolean;
  /** Whether it was looked at: one before it may have decided. */
  readonly isReached: boolean;
  readonly goesOn: boolean;
  readonly sinks: readonly string[];
  readonly groupBy: readonly string[];
}

export interface ExplainedDelivery {
  readonly sink: string;
  /** Without its secrets. */
  readonly target: string;
  readonly group: string | undefined;
  readonly message: string | undefined;
  /** Why there is no message. */
  readonly reason: string | undefined;
}

export interface Explanation {
  readonly routes: readonly ExplainedRoute[];
  /** No route matches: it goes to all sinks. */
  readonly isUnmatched: boolean;
  readonly deliveries: readonly ExplainedDelivery[];
}

/** Where an event would go now, and why; nothing is sent. Duplicates and limits are not looked at. */
export function explained(event: RelayEvent, routing: Routing, nowMs: number): Explanation {
  const routes = explainedRoutes(event, routing);
  const wanted = destinations(event, routing.routes, [...routing.sinks.keys()]);
  return {
    routes,
    isUnmatched: routes.every(({ matches }) => !matches),
    deliveries: wanted.flatMap((destination) => {
      const sink = routing.sinks.get(destination.sink);
      return sink === undefined ? [] : deliveriesOf({ sink, destination, event, nowMs });
    }),
  };
}

function explainedRoutes({ labels }: RelayEvent, { routes }: Routing): readonly ExplainedRoute[] {
  let isReached = true;
  return routes.map(({ matchers, conditions, goOn, sinks, groupBy = [] }) => {
    const holding = matchers.map((holds) => holds(labels));
    const matches = holding.every(Boolean);
    const route = {
      conditions: conditions.map((text, index) => ({ text, holds: holding[index] ?? false })),
      ...{ matches, isReached, sinks, groupBy },
      goesOn: goOn,
    };
    if (matches && !goOn) isReached = false;
    return route;
  });
}

interface Wanted {
  readonly sink: Sink;
  readonly destination: Destination;
  readonly event: RelayEvent;
  readonly nowMs: number;
}

function deliveriesOf({ sink, destination, event, nowMs }: Wanted): readonly ExplainedDelivery[] {
  const place = { sink: sink.name, group: destination.group?.key };
  try {
    return [...new Set(sink.targets(event))].map((target) => ({
      ...place,
      target: sink.label(target),
      ...messageOf(sink, { target, event, nowMs }),
    }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ ...place, target: '', message: undefined, reason }];
  }
}

function messageOf(
  sink: Sink,
  { target, event, nowMs }: Pick<Wanted, 'event' | 'nowMs'> & { readonly target: string },
) {
  const place = { id: 0, seq: 0, attempts: 0, notBeforeMs: 0, key: event.key };
  const delivery = { ...place, sink: sink.name, target, event };
  const { messages, unsent } = compose(sink, [delivery], nowMs);
  const why = unsent[0]?.why;
  const reason = why?.kind === 'dead' ? why.reason : why?.kind;
  return { message: messages[0]?.text, reason };
}
