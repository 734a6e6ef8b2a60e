import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { objectsNamed, SECRET_VALUE } from '../kubernetes-objects.js';
import { viewOf } from '../../src/events/event-view.js';
import { admissionSource } from '../../src/admission/admission-review.js';
import { DEFAULT_TEMPLATES } from '../../src/templates/default-templates.js';
import { messageTemplate } from '../../src/templates/message-template.js';
import { review, startRelay, until, type RunningRelay } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

let running: RunningRelay;
let sink: Stub;

beforeAll(async () => {
  sink = await stubServer();
  running = await startRelay({
    EVENTS_WEBHOOK_OUT_URL: sink.url,
    EVENTS_HTTP_JSON_URL: '/relay/json,/builds',
    EVENTS_HTTP_K8S_URL: '/relay/k8s,/other/k8s',
    EVENTS_HTTP_JSON_TEMPLATE:
      '{{ if .body.id }}{"type": "BuildEvent", "key": {{ toJSON .body.id }}, "data": {{ toJSON .body }}}{{ end }}',
  });
});

afterAll(async () => {
  await running.close();
  await sink.close();
});

/** What the webhook got of an event, found by a text in it. */
async function delivered(mark: string): Promise<Readonly<Record<string, unknown>>> {
  await until(() => sink.calls.some(({ body }) => body.includes(mark)));
  return sink.calls.find(({ body }) => body.includes(mark))?.json ?? {};
}

const KINDS = Object.keys(objectsNamed('')) as (keyof ReturnType<typeof objectsNamed>)[];

describe('the Kubernetes endpoint', () => {
  it('allows with the uid, apiVersion and kind of the review', async () => {
    const response = await running.post('/relay/k8s', review());

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      response: { uid: '705ab4f5-6393-11e8-b7cc-42010a800002', allowed: true },
    });
  });

  it('answers v1beta1 as v1beta1, and a bare request as the specification shows it', async () => {
    const { request } = review() as { request: object };

    const beta = await running.post('/relay/k8s', {
      apiVersion: 'admission.k8s.io/v1beta1',
      kind: 'AdmissionReview',
      request,
    });
    const bare = await running.post('/relay/k8s', { request });

    expect(await beta.json()).toMatchObject({ apiVersion: 'admission.k8s.io/v1beta1' });
    expect(await bare.json()).toEqual({
      response: { uid: '705ab4f5-6393-11e8-b7cc-42010a800002', allowed: true },
    });
  });

  describe.each(KINDS)('a %s', (kind) => {
    it.each([
      ['CREATE', 'Create', ['new']],
      ['UPDATE', 'Update', ['old', 'new']],
      ['DELETE', 'Delete', ['old']],
      ['CONNECT', 'Connect', []],
    ])('%s is relayed, without its secrets', async (operation, title, shown) => {
      const uid = `${kind}-${operation}-uid`;
      const name = `${kind}-${operation}-name`.toLowerCase();
      const object = objectsNamed(name)[kind];

      const response = await running.post(
        '/relay/k8s',
        review({
          ...{ uid, name, operation, kind: { group: '', version: 'v1', kind } },
          object: shown.includes('new') ? object : null,
          oldObject: shown.includes('old') ? { ...object, status: {} } : null,
        }),
      );

      expect(await response.json()).toMatchObject({ response: { uid, allowed: true } });
      const event = await delivered(`"${kind === 'Namespace' ? '' : 'shop.'}${name}"`);
      expect(event).toMatchObject({
        type: 'K8sEvent',
        channel: 'relay/k8s',
        data: {
          kind,
          operation: title,
          namespace: 'shop',
          user: { id: '014fbff9a07c', name: 'admin' },
          ...(operation === 'UPDATE' ? { patch: [{ op: 'remove', path: '/status' }] } : {}),
        },
      });
      const { object: objects } = event['data'] as { object: Record<string, object> };
      expect(Object.keys(objects).sort()).toEqual([...shown].sort());
      for (const kept of Object.values(objects)) {
        expect(kept).toMatchObject({ kind, metadata: { name, annotations: { owner: 'team-a' } } });
      }
      expect(JSON.stringify(event)).not.toContain(SECRET_VALUE);
    });
  });

  it.each([
    ['another kind', { kind: { kind: 'Lease' } }, 'kind'],
    ['a dry run', { dryRun: true }, 'dry_run'],
    ['an unknown operation', { operation: 'PATCH' }, 'operation'],
  ])('allows %s and relays nothing', async (_name, request, reason) => {
    const metric = `relay_events_dropped_total{source="k8s",reason="${reason}"`;
    const before = await running.metric(metric);

    const response = await running.post('/relay/k8s', review(request));

    expect(await response.json()).toMatchObject({ response: { allowed: true } });
    expect(await running.metric(metric)).toBe(before + 1);
  });

  it('relays a review without dryRun', async () => {
    await running.post('/relay/k8s', review({ name: 'no-dry-run', dryRun: undefined }));

    await delivered('shop.no-dry-run');
  });

  it('knows a sub-resource by the resource that it belongs to', async () => {
    await running.post(
      '/relay/k8s',
      review({
        name: 'scaled',
        kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
        resource: { group: 'apps', version: 'v1', resource: 'deployments' },
        subResource: 'scale',
        operation: 'UPDATE',
      }),
    );

    expect(await delivered('shop.scaled')).toMatchObject({
      data: { kind: 'Deployment', subResource: 'scale', operation: 'Update' },
    });
  });

  it.each([
    ['an operation that objects have anyway', { operation: '__proto__' }],
    [
      'a resource that objects have anyway',
      { kind: { kind: 'X' }, resource: { resource: 'constructor' }, subResource: 'x' },
    ],
    [
      'an object that is nested too deep',
      { object: JSON.parse(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`) as unknown },
    ],
  ])('allows a review with %s', async (_name, request) => {
    const response = await running.post('/relay/k8s', review(request));

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ response: { allowed: true } });
  });

  it('counts a review that it cannot read', async () => {
    const metric = 'relay_events_dropped_total{source="k8s",reason="unreadable"';
    const before = await running.metric(metric);
    const object: unknown = JSON.parse(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`);

    await running.post('/relay/k8s', review({ object }));

    expect(await running.metric(metric)).toBe(before + 1);
  });

  it('tells the eviction of a pod from its creation', () => {
    const [event] = admissionSource({ redact: true, redactCommands: true }).receive(
      review({ subResource: 'eviction', name: 'evicted' }),
      { channel: 'k8s', nowMs: 0 },
    ).events;

    expect(event?.eventType).toBe('org.sextant.relay.k8s.pod.eviction.create.v1');
    expect(event?.labels['subresource']).toBe('eviction');
    const text = DEFAULT_TEMPLATES.workplacechat;
    const message = messageTemplate({ names: ['x'], text, functions: {} })(event && viewOf(event));
    expect(message.trim()).toBe('Create Pod/eviction shop.evicted requested by admin');
  });

  it('keeps commands and arguments to itself, unless told otherwise', () => {
    const container = { name: 'web', command: ['sh', '-c', 'hunter2'], args: ['--pw=hunter2'] };
    const reviews = [
      review({ object: { spec: { containers: [container] } } }),
      review({
        operation: 'CONNECT',
        subResource: 'exec',
        object: { command: ['echo', 'hunter2'] },
      }),
    ];
    const shown = (commands: boolean) =>
      reviews.map((body) =>
        JSON.stringify(
          admissionSource({ redact: true, redactCommands: commands }).receive(body, {
            channel: 'k8s',
            nowMs: 0,
          }),
        ),
      );

    expect(shown(true).filter((text) => text.includes('hunter2'))).toEqual([]);
    expect(shown(true)[0]).toContain('"command":["[redacted]"],"args":["[redacted]"]');
    expect(shown(false).every((text) => text.includes('hunter2'))).toBe(true);
  });

  it('names a cluster-wide object by its name, and a generated one by what its name begins with', async () => {
    await running.post(
      '/relay/k8s',
      review({
        name: '',
        namespace: undefined,
        kind: { kind: 'Node' },
        object: { metadata: { generateName: 'node-generated-' } },
      }),
    );

    expect(await delivered('node-generated-')).toMatchObject({
      data: { location: 'node-generated-' },
    });
  });

  it('keeps secrets, configuration, environment and managed fields to itself', async () => {
    const annotations = {
      'kubectl.kubernetes.io/last-applied-configuration': 'hunter2',
      owner: 'team-a',
    };
    const metadata = { name: 'redacted', annotations, managedFields: [{ manager: 'hunter2' }] };
    const httpGet = {
      port: 80,
      httpHeaders: [{ name: 'Authorization', value: 'Bearer hunter2' }],
    };
    const env = [{ name: 'PASSWORD', value: 'hunter2' }];
    const containers = [{ name: 'c', env, livenessProbe: { httpGet } }];

    await running.post(
      '/relay/k8s',
      review({
        name: 'redacted',
        kind: { kind: 'Secret' },
        operation: 'UPDATE',
        object: { metadata, data: { password: 'hunter2' }, stringData: { a: 'hunter2' } },
        oldObject: { metadata, data: { password: 'hunter2-older' } },
      }),
    );
    await running.post(
      '/relay/k8s',
      review({ name: 'redacted-pod', object: { metadata, spec: { containers } } }),
    );

    const secret = await delivered('shop.redacted"');
    const pod = await delivered('shop.redacted-pod');
    expect(JSON.stringify([secret, pod])).not.toContain('hunter2');
    expect(secret).toMatchObject({
      data: {
        object: {
          new: { data: { password: '[redacted]' }, metadata: { annotations: { owner: 'team-a' } } },
        },
        patch: [{ op: 'add', path: '/stringData', value: { a: '[redacted]' } }],
      },
    });
    expect(pod).toMatchObject({
      data: {
        object: {
          new: {
            spec: {
              containers: [
                {
                  env: [{ name: 'PASSWORD', value: '[redacted]' }],
                  livenessProbe: {
                    httpGet: { httpHeaders: [{ name: 'Authorization', value: '[redacted]' }] },
                  },
                },
              ],
            },
          },
        },
      },
    });
  });

  it('tells what an update changes', async () => {
    await running.post(
      '/relay/k8s',
      review({
        name: 'patched',
        operation: 'UPDATE',
        oldObject: { metadata: { name: 'patched' }, spec: { replicas: 1, 'a/b~c': 1, gone: true } },
        object: { metadata: { name: 'patched' }, spec: { replicas: 3, 'a/b~c': 2 } },
      }),
    );

    expect(await delivered('shop.patched')).toMatchObject({
      data: {
        patch: [
          { op: 'replace', path: '/spec/a~1b~0c', value: 2 },
          { op: 'remove', path: '/spec/gone' },
          { op: 'replace', path: '/spec/replicas', value: 3 },
        ],
      },
    });
  });

  it.each([
    ['no request', { apiVersion: 'admission.k8s.io/v1' }],
    ['no uid', { request: { operation: 'CREATE' } }],
    ['a request that is a text', { request: 'x' }],
    ['malformed JSON', '{'],
  ])('refuses %s', async (_name, body) => {
    const response = await running.post('/relay/k8s', body);

    expect(response.status).toBe(400);
  });

  it('allows a review that is nested very deeply', async () => {
    const deep = '{"a":'.repeat(5000) + '1' + '}'.repeat(5000);
    const body = JSON.stringify(review()).replace('"dryRun":false', `"object":${deep}`);

    const response = await running.post('/relay/k8s', body);

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ response: { allowed: true } });
  });

  it('listens on every path of the list', async () => {
    expect((await running.post('/other/k8s', review())).status).toBe(200);
  });
});
