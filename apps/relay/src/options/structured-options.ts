import type { Kind } from '@sextant/platform-runtime/config';
import { CHANNELS } from '../sinks/channels/channels.js';
import { parseMatcher, type Matcher } from '../routing/matcher.js';
import type { Route } from '../routing/routes.js';
import { aKind, aText } from './names.js';

/** An alert that must keep coming: when it stops, whatever sends it is dead. */
export interface Heartbeat {
  readonly name: string;
  /** All must hold of the labels of a beat. */
  readonly matchers: readonly Matcher[];
  readonly withinMs: number;
}

/** Names of all sinks, as routes name them. */
export const SINK_NAMES: readonly string[] = [
  'stdout',
  'kafka',
  'chatbot',
  'teamchat',
  'workplacechat',
  'webhook',
  ...CHANNELS.map(({ name }) => name),
];

type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A member that is misspelt would be one that is not there: a matcher less is an alert more. */
export function unknownMember(value: Json, members: readonly string[]): string | undefined {
  const unknown = Object.keys(value).find((name) => !members.includes(name));
  return unknown === undefined ? undefined : `has no member ${unknown}`;
}

/** Members of a route in the file, and of `EVENTS_ROUTES`. */
const ROUTE_MEMBERS = ['match', 'sinks', 'continue', 'group_by', 'group_wait_seconds'];
const HEARTBEAT_MEMBERS = ['name', 'match', 'within_seconds'];

/** Why something is no route; nothing when it is one. */
export function routeComplaint(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object';
  const unknown = unknownMember(value, ROUTE_MEMBERS);
  if (unknown !== undefined) return unknown;
  const { match = [], sinks, continue: goOn = false } = value;
  if (!isTexts(sinks) || sinks.some((sink) => !SINK_NAMES.includes(sink))) {
    return `sinks must be a list of ${SINK_NAMES.join(', ')}`;
  }
  if (typeof goOn !== 'boolean') return 'continue must be true or false';
  return isTexts(match)
    ? (matcherComplaint(match) ?? groupComplaint(value))
    : 'match must be a list';
}

export function matcherComplaint(match: readonly string[]): string | undefined {
  try {
    match.forEach((text) => parseMatcher(text));
    return undefined;
  } catch (error) {
    return `match: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function groupComplaint({ group_by: by, group_wait_seconds: seconds = 5 }: Json) {
  if (by !== undefined && !isTexts(by)) return 'group_by must be a list of labels';
  const isCount = typeof seconds === 'number' && seconds >= 0 && seconds <= 3600;
  return isCount ? undefined : 'group_wait_seconds must be a number from 0 to 3600';
}

function toRoute(value: Json): Route {
  const { match = [], sinks, continue: goOn = false, group_by: groupBy } = value;
  return {
    matchers: (match as string[]).map((text) => parseMatcher(text)),
    conditions: match as string[],
    sinks: sinks as string[],
    goOn: goOn as boolean,
    ...(groupBy === undefined ? {} : { groupBy: groupBy as string[] }),
    groupWaitMs: ((value['group_wait_seconds'] as number | undefined) ?? 5) * 1000,
  };
}

const routes: Kind<readonly Route[]> = {
  expected: 'a JSON list of routes',
  parse: (text) => {
    const value = parseJson(text);
    if (!Array.isArray(value)) return undefined;
    if (value.some((item) => routeComplaint(item) !== undefined)) return undefined;
    return (value as Json[]).map(toRoute);
  },
};

/** Why something is no heartbeat; nothing when it is one. */
export function heartbeatComplaint(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object';
  const unknown = unknownMember(value, HEARTBEAT_MEMBERS);
  if (unknown !== undefined) return unknown;
  const { name, match, within_seconds: seconds } = value;
  if (typeof name !== 'string' || name === '') return 'name must be a text';
  if (!isTexts(match) || match.length === 0) return 'match must be a list of matchers';
  const isCount = typeof seconds === 'number' && seconds > 0 && seconds <= 30 * 86_400;
  return isCount ? matcherComplaint(match) : 'within_seconds must be a number of seconds';
}

const heartbeats: Kind<readonly Heartbeat[]> = {
  expected: 'a JSON list of heartbeats',
  parse: (text) => {
    const value = parseJson(text);
    if (!Array.isArray(value)) return undefined;
    if (value.some((item) => heartbeatComplaint(item) !== undefined)) return undefined;
    return (value as Json[]).map((item) => ({
      name: item['name'] as string,
      matchers: (item['match'] as string[]).map((matcher) => parseMatcher(matcher)),
      withinMs: (item['within_seconds'] as number) * 1000,
    }));
  },
};

const templates: Kind<Readonly<Record<string, string>>> = {
  expected: 'a JSON object of texts',
  parse: (text) => {
    const value = parseJson(text);
    const isValid = isObject(value) && Object.values(value).every((t) => typeof t === 'string');
    return isValid ? (value as Record<string, string>) : undefined;
  },
};

export const fileOptions = {
  configFile: aText({
    name: 'CONFIG',
    description: 'YAML file with options, templates and routes; SIGHUP reads it again.',
    example: '/etc/relay/relay.yaml',
  }),
  templates: aKind(
    {
      name: 'TEMPLATES',
      description: 'Templates by name, as JSON; templates of the file.',
      example: '{"short": "{{ .type }}"}',
    },
    templates,
  ),
  routes: aKind(
    {
      name: 'ROUTES',
      description: 'Which events go to which sinks, as JSON; routes of the file.',
      example: '[{"match": ["severity=\\"critical\\""], "sinks": ["chatbot"]}]',
    },
    routes,
  ),
  heartbeats: aKind(
    {
      name: 'HEARTBEATS',
      description: 'Alerts that must keep coming, as JSON; heartbeats of the file.',
      example:
        '[{"name": "Prometheus", "match": ["alertname=\\"Watchdog\\""], "within_seconds": 300}]',
    },
    heartbeats,
  ),
};
