import type { Schema } from '@sextant/platform-runtime/config';
import { settings } from '../options/config.js';
import { SINK_NAMES } from '../options/structured-options.js';

const PREFIX = 'EVENTS_';

const flagOf = (variable: string): string =>
  (variable.startsWith(PREFIX) ? variable.slice(PREFIX.length) : variable)
    .toLowerCase()
    .replaceAll('_', '-');

const texts = { type: 'array', items: { type: 'string' } } as const;

function optionProperties(schema: Schema): Record<string, object> {
  return Object.fromEntries(
    Object.values(schema).flatMap(({ env, aliases = [], description }) =>
      [env, ...aliases].map((variable) => [
        flagOf(variable),
        {
          description: variable === env ? description : `The same as ${flagOf(env)}.`,
          type: ['string', 'number', 'boolean', 'array'],
          items: { type: ['string', 'number'] },
        },
      ]),
    ),
  );
}

const route = {
  type: 'object',
  additionalProperties: false,
  required: ['sinks'],
  properties: {
    match: { ...texts, description: 'Matchers as in Alertmanager; all must hold.' },
    sinks: { type: 'array', items: { enum: SINK_NAMES } },
    continue: { type: 'boolean', description: 'Look at the following routes too.' },
    group_by: { ...texts, description: 'Labels in which events of one chat message agree.' },
    group_wait_seconds: { type: 'number', minimum: 0, maximum: 3600, default: 5 },
  },
} as const;

const heartbeat = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'match', 'within_seconds'],
  properties: {
    name: { type: 'string' },
    match: { ...texts, minItems: 1, description: 'Matchers as in Alertmanager; all must hold.' },
    within_seconds: { type: 'number', exclusiveMinimum: 0, maximum: 2_592_000 },
  },
} as const;

const target = {
  type: 'string',
  description: 'A sink, sink:target, or on-call:schedule.',
} as const;
const timeOfDay = { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' } as const;

const escalation = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'steps'],
  properties: {
    name: { type: 'string' },
    match: { ...texts, description: 'Matchers as in Alertmanager; all must hold.' },
    steps: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['after_minutes', 'to'],
        properties: {
          after_minutes: { type: 'number', exclusiveMinimum: 0, maximum: 10_080 },
          to: { type: 'array', minItems: 1, items: target },
        },
      },
    },
  },
} as const;

const schedule = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'url', 'people'],
  properties: {
    name: { type: 'string' },
    url: { type: 'string', description: 'Of a calendar (iCalendar).' },
    people: { type: 'object', additionalProperties: target },
  },
} as const;

const quietHours = {
  type: 'object',
  additionalProperties: false,
  required: ['sinks', 'from', 'to'],
  properties: {
    sinks: { type: 'array', items: { enum: SINK_NAMES } },
    ...{ from: timeOfDay, to: timeOfDay },
    timezone: { type: 'string', default: 'UTC' },
    unless: { ...texts, description: 'Matchers of what is sent all the same.' },
  },
} as const;

/** JSON Schema of the configuration file, for editors. */
export const CONFIG_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Configuration of Sextant relay',
  type: 'object',
  additionalProperties: false,
  properties: {
    options: {
      type: 'object',
      additionalProperties: false,
      properties: optionProperties(settings),
    },
    templates: { type: 'object', additionalProperties: { type: 'string' } },
    routes: { type: 'array', items: route },
    heartbeats: { type: 'array', items: heartbeat },
    escalations: { type: 'array', items: escalation },
    schedules: { type: 'array', items: schedule },
    quiet_hours: { type: 'array', items: quietHours },
  },
};
