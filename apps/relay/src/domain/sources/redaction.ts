import { isObject, type JsonObject } from './payload.js';

export const REDACTED = '[redacted]';

/** Kinds whose content is secret or may be, member by member. */
const SECRET_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  Secret: ['data', 'stringData'],
  ConfigMap: ['data', 'binaryData'],
};

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * A copy of a Kubernetes object without what must not reach a chat channel: the data of Secrets and
 * ConfigMaps, the values of environment variables, managed fields, and the annotation in which
 * kubectl keeps all of that once more.
 */
export function redactObject(object: JsonObject, kind: string): JsonObject {
  const members = SECRET_MEMBERS[kind] ?? [];
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      members.includes(name) ? blankValues(value) : redactMember(name, value),
    ]),
  );
}

function blankValues(value: unknown): unknown {
  if (!isObject(value)) return value === null ? null : REDACTED;
  return Object.fromEntries(Object.keys(value).map((name) => [name, REDACTED]));
}

function redactMember(name: string, value: unknown): unknown {
  if (name === 'env' && Array.isArray(value)) return value.map(redactVariable);
  if (name === 'annotations' && isObject(value)) return withoutLastApplied(value);
  if (Array.isArray(value)) return value.map((item) => redactMember('', item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member]) => member !== 'managedFields')
      .map(([member, item]) => [member, redactMember(member, item)]),
  );
}

function redactVariable(variable: unknown): unknown {
  if (!isObject(variable) || variable['value'] === undefined) return variable;
  return { ...variable, value: REDACTED };
}

function withoutLastApplied(annotations: JsonObject): JsonObject {
  const { [LAST_APPLIED]: removed, ...rest } = annotations;
  return removed === undefined ? annotations : rest;
}
