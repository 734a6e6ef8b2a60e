import type { RelayEvent } from '../events/event.js';
import type { Arrival, PlainHttpSource } from '../sources/http-source.js';
import { jsonPatch } from '../sources/json-patch.js';
import { BODY_LIMITS } from '../sources/json-body.js';
import { invalid, isObject, objectAt, textOr, type JsonObject } from '../sources/payload.js';
import type { RelayConfig } from '../options/config.js';
import { redactObject, type Redaction } from '../sources/redaction.js';

/** The kinds of spec 3, part 2.C; reviews of others are acknowledged only. */
export const RELAYED_KINDS: ReadonlySet<string> = new Set([
  'Namespace',
  'Node',
  'ReplicaSet',
  'StatefulSet',
  'DaemonSet',
  'Secret',
  'Ingress',
  'CronJob',
  'Job',
  'ConfigMap',
  'Role',
  'Deployment',
  'Service',
  'Pod',
]);

/** Maps, since senders choose what is looked up: objects know `constructor` and `__proto__`. */
const OPERATIONS: ReadonlyMap<string, string> = new Map([
  ['CREATE', 'Create'],
  ['UPDATE', 'Update'],
  ['DELETE', 'Delete'],
  ['CONNECT', 'Connect'],
]);

/** As deep as Go's encoding/json writes and reads: whoever waits for an API server has done nothing wrong. */
const REVIEW_LIMITS = {
  ...{ depth: 10_000, values: 2_000_000, members: 1_000_000 },
  // Of a ConfigMap, which etcd takes up to 1.5 MiB.
  membersOfOne: 200_000,
};

type AdmissionConfig = Pick<RelayConfig, 'redact' | 'redactCommands'> &
  Partial<Pick<RelayConfig, 'k8sAnswerMs'>>;

/**
 * Admission reviews, `admission.k8s.io/v1` and `v1beta1`. Every review is allowed: the relay watches
 * and never decides. A review tells what was requested, not what came to be: a later webhook may
 * still refuse it.
 */
export const admissionSource = ({
  redact: values,
  redactCommands: commands,
  k8sAnswerMs: answerWithinMs,
}: AdmissionConfig): PlainHttpSource => ({
  name: 'k8s',
  limits: REVIEW_LIMITS,
  // The API server waits for the answer while somebody's `kubectl` hangs: stored or not, it is given then.
  ...(answerWithinMs === undefined ? {} : { answerWithinMs }),
  receive(body, arrival) {
    const review = objectAt(body, 'The body');
    const request = objectAt(review['request'], 'request');
    const uid = request['uid'];
    if (typeof uid !== 'string' || uid === '') invalid('request.uid must be a string.');
    const answer = { ...versionOf(review), response: { uid, allowed: true } };
    const reason = whyNotRelayed(request);
    if (reason !== undefined) return { events: [], dropped: { [reason]: 1 }, answer };
    try {
      requireShallow(request);
      const events = [admissionEvent({ request, uid, redaction: { values, commands } }, arrival)];
      return { events, dropped: {}, answer };
    } catch {
      // Whoever waits for this answer has done nothing wrong: counted, and allowed.
      return { events: [], dropped: { unreadable: 1 }, answer };
    }
  },
});

/** @throws {Problem} `invalid_payload` for what is nested deeper than other bodies may be */
function requireShallow(value: unknown): void {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > BODY_LIMITS.depth) invalid('The request is nested too deep.');
    level = level.flatMap((item): unknown[] =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
  }
}

/** API servers refuse an answer to v1 without them; the specification shows it without. */
function versionOf({ apiVersion, kind }: JsonObject): JsonObject {
  return {
    ...(typeof apiVersion === 'string' ? { apiVersion } : {}),
    ...(typeof kind === 'string' ? { kind } : {}),
  };
}

function whyNotRelayed(request: JsonObject): string | undefined {
  if (request['dryRun'] === true) return 'dry_run';
  if (operationOf(request) === undefined) return 'operation';
  return kindOf(request) === undefined ? 'kind' : undefined;
}

/**
 * The kind as the specification lists it. A sub-resource comes with a kind of its own, such as
 * Scale for deployments/scale: then the resource tells what it belongs to.
 */
function kindOf(request: JsonObject): string | undefined {
  const kind = isObject(request['kind']) ? textOr(request['kind']['kind'], '') : '';
  if (RELAYED_KINDS.has(kind)) return kind;
  const resource = isObject(request['resource']) ? textOr(request['resource']['resource'], '') : '';
  return textOr(request['subResource'], '') === '' ? undefined : KIND_OF_RESOURCE.get(resource);
}

const KIND_OF_RESOURCE: ReadonlyMap<string, string> = new Map([
  ...[...RELAYED_KINDS].map((kind) => [`${kind.toLowerCase()}s`, kind] as const),
  ['ingresses', 'Ingress'],
]);

const operationOf = (request: JsonObject): string | undefined =>
  OPERATIONS.get(textOr(request['operation'], ''));

interface Review {
  readonly request: JsonObject;
  readonly uid: string;
  readonly redaction: Redaction;
}

function admissionEvent({ request, uid, redaction }: Review, arrival: Arrival): RelayEvent {
  const kind = kindOf(request) ?? '';
  const operation = operationOf(request) ?? '';
  const namespace = textOr(request['namespace'], '');
  const name = nameOf(request);
  // A namespace is in itself, as the API server has it; its place is its name alone.
  const location = namespace === '' || kind === 'Namespace' ? name : `${namespace}.${name}`;
  const subResource = textOr(request['subResource'], '');
  return {
    id: uid,
    source: 'k8s',
    channel: arrival.channel,
    type: 'K8sEvent',
    eventType: eventTypeOf(kind, subResource, operation),
    key: `${namespace}/${kind}/${name}`,
    subject: namespace === '' ? name : `${namespace}/${name}`,
    time: new Date(arrival.nowMs).toISOString(),
    receivedMs: arrival.nowMs,
    labels: {
      ...{ source: 'k8s', kind, operation, namespace, name },
      ...{ subresource: subResource, user: userOf(request).name },
    },
    data: {
      kind,
      location,
      operation,
      namespace,
      ...(subResource === '' ? {} : { subResource }),
      ...objectsOf({ request, kind, redaction }),
      user: userOf(request),
    },
    ...(arrival.traceparent === undefined ? {} : { traceparent: arrival.traceparent }),
  };
}

/** `pods/eviction` is no pod that is made. What it is called may be anything: only its letters count. */
function eventTypeOf(kind: string, subResource: string, operation: string): string {
  const parts = [kind, subResource.replaceAll(/[^a-zA-Z0-9]/g, '').slice(0, 63), operation];
  const words = parts.filter((part) => part !== '').map((part) => part.toLowerCase());
  return `org.sextant.relay.k8s.${words.join('.')}.v1`;
}

/** The name is not known yet when the server is to generate it: then what it begins with. */
function nameOf(request: JsonObject): string {
  const given = textOr(request['name'], '');
  if (given !== '') return given;
  const metadata = [request['object'], request['oldObject']]
    .filter(isObject)
    .map((object) => object['metadata'])
    .find(isObject);
  return textOr(metadata?.['name'], textOr(metadata?.['generateName'], ''));
}

function userOf({ userInfo }: JsonObject): { readonly id: string; readonly name: string } {
  const user = isObject(userInfo) ? userInfo : {};
  return { id: textOr(user['uid'], ''), name: textOr(user['username'], '') };
}

interface Objects {
  readonly request: JsonObject;
  readonly kind: string;
  readonly redaction: Redaction;
}

/** `object` is null when something is deleted, `oldObject` when it is made. */
function objectsOf({ request, kind, redaction }: Objects): JsonObject {
  const shown = (value: unknown) => {
    if (!isObject(value)) return undefined;
    return redactObject(value, kind, redaction);
  };
  const older = shown(request['oldObject']);
  const newer = shown(request['object']);
  const object = {
    ...(older === undefined ? {} : { old: older }),
    ...(newer === undefined ? {} : { new: newer }),
  };
  if (older === undefined || newer === undefined) return { object };
  return { object, patch: jsonPatch(older, newer) };
}
