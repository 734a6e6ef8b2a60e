import { eventId } from '../../events/event.js';
import { hmacSha256 } from '../authentication.js';
import { at, isObject, textAt, type JsonObject } from '../payload.js';
import { listOf, object, text, textOrEmpty, texts } from '../schema.js';
import { vendor, type Reading } from '../vendor.js';

const alert = object(
  {
    status: { enum: ['firing', 'resolved'] },
    labels: { ...texts, default: {} },
    annotations: { ...texts, default: {} },
    startsAt: text,
    endsAt: textOrEmpty,
    generatorURL: textOrEmpty,
    fingerprint: textOrEmpty,
    silenceURL: textOrEmpty,
    dashboardURL: textOrEmpty,
    panelURL: textOrEmpty,
    valueString: textOrEmpty,
  },
  ['status', 'startsAt'],
);

/**
 * Grafana's alerting, contact point "Webhook" (its documentation, "Configure webhook notifications"):
 * one event for each alert, as for Alertmanager, whose format it extends.
 */
export const grafana = vendor({
  name: 'grafana',
  title: 'Grafana alerting',
  event: 'GrafanaEvent',
  authentication: {
    ...hmacSha256({
      header: 'x-grafana-alerting-signature',
      timestamp: 'x-grafana-alerting-timestamp',
    }),
  },
  schema: alert,
  payload: object({ alerts: listOf(alert), orgId: { type: 'number' }, receiver: text }, ['alerts']),
  key: "The alert's fingerprint.",
  example: {
    receiver: 'My Super Webhook',
    status: 'firing',
    orgId: 1,
    alerts: [
      {
        status: 'firing',
        labels: { alertname: 'High memory usage', team: 'blue', zone: 'us-1' },
        annotations: {
          description: 'The system has high memory usage',
          runbook_url: 'https://myrunbook.com/runbook/1234',
          summary: 'This alert was triggered for zone us-1',
        },
        startsAt: '2021-10-12T09:51:03.157076+02:00',
        endsAt: '0001-01-01T00:00:00Z',
        generatorURL: 'https://play.grafana.org/alerting/1afz29v7z/edit',
        fingerprint: 'c6eadffa33fcdf37',
        silenceURL:
          'https://play.grafana.org/alerting/silence/new?alertmanager=grafana&matchers=alertname%3DT2%2Cteam%3Dblue%2Czone%3Dus-1',
        dashboardURL: '',
        panelURL: '',
        values: { B: 44.23943737541908, C: 1 },
      },
    ],
    groupLabels: {},
    commonLabels: { team: 'blue' },
    commonAnnotations: {},
    externalURL: 'https://play.grafana.org/',
    version: '1',
    groupKey: '{}:{}',
    truncatedAlerts: 0,
    title: '[FIRING:1]  (blue)',
    state: 'alerting',
    message: '**Firing**',
  },
  template:
    '[{{ toUpper .data.status }}] {{ .data.labels.alertname }}{{ with .data.annotations.summary }}: {{ . }}{{ end }}',
  read: ({ alerts, orgId }) =>
    (Array.isArray(alerts) ? alerts : []).filter(isObject).map((one) => readingOf(one, orgId)),
});

function readingOf(data: JsonObject, orgId: unknown): Reading {
  const labels = isObject(data['labels']) ? data['labels'] : {};
  const status = textAt(data, 'status');
  const startsAt = textAt(data, 'startsAt');
  const given = textAt(data, 'fingerprint');
  const fingerprint = given === '' ? eventId('labels', JSON.stringify(labels)).slice(0, 16) : given;
  const subject = [textAt(labels, 'alertname'), textAt(labels, 'instance')];
  return {
    what: `alert.${status}`,
    key: fingerprint,
    subject: subject.filter((part) => part !== '').join('/'),
    time: startsAt,
    id: [String(orgId), fingerprint, status, startsAt].join(' '),
    labels: { ...labels, status, summary: undefined, severity: at(labels, 'severity') },
    data,
    alert: { fingerprint, status, startsAt },
  };
}
