import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { apiStub, type ApiStub } from '../kubernetes-api-stub.js';
import { spoolFolder, startRelay, until, type RunningRelay } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

const EVENTS = '/api/v1/events';
const PODS = '/api/v1/pods';

const event = (name: string, more: object = {}, type = 'Warning') => ({
  metadata: { name, namespace: 'shop', uid: name, creationTimestamp: '2026-11-21T07:03:23Z' },
  involvedObject: { kind: 'Pod', namespace: 'shop', name: 'web-1' },
  ...{ reason: 'BackOff', message: 'Back-off restarting failed container', type, count: 1 },
  source: { component: 'kubelet', host: 'node-1' },
  lastTimestamp: '2026-11-21T07:03:23Z',
  ...more,
});

const pod = (name: string, state: object, restartCount = 0) => ({
  metadata: { name, namespace: 'shop', uid: name, creationTimestamp: '2026-11-21T07:00:00Z' },
  spec: { nodeName: 'node-1' },
  status: {
    phase: 'Running',
    containerStatuses: [{ name: 'web', restartCount, ...state }],
  },
});

const LOOPING = { state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 10s' } } };
const RUNNING = { state: { running: {} } };

describe('watching Kubernetes', () => {
  let api: ApiStub;
  let sink: Stub;
  let running: RunningRelay;
  let folder: string;

  const start = async (env: Record<string, string> = {}) => {
    running = await startRelay({
      EVENTS_SPOOL_DIR: folder,
      EVENTS_KUBERNETES_IN_WATCH: 'events,pods',
      EVENTS_KUBERNETES_IN_URL: api.url,
      EVENTS_KUBERNETES_IN_TOKEN: 'sa-token',
      EVENTS_WEBHOOK_OUT_URL: sink.url,
      EVENTS_WEBHOOK_OUT_MESSAGE: '{{ toJSON .data }}',
      ...env,
    });
    await until(() => watching(EVENTS) && watching(PODS));
  };

  const watching = (path: string) =>
    api.requests.some(
      (request) => request.path.startsWith(path) && request.path.includes('watch=1'),
    );

  beforeEach(async () => {
    api = await apiStub();
    sink = await stubServer();
    folder = spoolFolder();
  });

  afterEach(async () => {
    await running.close();
    await api.close();
    await sink.close();
  });

  const told = () => sink.calls.map(({ json }) => json);
  const locations = () => told().map(({ location }) => location);

  it('relays what happens, but not what was there, nor what only repeats', async () => {
    api.change(EVENTS, 'ADDED', event('old'));
    await start();

    api.change(EVENTS, 'ADDED', event('new'));
    api.change(EVENTS, 'MODIFIED', event('new', { count: 2 }));
    api.change(EVENTS, 'ADDED', event('normal', {}, 'Normal'));
    api.change(EVENTS, 'ADDED', event('last'));

    await until(() => told().length === 2);
    expect(locations()).toEqual(['shop/new', 'shop/last']);
    expect(told()[0]).toMatchObject({
      type: 'Warning',
      reason: 'BackOff',
      source: 'node-1/kubelet',
    });
    expect(new Set(api.requests.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer sa-token']),
    );
  });

  it('tells what is wrong with a pod once, and when it is over', async () => {
    await start();

    api.change(PODS, 'ADDED', pod('web-1', RUNNING));
    api.change(PODS, 'MODIFIED', pod('web-1', LOOPING, 1));
    api.change(PODS, 'MODIFIED', pod('web-1', LOOPING, 2));
    api.change(PODS, 'MODIFIED', pod('web-1', RUNNING, 3));
    api.change(PODS, 'MODIFIED', pod('web-2', LOOPING, 1));
    api.change(PODS, 'DELETED', pod('web-2', LOOPING, 1));

    await until(() => told().length === 4);
    expect(told().map(({ name, reason, status }) => [name, reason, status])).toEqual(
      expect.arrayContaining([
        ['web-1', 'CrashLoopBackOff', 'firing'],
        ['web-1', 'CrashLoopBackOff', 'resolved'],
        ['web-2', 'CrashLoopBackOff', 'firing'],
        ['web-2', 'CrashLoopBackOff', 'resolved'],
      ]),
    );
  });

  it('goes on where it was after a connection that broke, and after a restart', async () => {
    await start();
    api.change(EVENTS, 'ADDED', event('one'));
    await until(() => told().length === 1);

    api.drop();
    api.change(EVENTS, 'ADDED', event('two'));
    await until(() => told().length === 2);
    api.change(PODS, 'ADDED', pod('web-1', LOOPING, 1));
    await until(() => told().length === 3);

    await running.close();
    api.change(EVENTS, 'ADDED', event('three'));
    api.change(PODS, 'MODIFIED', pod('web-1', RUNNING, 1));
    await start();
    await until(() => told().length === 5);

    expect(locations().filter((location) => String(location).includes('/'))).toEqual([
      ...['shop/one', 'shop/two', 'shop/three'],
    ]);
    expect(told().filter(({ status }) => status === 'resolved')).toMatchObject([{ name: 'web-1' }]);
  });

  it('asks what there is when its place is gone, and tells what is new', async () => {
    await start();
    api.change(EVENTS, 'ADDED', event('one'));
    await until(() => told().length === 1);

    await running.close();
    const later = { creationTimestamp: '2026-11-21T09:00:00Z' };
    for (const name of ['two', 'three', 'four']) {
      const { metadata, ...rest } = event(name);
      api.change(EVENTS, 'ADDED', { ...rest, metadata: { ...metadata, ...later } });
    }
    api.compact();
    await start();
    await until(() => told().length === 4);

    expect(new Set(locations())).toEqual(
      new Set(['shop/one', 'shop/two', 'shop/three', 'shop/four']),
    );
  });

  it('filters by reason and namespace', async () => {
    await start({
      EVENTS_KUBERNETES_IN_REASONS: '^Failed',
      EVENTS_KUBERNETES_IN_NAMESPACES: 'shop',
    });

    api.change(EVENTS, 'ADDED', event('a'));
    api.change(EVENTS, 'ADDED', event('b', { reason: 'FailedScheduling' }));
    const { metadata, ...rest } = event('c', { reason: 'FailedMount' });
    api.change(EVENTS, 'ADDED', { ...rest, metadata: { ...metadata, namespace: 'other' } });
    api.change(EVENTS, 'ADDED', event('d', { reason: 'FailedMount' }));

    await until(() => told().length === 2);
    expect(locations()).toEqual(['shop/b', 'shop/d']);
  });
});
