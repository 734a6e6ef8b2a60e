import { POD_SCHEMA } from '../admission/pod-problems.js';
import { SYSLOG_SEVERITIES } from '../options/syslog-options.js';
import { VENDORS } from '../sources/vendors/vendors.js';

/** JSON Schema (2020-12) of the data of each event type that goes to the queue. */
type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' } as const;
const texts = { type: 'object', additionalProperties: text } as const;
const time = { type: 'string', format: 'date-time' } as const;

const object = (
  properties: Record<string, Schema>,
  required = Object.keys(properties),
): Schema => ({
  type: 'object',
  properties,
  required,
});

const alert = object({
  status: { enum: ['firing', 'resolved'] },
  labels: texts,
  annotations: texts,
  startsAt: time,
  endsAt: time,
  generatorURL: text,
  fingerprint: text,
});

const group = object({
  receiver: text,
  status: { enum: ['firing', 'resolved'] },
  alerts: { type: 'array', items: alert },
  groupLabels: texts,
  commonLabels: texts,
  commonAnnotations: texts,
  externalURL: text,
  version: text,
  groupKey: text,
  truncatedAlerts: { type: 'number' },
});

const patchStep = object({ op: { enum: ['add', 'remove', 'replace'] }, path: text, value: {} }, [
  'op',
  'path',
]);

const admission = object(
  {
    kind: text,
    location: text,
    operation: { enum: ['Create', 'Update', 'Delete', 'Connect'] },
    namespace: text,
    subResource: text,
    object: object({ old: { type: 'object' }, new: { type: 'object' } }, []),
    patch: { type: 'array', items: patchStep },
    user: object({ id: text, name: text }),
  },
  ['kind', 'location', 'operation', 'namespace', 'object', 'user'],
);

const syslog = object({
  facility: { type: 'number' },
  severity: { enum: SYSLOG_SEVERITIES },
  timestamp: text,
  hostname: text,
  app_name: text,
  proc_id: text,
  msg_id: text,
  structured_data: { type: 'object', additionalProperties: texts },
  message: text,
});

const action = object(
  {
    action: { enum: ['acknowledged', 'silenced', 'resolved'] },
    by: text,
    user: text,
    subject: text,
    labels: texts,
    until: time,
  },
  ['action', 'by', 'user', 'subject', 'labels'],
);

const nomad = object(
  {
    ...{ Topic: text, Type: text, Key: text, Namespace: text },
    FilterKeys: {},
    Index: { type: 'number' },
    Payload: {},
  },
  ['Topic', 'Type', 'Key'],
);

const heartbeat = object({
  name: text,
  status: { enum: ['firing', 'resolved'] },
  last_seen: time,
  within_seconds: { type: 'number' },
});

/** As the other service wrote it, under its own attributes. */
const cloudEvent = {};

const titled = (name: string, description: string, schema: Schema): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `urn:sextant:relay:schema:${name}:1`,
  title: name,
  description,
  ...schema,
});

const OWN = {
  AlertmanagerEvent: titled('AlertmanagerEvent', 'One alert of Alertmanager.', alert),
  AlertmanagerGroupEvent: titled(
    'AlertmanagerGroupEvent',
    'One notification of Alertmanager, with all of its alerts.',
    group,
  ),
  K8sEvent: titled(
    'K8sEvent',
    'A change that was requested of a Kubernetes API server.',
    admission,
  ),
  SyslogEvent: titled('SyslogEvent', 'A message of syslog (RFC 5424).', syslog),
  NomadEvent: titled('NomadEvent', "An event of Nomad's event stream.", nomad),
  ActionEvent: titled('ActionEvent', 'What somebody did about an alert, from a chat.', action),
  HeartbeatEvent: titled(
    'HeartbeatEvent',
    'An alert that stopped coming, or comes again.',
    heartbeat,
  ),
  PodEvent: titled('PodEvent', 'What is wrong with a pod, or is no more.', POD_SCHEMA),
  CloudEvent: titled(
    'CloudEvent',
    'An event of another service, passed on as it came.',
    cloudEvent,
  ),
};

/** By the name that `ce_dataschema` ends with. */
export const SCHEMAS: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(
    VENDORS.map(({ event, title, schema }) => [
      event,
      titled(event, `What ${title} tells.`, schema),
    ]),
  ),
  ...OWN,
};

/** What the key of the records of each is. */
export const KEYS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(VENDORS.map(({ event, key }) => [event, key])),
  AlertmanagerEvent: "The alert's fingerprint.",
  AlertmanagerGroupEvent: "The notification's groupKey.",
  K8sEvent: 'namespace/kind/name.',
  SyslogEvent: 'hostname/app_name.',
  NomadEvent: 'Topic/namespace/key.',
  ActionEvent: "The alert's key.",
  HeartbeatEvent: 'The name.',
  PodEvent: 'The pod, the container and the reason.',
  CloudEvent: "The record's own key, or the event's partitionkey or subject.",
};
