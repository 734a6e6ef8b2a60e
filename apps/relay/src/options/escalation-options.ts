import type { Kind } from '@sextant/platform-runtime/config';
import {
  escalationTarget,
  type EscalationPolicy,
  type EscalationStep,
  type EscalationTarget,
  type Schedule,
} from './escalation-policy.js';
import { parseMatcher } from '../routing/matcher.js';
import type { QuietHours } from '../routing/quiet-hours.js';
import { timeOfDay, zone } from './action-options.js';
import { aKind, webAddress } from './names.js';
import {
  isObject,
  isTexts,
  matcherComplaint,
  parseJson,
  SINK_NAMES,
  unknownMember,
} from './structured-options.js';

type Json = Readonly<Record<string, unknown>>;

/** A week: what waits longer than that is forgotten before it is due. */
const MAX_MINUTES = 7 * 24 * 60;

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

function targetComplaint(text: string): string | undefined {
  const target = escalationTarget(text);
  if (target === undefined) return `${text} is no sink, sink:target or on-call:schedule`;
  if (target.kind === 'on-call' || SINK_NAMES.includes(target.sink)) return undefined;
  return `${text}: there is no sink ${target.sink}`;
}

function stepComplaint(step: unknown): string | undefined {
  if (!isObject(step)) return 'steps must be objects';
  const unknown = unknownMember(step, ['after_minutes', 'to']);
  if (unknown !== undefined) return `a step ${unknown}`;
  const { after_minutes: minutes, to } = step;
  const isTime = typeof minutes === 'number' && minutes > 0 && minutes <= MAX_MINUTES;
  if (!isTime) return `after_minutes must be a number up to ${MAX_MINUTES}`;
  if (!isTexts(to) || to.length === 0) return 'to must be a list of targets';
  return to.map(targetComplaint).find((complaint) => complaint !== undefined);
}

/** Why something is no escalation policy; nothing when it is one. */
export function escalationComplaint(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object';
  const unknown = unknownMember(value, ['name', 'match', 'steps']);
  if (unknown !== undefined) return unknown;
  const { name, match = [], steps } = value;
  if (!isName(name)) return 'name must be a text';
  if (!isTexts(match)) return 'match must be a list of matchers';
  if (!Array.isArray(steps) || steps.length === 0) return 'steps must be a list';
  return (
    matcherComplaint(match) ??
    (steps as unknown[]).map(stepComplaint).find((complaint) => complaint !== undefined)
  );
}

/** Why something is no schedule; nothing when it is one. */
export function scheduleComplaint(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object';
  const unknown = unknownMember(value, ['name', 'url', 'people']);
  if (unknown !== undefined) return unknown;
  const { name, url, people } = value;
  if (!isName(name)) return 'name must be a text';
  if (typeof url !== 'string' || webAddress.parse(url) === undefined) {
    return `url must be ${webAddress.expected}`;
  }
  if (!isObject(people) || !isTexts(Object.values(people))) return 'people must be targets by name';
  return (Object.values(people) as string[])
    .map((text) =>
      text.startsWith('on-call:') ? 'people are told at sinks' : targetComplaint(text),
    )
    .find((complaint) => complaint !== undefined);
}

function hoursComplaint({ from, to, timezone = 'UTC' }: Json): string | undefined {
  const isTime = (text: unknown) => typeof text === 'string' && timeOfDay.parse(text) !== undefined;
  if (!isTime(from) || !isTime(to) || from === to) return 'from and to must be times such as 22:00';
  const isZone = typeof timezone === 'string' && zone.parse(timezone) !== undefined;
  return isZone ? undefined : `timezone must be ${zone.expected}`;
}

/** Why something is no quiet time; nothing when it is one. */
export function quietComplaint(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object';
  const unknown = unknownMember(value, ['sinks', 'from', 'to', 'timezone', 'unless']);
  if (unknown !== undefined) return unknown;
  const { sinks, unless = [] } = value;
  if (!isTexts(sinks) || sinks.some((sink) => !SINK_NAMES.includes(sink))) {
    return `sinks must be a list of ${SINK_NAMES.join(', ')}`;
  }
  const complaint = hoursComplaint(value);
  if (complaint !== undefined) return complaint;
  return isTexts(unless) ? matcherComplaint(unless) : 'unless must be a list of matchers';
}

const listOf = <T>(
  expected: string,
  complaintOf: (item: unknown) => string | undefined,
  made: (item: Json) => T,
): Kind<readonly T[]> => ({
  expected,
  parse: (text) => {
    const value = parseJson(text);
    if (!Array.isArray(value)) return undefined;
    if (value.some((item) => complaintOf(item) !== undefined)) return undefined;
    return (value as Json[]).map(made);
  },
});

const matchersOf = (value: unknown) => (value as string[]).map((text) => parseMatcher(text));

const targetOf = (text: string): EscalationTarget =>
  escalationTarget(text) ?? { kind: 'sink', sink: text };

const toPolicy = (item: Json): EscalationPolicy => ({
  name: item['name'] as string,
  matchers: matchersOf(item['match'] ?? []),
  steps: (item['steps'] as Json[])
    .map((step): EscalationStep => ({
      // Whole: databases compare it with whole ones.
      afterMs: Math.round((step['after_minutes'] as number) * 60_000),
      to: (step['to'] as string[]).map(targetOf),
    }))
    .toSorted((a, b) => a.afterMs - b.afterMs),
});

const toSchedule = (item: Json): Schedule => ({
  name: item['name'] as string,
  url: item['url'] as string,
  people: Object.fromEntries(
    Object.entries(item['people'] as Record<string, string>).map(([person, text]) => [
      person,
      targetOf(text),
    ]),
  ),
});

const toQuiet = (item: Json): QuietHours => ({
  sinks: item['sinks'] as string[],
  from: item['from'] as string,
  to: item['to'] as string,
  zone: (item['timezone'] as string | undefined) ?? 'UTC',
  unless: item['unless'] === undefined ? undefined : matchersOf(item['unless']),
});

export const escalationOptions = {
  escalations: aKind(
    {
      name: 'ESCALATIONS',
      description:
        'Who is told next when nobody acknowledges an alert, as JSON; escalations of the file.',
      example:
        '[{"name": "db", "match": ["team=\\"db\\""], "steps": [{"after_minutes": 10, "to": ["on-call:primary"]}]}]',
    },
    listOf('a JSON list of escalations', escalationComplaint, toPolicy),
  ),
  schedules: aKind(
    {
      name: 'SCHEDULES',
      description: 'On-call schedules by iCalendar URL, as JSON; schedules of the file.',
      example:
        '[{"name": "primary", "url": "https://calendar.example/x.ics", "people": {"Anna": "chatbot:1234"}}]',
      secret: true,
    },
    listOf('a JSON list of schedules', scheduleComplaint, toSchedule),
  ),
  quietHours: aKind(
    {
      name: 'QUIET_HOURS',
      description:
        'Hours in which sinks get nothing but what must not wait, as JSON; quiet_hours of the file.',
      example:
        '[{"sinks": ["teamchat"], "from": "22:00", "to": "07:00", "timezone": "Europe/Berlin"}]',
    },
    listOf('a JSON list of quiet hours', quietComplaint, toQuiet),
  ),
};
