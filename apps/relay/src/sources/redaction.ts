import { isObject, type JsonObject } from './payload.js';

export const REDACTED = '[redacted]';

/** Kinds whose content is secret or may be, member by member. */
const SECRET_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  Secret: ['data', 'stringData'],
  ConfigMap: ['data', 'binaryData'],
};

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** What is blanked. */
export interface Redaction {
  /** Values of secrets, configuration and environment variables. */
  readonly values: boolean;
  /** What containers run and what somebody runs in them: passwords are often given so. */
  readonly commands: boolean;
}

const COMMANDS: readonly string[] = ['command', 'args'];

/** Lists of names with values: environment variables, and headers of probes, which may authorize. */
const NAMED_VALUES: readonly string[] = ['env', 'httpHeaders'];

/**
 * A copy of a Kubernetes object without what must not reach a chat channel: the data of Secrets and
 * ConfigMaps, the values of environment variables and of probes' headers, managed fields, and the annotation in which
 * kubectl keeps all of that once more.
 */
export function redactObject(object: JsonObject, kind: string, redaction: Redaction): JsonObject {
  const members = redaction.values ? (SECRET_MEMBERS[kind] ?? []) : [];
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      members.includes(name) ? blankValues(value) : redactMember(name, value, redaction),
    ]),
  );
}

function blankValues(value: unknown): unknown {
  if (!isObject(value)) return value === null ? null : REDACTED;
  return Object.fromEntries(Object.keys(value).map((name) => [name, REDACTED]));
}

function redactMember(name: string, value: unknown, redaction: Redaction): unknown {
  if (Array.isArray(value)) return redactList(name, value, redaction);
  if (!isObject(value)) return value;
  if (redaction.values && name === 'annotations') return withoutLastApplied(value);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member]) => !redaction.values || member !== 'managedFields')
      .map(([member, item]) => [member, redactMember(member, item, redaction)]),
  );
}

function redactList(name: string, list: readonly unknown[], redaction: Redaction): unknown {
  if (redaction.values && NAMED_VALUES.includes(name)) return list.map(redactNamedValue);
  if (redaction.commands && COMMANDS.includes(name)) return [REDACTED];
  return list.map((item) => redactMember('', item, redaction));
}

function redactNamedValue(named: unknown): unknown {
  if (!isObject(named) || named['value'] === undefined) return named;
  return { ...named, value: REDACTED };
}

function withoutLastApplied(annotations: JsonObject): JsonObject {
  const { [LAST_APPLIED]: removed, ...rest } = annotations;
  return removed === undefined ? annotations : rest;
}
