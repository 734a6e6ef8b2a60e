/** The tables of the specification, part C, row by row: what the two inputs take and what templates may call. */
import { describe, expect, it } from '@jest/globals';
import { viewOf } from '../src/events/event-view.js';
import { admissionSource } from '../src/admission/admission-review.js';
import { alertmanagerSource } from '../src/sources/alertmanager.js';
import { messageTemplate } from '../src/templates/message-template.js';
import { ADMISSION_EXAMPLE, ALERTMANAGER_EXAMPLE } from '../src/inputs/input-examples.js';

const arrival = { channel: 'relay/x', nowMs: Date.UTC(2026, 0, 1) };
const functions = {
  env: { EVENTS_TEMPLATE_PLACE: 'Hamburg', SECRET: 'x' },
  envNames: [],
  vars: { ChatID: '-1001' },
  timeLayout: '2006-01-02T15:04:05.999Z',
};

const render = (text: string, view: unknown): string =>
  messageTemplate({ names: ['chatbot-message'], text, functions })(view);

describe('a payload of Alertmanager', () => {
  const shown = (mode: 'alert' | 'group', text: string) => {
    const [event] = alertmanagerSource(mode).receive(ALERTMANAGER_EXAMPLE, arrival).events;
    return render(`{{ ${text} }}`, viewOf(event!));
  };

  it.each([
    ['receiver', '.data.receiver', 'relay'],
    ['status', '.data.status', 'firing'],
    ['alerts', 'len .data.alerts', '1'],
    ['groupLabels', '.data.groupLabels.alertname', 'HighLatency'],
    ['commonLabels', '.data.commonLabels.severity', 'critical'],
    ['commonAnnotations', '.data.commonAnnotations.summary', 'p99 above 1 s'],
    ['externalURL', '.data.externalURL', 'http://alertmanager:9093'],
    ['version', '.data.version', '4'],
    ['groupKey', '.data.groupKey', '{}:{alertname="HighLatency"}'],
  ])('gives a template of groups its %s', (_field, text, expected) => {
    expect(shown('group', text)).toBe(expected);
  });

  const [alert] = ALERTMANAGER_EXAMPLE.alerts;

  it.each([
    ['status', '.data.status', 'firing'],
    ['labels', '.data.labels.instance', 'web-1'],
    ['annotations', '.data.annotations.summary', 'p99 above 1 s'],
    ['startsAt', '.data.startsAt', alert?.startsAt],
    ['endsAt', '.data.endsAt', alert?.endsAt],
    ['generatorURL', '.data.generatorURL', alert?.generatorURL],
    ['fingerprint', '.data.fingerprint', alert?.fingerprint],
  ])('gives a template of alerts the %s of each', (_field, text, expected) => {
    expect(shown('alert', text)).toBe(expected);
    expect(shown('group', text.replace('.data', '(index .data.alerts 0)'))).toBe(expected);
  });
});

describe('an admission review', () => {
  const received = (request: object, more: object = {}) =>
    admissionSource({ redact: true, redactCommands: true }).receive(
      { ...ADMISSION_EXAMPLE, ...more, request: { ...ADMISSION_EXAMPLE.request, ...request } },
      arrival,
    );
  const shown = (text: string, request: object = {}) => {
    const [event] = received(request).events;
    return render(`{{ ${text} }}`, viewOf(event!));
  };
  const old = { metadata: { name: 'before' } };

  it.each([
    ['kind and apiVersion', {}, ADMISSION_EXAMPLE.apiVersion],
    ['another apiVersion', { apiVersion: 'admission.k8s.io/v1beta1' }, 'admission.k8s.io/v1beta1'],
  ])('is answered with its %s and uid', (_field, more, apiVersion) => {
    expect(received({ uid: 'abc' }, more).answer).toEqual({
      ...{ kind: 'AdmissionReview', apiVersion },
      response: { uid: 'abc', allowed: true },
    });
  });

  it.each([
    ['kind.kind', '.data.kind', { kind: { group: 'apps', version: 'v1', kind: 'Deployment' } }],
    [
      'resource.resource, of a sub-resource',
      '.data.kind',
      {
        kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
        resource: { group: 'apps', version: 'v1', resource: 'deployments' },
        subResource: 'scale',
      },
    ],
  ])('gives templates its %s', (_field, text, request) => {
    expect(shown(text, request)).toBe('Deployment');
  });

  it.each([
    ['namespace', '.data.namespace', { namespace: 'other' }, 'other'],
    ['operation', '.data.operation', { operation: 'UPDATE', oldObject: old }, 'Update'],
    ['userInfo.username', '.data.user.name', { userInfo: { username: 'anna' } }, 'anna'],
    ['userInfo.uid', '.data.user.id', { userInfo: { uid: 'u-1', groups: ['g'] } }, 'u-1'],
    ['object', '.data.object.new.metadata.name', {}, 'web-1'],
    ['oldObject', '.data.object.old.metadata.name', { oldObject: old }, 'before'],
  ])('gives templates its %s', (_field, text, request, expected) => {
    expect(shown(text, request)).toBe(expected);
  });

  it('is not relayed when it says dryRun', () => {
    expect(received({ dryRun: true })).toMatchObject({ events: [], dropped: { dry_run: 1 } });
    expect(received({ dryRun: false }).events).toHaveLength(1);
  });

  it.each([
    ...['Namespace', 'Node', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Secret', 'Ingress'],
    ...['CronJob', 'Job', 'ConfigMap', 'Role', 'Deployment', 'Service', 'Pod'],
  ])('of a %s is relayed', (kind) => {
    expect(shown('.data.kind', { kind: { group: '', version: 'v1', kind } })).toBe(kind);
  });
});

describe('a function of templates', () => {
  it.each([
    ['regexReplaceAll', '{{ regexReplaceAll "a(x*)b" "${1}W" "-ab-axxb-" }}', '-W-xxW-'],
    ['regexMatch', '{{ regexMatch "^db" "db-1" }} {{ regexMatch "^db" "web" }}', 'true false'],
    ['replaceAll', '{{ replaceAll "a" "o" "banana" }}', 'bonono'],
    ['toLower', '{{ toLower "DiskÄ" }}', 'diskä'],
    ['toTitle', '{{ toTitle "disk full" }}', 'Disk Full'],
    ['toUpper', '{{ toUpper "diskä" }}', 'DISKÄ'],
    ['toJSON', '{{ toJSON .labels }}', '{"a":"\\u003cb\\u003e","n":1}'],
    ['split', '{{ len (split "," "a,b,c") }}{{ index (split "," "a,b,c") 1 }}', '3b'],
    ['join', '{{ join "+" (split "," "a,b,c") }}', 'a+b+c'],
    ['isEmpty', '{{ isEmpty " " }} {{ isEmpty "x" }} {{ isEmpty .none }}', 'true false true'],
    ['getEnv', '{{ getEnv "EVENTS_TEMPLATE_PLACE" }}{{ getEnv "SECRET" }}', 'Hamburg'],
    ['getVar', '{{ getVar "ChatID" }}', '-1001'],
    [
      'timeFormat',
      '{{ timeFormat "2026-11-21T07:03:23.5Z" "02.01.2006 15:04" }}',
      '21.11.2026 07:03',
    ],
    ['jsonEscape', '{{ jsonEscape "a\\"b" }}', '"a\\"b"'],
    ['toString', '{{ toString 7 }}|{{ toString .none }}', '7|'],
  ])('%s', (_name, text, expected) => {
    expect(render(text, { labels: { n: 1, a: '<b>' } })).toBe(expected);
  });
});
