import { eventId, type RelayEvent } from '../events/event.js';
import type { Arrival } from '../sources/http-source.js';
import { at, isObject, textAt, type JsonObject } from '../sources/payload.js';
import { object, text } from '../sources/schema.js';
import { eventOf, type Reading } from '../sources/vendor.js';

/** What keeps a container from running ("Container states"): it is over when the state is another one. */
const WAITING: ReadonlySet<string> = new Set([
  ...['CrashLoopBackOff', 'ImagePullBackOff', 'ErrImagePull', 'InvalidImageName'],
  ...['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError'],
]);

/** One thing that is wrong with a pod, as it is kept from one look at it to the next. */
export interface PodProblem {
  /** The container; empty for the pod itself. */
  readonly container: string;
  readonly reason: string;
  readonly message: string;
  readonly restarts: number;
}

/** Everything that is wrong with it now. */
export function problemsOf(pod: JsonObject): readonly PodProblem[] {
  const statuses = [
    at(pod, 'status', 'initContainerStatuses'),
    at(pod, 'status', 'containerStatuses'),
  ];
  const containers = statuses.flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  return [...ofPod(pod), ...containers.filter(isObject).flatMap((status) => ofContainer(status))];
}

function ofPod(pod: JsonObject): readonly PodProblem[] {
  if (textAt(pod, 'status', 'phase') !== 'Failed') return [];
  const reason = textAt(pod, 'status', 'reason') || 'Failed';
  return [{ container: '', reason, message: textAt(pod, 'status', 'message'), restarts: 0 }];
}

function ofContainer(status: JsonObject): readonly PodProblem[] {
  const container = textAt(status, 'name');
  const restarts = Number(status['restartCount'] ?? 0);
  const waiting = textAt(status, 'state', 'waiting', 'reason');
  const ended = at(status, 'state', 'terminated') ?? at(status, 'lastState', 'terminated');
  const killed = textAt(ended, 'reason') === 'OOMKilled';
  return [
    ...(WAITING.has(waiting)
      ? [
          {
            container,
            reason: waiting,
            message: textAt(status, 'state', 'waiting', 'message'),
            restarts,
          },
        ]
      : []),
    ...(killed ? [{ container, reason: 'OOMKilled', message: '', restarts }] : []),
  ];
}

export interface PodChange {
  readonly pod: JsonObject;
  readonly before: readonly PodProblem[];
  readonly now: readonly PodProblem[];
}

/** Events of what has become wrong with a pod, and of what is over. */
export function podEvents(
  { pod, before, now }: PodChange,
  arrival: Arrival,
): readonly RelayEvent[] {
  const has = (list: readonly PodProblem[], one: PodProblem) =>
    list.some((other) => nameOf(other) === nameOf(one));
  return [
    ...now.filter((one) => !has(before, one)).map((one) => readingOf(pod, one, 'firing')),
    ...before.filter((one) => !has(now, one)).map((one) => readingOf(pod, one, 'resolved')),
  ].map((reading) => eventOf({ name: 'kubernetes', event: 'PodEvent' }, reading, arrival));
}

/** Killed again is a new problem; a loop that goes on is the same one. */
const nameOf = ({ container, reason, restarts }: PodProblem): string =>
  reason === 'OOMKilled' ? `${container} ${reason} ${restarts}` : `${container} ${reason}`;

function readingOf(pod: JsonObject, problem: PodProblem, status: 'firing' | 'resolved'): Reading {
  const [namespace, name] = [textAt(pod, 'metadata', 'namespace'), textAt(pod, 'metadata', 'name')];
  const { container, reason, message, restarts } = problem;
  const uid = textAt(pod, 'metadata', 'uid');
  const fingerprint = eventId('pod', uid, nameOf(problem)).slice(0, 16);
  return {
    what: `pod.${reason}.${status}`,
    key: fingerprint,
    subject: `${namespace}/${name}`,
    id: [uid, nameOf(problem), status, String(restarts)].join(' '),
    labels: {
      ...{ alertname: reason, kind: 'Pod', namespace, name, container, reason, status },
      ...{ node: textAt(pod, 'spec', 'nodeName'), severity: 'warning' },
    },
    data: {
      ...{ kind: 'Pod', location: `${namespace}.${name}`, namespace, name, container },
      ...{ reason, message, restarts, status, node: textAt(pod, 'spec', 'nodeName') },
      labels: at(pod, 'metadata', 'labels') ?? {},
    },
    alert: { fingerprint, status, startsAt: textAt(pod, 'metadata', 'creationTimestamp') },
  };
}

export const POD_SCHEMA = object(
  {
    ...{ kind: text, location: text, namespace: text, name: text, container: text, reason: text },
    ...{ message: text, restarts: { type: 'number' }, node: text },
    status: { enum: ['firing', 'resolved'] },
    labels: { type: 'object' },
  },
  ['kind', 'location', 'namespace', 'name', 'reason', 'status', 'restarts'],
);
