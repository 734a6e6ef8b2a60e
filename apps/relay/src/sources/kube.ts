import { sharedSecret } from './authentication.js';
import { textAt, timeOfText, type JsonObject } from './payload.js';
import { object, text, textOrEmpty } from './schema.js';
import { vendor, type Reading } from './vendor.js';

/**
 * Kubernetes' events as kubernetes-event-exporter posts them, or as the relay's own watch reads them.
 * The upstream tool has the data as `type, source, reason, location, message, object`.
 */
export const kube = vendor({
  name: 'kube',
  title: 'Kubernetes events (kubernetes-event-exporter)',
  event: 'KubeEvent',
  authentication: sharedSecret(),
  schema: object(
    {
      type: textOrEmpty,
      source: textOrEmpty,
      reason: text,
      location: text,
      message: textOrEmpty,
      object: { type: 'object' },
      count: { type: 'number' },
    },
    ['reason', 'location'],
  ),
  payload: object(
    {
      metadata: object({ namespace: textOrEmpty, name: text }, ['name']),
      involvedObject: { type: 'object' },
      reason: text,
      message: textOrEmpty,
      type: textOrEmpty,
    },
    ['metadata', 'involvedObject', 'reason'],
  ),
  key: 'namespace/kind/name of the object.',
  example: {
    metadata: {
      name: 'web-1.17a3c1d7e0c8a1f4',
      namespace: 'shop',
      uid: '7bf7a2a0-6f3e-43c1-9f4e-5a1f5a7b9b10',
      resourceVersion: '1211',
    },
    reason: 'BackOff',
    message: 'Back-off restarting failed container web in pod web-1_shop',
    source: { component: 'kubelet', host: 'node-1' },
    firstTimestamp: '2026-11-21T07:03:23Z',
    lastTimestamp: '2026-11-21T07:08:02Z',
    count: 5,
    type: 'Warning',
    involvedObject: {
      kind: 'Pod',
      namespace: 'shop',
      name: 'web-1',
      uid: '0a1a5a3e-0a9e-4a54-8d6c-2a5a1b7ce8f1',
      apiVersion: 'v1',
      labels: { app: 'web' },
    },
  },
  template: '{{ .data.type }} {{ .data.reason }} {{ .data.location }}: {{ .data.message }}',
  read: (body) => [kubeReading(body)],
});

/** Of an event of the core API. */
export function kubeReading(event: JsonObject): Reading {
  const involved = event['involvedObject'];
  const namespace = textAt(involved, 'namespace') || textAt(event, 'metadata', 'namespace');
  const kind = textAt(involved, 'kind');
  const name = textAt(involved, 'name');
  const reason = textAt(event, 'reason');
  const type = textAt(event, 'type');
  const component = textAt(event, 'source', 'component') || textAt(event, 'reportingComponent');
  return {
    what: `${kind}.${reason}`,
    key: `${namespace}/${kind}/${name}`,
    subject: namespace === '' ? name : `${namespace}/${name}`,
    time: timeOfText(lastSeen(event)),
    id: [textAt(event, 'metadata', 'uid'), textAt(event, 'metadata', 'resourceVersion')]
      .concat(textAt(event, 'count'), lastSeen(event))
      .join(' '),
    labels: { kind, namespace, name, reason, type, component, severity: type.toLowerCase() },
    data: {
      type,
      reason,
      source: `${textAt(event, 'source', 'host')}/${component}`,
      location: `${textAt(event, 'metadata', 'namespace')}/${textAt(event, 'metadata', 'name')}`,
      message: textAt(event, 'message'),
      ...(involved === undefined ? {} : { object: involved }),
      ...(typeof event['count'] === 'number' ? { count: event['count'] } : {}),
    },
  };
}

const lastSeen = (event: JsonObject): string =>
  textAt(event, 'series', 'lastObservedTime') ||
  textAt(event, 'lastTimestamp') ||
  textAt(event, 'eventTime') ||
  textAt(event, 'metadata', 'creationTimestamp');
