import { hmacSha256 } from '../authentication.js';
import { isObject, textAt, timeOfText, type JsonObject } from '../payload.js';
import { object, text } from '../schema.js';
import { vendor } from '../vendor.js';

/**
 * Sentry's integration platform ("Webhooks"): issues, errors, event alerts, metric alerts, comments,
 * installations. The key is the integration's client secret.
 */
export const sentry = vendor({
  name: 'sentry',
  title: 'Sentry',
  event: 'SentryEvent',
  authentication: hmacSha256({ header: 'sentry-hook-signature' }),
  schema: object({ action: text, actor: { type: 'object' }, data: { type: 'object' } }, [
    'action',
    'data',
  ]),
  key: 'The issue, the alert rule or the installation.',
  example: {
    action: 'created',
    actor: { id: 'sentry', name: 'Sentry', type: 'application' },
    data: {
      issue: {
        id: '1170820242',
        shortId: 'IPE-1',
        title: 'Error: this is a test error',
        culprit: 'raven.scripts.runner in main',
        level: 'error',
        status: 'unresolved',
        permalink: 'https://sentry.io/organizations/test-org/issues/1170820242/',
        project: { id: '1', name: 'ipe', slug: 'ipe', platform: 'javascript' },
        firstSeen: '2019-08-19T20:58:37.391000Z',
        lastSeen: '2019-08-19T20:58:37.391000Z',
      },
    },
    installation: { uuid: 'a8e5d37a-696c-4c54-adb5-b3f28d64c7de' },
  },
  exampleHeaders: { 'sentry-hook-resource': 'issue', 'request-id': '4eb5e4b5d5bf4d0c' },
  template:
    '{{ with .data.resource }}{{ . }} {{ end }}{{ .data.action }}{{ with .data.title }}: {{ . }}{{ end }}{{ with .data.url }} {{ . }}{{ end }}',
  read(body, { head }) {
    const resource = head?.header('sentry-hook-resource') ?? firstName(body['data']);
    const found = thingOf(body['data']);
    const action = textAt(body, 'action');
    const project = textAt(found, 'project', 'slug') || textAt(found, 'project');
    const id = textAt(found, 'issue_id') || textAt(found, 'id') || textAt(found, 'uuid');
    const request = head?.header('request-id');
    return [
      {
        what: `${resource}.${action}`,
        key: `${resource}/${id}`,
        subject: titleOf(found),
        time: timeOfText(textAt(found, 'datetime') || textAt(found, 'lastSeen')),
        ...(request === undefined ? {} : { id: request }),
        labels: {
          resource,
          action,
          project,
          severity: textAt(found, 'level'),
          status: textAt(found, 'status'),
        },
        data: { resource, title: titleOf(found), url: urlOf(found), ...body },
      },
    ];
  },
});

const firstName = (data: unknown): string =>
  isObject(data) ? (Object.keys(data)[0] ?? 'hook') : 'hook';

/** `data.issue`, `data.event`, `data.error`, `data.metric_alert`, … */
const thingOf = (data: unknown): JsonObject =>
  isObject(data) ? (Object.values(data).find(isObject) ?? {}) : {};

const titleOf = (thing: JsonObject): string =>
  textAt(thing, 'title') || textAt(thing, 'alert_rule', 'name');

const urlOf = (thing: JsonObject): string =>
  textAt(thing, 'web_url') || textAt(thing, 'permalink') || textAt(thing, 'url');
