import { describe, expect, it } from '@jest/globals';
import { parse } from '@sextant/go-template';
import { Problem } from '@sextant/platform-http/errors';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { SCHEMAS } from '../../contract/schemas.js';
import { viewOf } from '../../events/event-view.js';
import type { RelayEvent } from '../../events/event.js';
import { DEFAULT_TEMPLATES } from '../../templates/default-templates.js';
import { messageTemplate } from '../../templates/message-template.js';
import type { RequestHead } from '../http-source.js';
import { isObject } from '../payload.js';
import { vendorSource, type Schema, type Vendor } from '../vendor.js';
import { VENDORS } from './vendors.js';

const NOW_MS = Date.UTC(2026, 10, 21);
const uses = { textOf: () => Promise.resolve(''), snsTopics: [] };

const headOf = (headers: Readonly<Record<string, string>> = {}): RequestHead => ({
  headerNames: Object.keys(headers),
  header: (name) => headers[name],
  query: () => undefined,
});

const sources = new Map(
  VENDORS.map((vendor: Vendor) => [vendor, vendorSource(vendor, undefined, uses)]),
);

async function eventsOf(vendor: Vendor, body: unknown): Promise<readonly RelayEvent[]> {
  const source = sources.get(vendor)!;
  const head = headOf(vendor.exampleHeaders);
  const given = source.parse?.(Buffer.from(JSON.stringify(body)), head) ?? body;
  const { events } = await source.receive(given, { channel: vendor.name, nowMs: NOW_MS, head });
  return events;
}

type Name = keyof typeof DEFAULT_TEMPLATES;

/** Each is read once, as the relay does. */
const templates = new Map<Name, ReturnType<typeof messageTemplate>>();

function render(name: Name, event: RelayEvent): string {
  const template =
    templates.get(name) ??
    messageTemplate({
      names: [`${name}-message`],
      text: DEFAULT_TEMPLATES[name],
      functions: { env: {}, envNames: [], vars: {}, timeLayout: '2006-01-02T15:04:05Z' },
    });
  templates.set(name, template);
  return template(viewOf(event));
}

const ajv = new Ajv2020({ strict: false });

const copyOf = (value: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

/** A body with nothing but what its schema demands. */
function demanded(value: unknown, schema: Schema): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => demanded(item, (schema['items'] ?? {}) as Schema));
  }
  if (!isObject(value)) return value;
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const first = (schema['anyOf'] as { required: string[] }[] | undefined)
    ?.map(({ required }) => required)
    .find((names) => names.every((name) => Object.hasOwn(value, name)));
  const names = [...((schema['required'] ?? []) as string[]), ...(first ?? [])];
  return Object.fromEntries(
    names.map((name) => [name, demanded(value[name], properties[name] ?? {})]),
  );
}

/** The same with something in each text that a chat would take for a tag. */
function tagged(value: unknown): unknown {
  if (typeof value === 'string') return `${value}<b&`;
  if (Array.isArray(value)) return value.map(tagged);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, tagged(item)]));
}

describe.each(VENDORS.map((vendor) => [vendor.name, vendor as Vendor] as const))(
  'the source %s',
  (_name, vendor) => {
    it('makes events of what its vendor documents, with data as its schema says', async () => {
      const events = await eventsOf(vendor, copyOf(vendor.example));

      expect(events).not.toEqual([]);
      for (const { type, data, key, subject, labels, time } of events) {
        expect(type).toBe(vendor.event);
        ajv.validate(SCHEMAS[type] ?? {}, data);
        expect(ajv.errors).toBeNull();
        expect([key, subject]).not.toContain('');
        expect(labels['source']).toBe(vendor.name);
        expect(Date.parse(time)).not.toBe(NOW_MS);
      }
    });

    it('gives the same id to what is sent again', async () => {
      const [first] = await eventsOf(vendor, copyOf(vendor.example));
      const [again] = await eventsOf(vendor, copyOf(vendor.example));

      expect(first?.id).toMatch(/^[0-9a-f]{32}$/);
      expect(again?.id).toBe(first?.id);
    });

    it('says something of it in each chat', async () => {
      const [event] = await eventsOf(vendor, copyOf(vendor.example));

      for (const name of ['chatbot', 'teamchat', 'workplacechat', 'stdout'] as const) {
        const text = event === undefined ? '' : render(name, event);
        expect(text.trim().length).toBeGreaterThan(10);
        expect(text).not.toMatch(/<no value>|%!|map\[/);
      }
    });

    it('says something of the least that is taken, too', async () => {
      const body = demanded(copyOf(vendor.example), vendor.payload ?? vendor.schema);

      for (const event of await eventsOf(vendor, body)) {
        expect(render('teamchat', event).trim()).not.toBe('');
        expect(render('chatbot', event)).not.toContain('no value');
      }
    });

    it('escapes whatever senders write', async () => {
      const events = await eventsOf(vendor, copyOf(vendor.example));

      for (const event of events) {
        const data = tagged(event.data) as RelayEvent['data'];
        expect(render('chatbot', { ...event, data })).not.toMatch(/<b|&(?!amp;|lt;|gt;|#\d+;)/);
        expect(render('teamchat', { ...event, data })).not.toMatch(/<b|&(?!amp;|lt;|gt;)/);
      }
    });

    it('has a template that Go’s rules take', () => {
      expect(() => parse(vendor.name, vendor.template, { functions: go })).not.toThrow();
    });

    it('refuses what it cannot read, by naming it', async () => {
      const values = fc.oneof(
        fc.jsonValue({ maxDepth: 3 }),
        fc.constantFrom(null, '', 0, -1, [], {}, '__proto__', 1e308, '\0'),
      );
      const change = fc.record({ path: fc.array(fc.nat(30), { maxLength: 4 }), value: values });

      await fc.assert(
        fc.asyncProperty(change, async ({ path, value }) => {
          const body = changed(copyOf(vendor.example), path, value);
          const outcome = await eventsOf(vendor, body).catch((error: unknown) => error);
          if (!Array.isArray(outcome)) expect(outcome).toBeInstanceOf(Problem);
          else for (const event of outcome as RelayEvent[]) render('teamchat', event);
        }),
        { numRuns: 300 },
      );
    });
  },
);

const go = { toUpper: () => '', toJSON: () => '' };

/** Another value somewhere in a body: at the member that the numbers lead to. */
function changed(body: unknown, [index, ...rest]: readonly number[], value: unknown): unknown {
  if (index === undefined || typeof body !== 'object' || body === null) return value;
  const names = Object.keys(body);
  const name = names[index % Math.max(1, names.length)];
  if (name === undefined) return value;
  const inner = (body as Record<string, unknown>)[name];
  const next = changed(inner, rest, value);
  if (Array.isArray(body))
    return body.map((item: unknown, at) => (String(at) === name ? next : item));
  return { ...body, [name]: next };
}
