import type { RelayEvent } from './event.js';

/** What templates see: the JSON view and, as queue templates have it, the capitalised one. */
export type EventView = Readonly<Record<string, unknown>>;

const views = new WeakMap<RelayEvent, EventView>();

/**
 * The event as templates see it. Chat templates read `.time .channel .type .data .via`; templates of
 * the queue read `.Time .Channel .Type .Data .Via` with members such as `.Data.Labels.alertname`.
 */
export function viewOf(event: RelayEvent): EventView {
  const known = views.get(event);
  if (known !== undefined) return known;
  const { time, channel, type, data, via } = event;
  const view = {
    time,
    channel,
    type,
    data,
    ...(via === undefined ? {} : { via }),
    Time: time,
    Channel: channel,
    Type: type,
    Data: capitalised(data),
    ...(via === undefined ? {} : { Via: via }),
  };
  views.set(event, view);
  return view;
}

/** Names that Go's structs spell otherwise than by their first letter. */
const SPELT: Readonly<Record<string, string>> = { id: 'ID', generatorURL: 'GeneratorURL' };

function capitalised(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      capital(name),
      name === 'user' && typeof value === 'object' && value !== null
        ? capitalised(value as Readonly<Record<string, unknown>>)
        : value,
    ]),
  );
}

const capital = (name: string): string =>
  Object.hasOwn(SPELT, name) ? (SPELT[name] ?? name) : name.charAt(0).toUpperCase() + name.slice(1);
