import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';

import { apiStub } from '../../apps/relay/test/kubernetes-api-stub.ts';
import { freePort } from './monitoring.mjs';

const EVENTS = '/api/v1/events';
const PODS = '/api/v1/pods';

/** As `kubectl get events -o json` shows the events of a Pod whose container ends again and again. */
const EVENT = {
  metadata: { name: 'web-1.17', namespace: 'shop', uid: 'e-1' },
  involvedObject: { kind: 'Pod', namespace: 'shop', name: 'web-1' },
  ...{ reason: 'BackOff', message: 'Back-off restarting failed container', type: 'Warning' },
  ...{ count: 1, source: { component: 'kubelet', host: 'node-1' } },
};

/** As "Pod Lifecycle" of Kubernetes' documentation describes its status. */
const POD = {
  metadata: { name: 'web-1', namespace: 'shop', uid: 'p-1' },
  spec: { nodeName: 'node-1' },
  status: {
    phase: 'Running',
    containerStatuses: [
      {
        ...{ name: 'web', restartCount: 4 },
        state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 40s' } },
      },
    ],
  },
};

/** RFC 5424, section 6.5, example 1. */
const SYSLOG =
  "<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - 'su root' failed for lonvick on /dev/pts/8";

/**
 * Sources that are no webhook: an API server that is watched, and syslog over TLS.
 *
 * @param {string} folder
 */
export async function startSources(folder) {
  const api = await apiStub();
  const syslog = await syslogOptions(folder);
  return {
    env: {
      EVENTS_KUBERNETES_IN_WATCH: 'events,pods',
      EVENTS_KUBERNETES_IN_URL: api.url,
      EVENTS_KUBERNETES_IN_TOKEN: 'demo',
      ...syslog?.env,
    },
    /** How each of their messages is known. */
    signs: ['Back-off restarting', 'CrashLoopBackOff', ...(syslog ? ['lonvick'] : [])],
    absent:
      syslog === undefined ? 'syslog over TLS: there is no openssl to make a certificate' : '',
    async send() {
      api.change(EVENTS, 'ADDED', { ...EVENT, lastTimestamp: new Date().toISOString() });
      api.change(PODS, 'ADDED', POD);
      if (syslog !== undefined) await sendSyslog(syslog);
    },
    stop: () => api.close(),
  };
}

async function syslogOptions(folder) {
  if (spawnSync('openssl', ['version']).status !== 0) return undefined;
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', [...words, '-keyout', key, '-out', cert, ...names], { stdio: 'ignore' });
  const port = await freePort();
  const env = {
    EVENTS_SYSLOG_IN_LISTEN: `127.0.0.1:${port}`,
    EVENTS_SYSLOG_IN_CERT: cert,
    EVENTS_SYSLOG_IN_KEY: key,
  };
  return { env, port, cert };
}

async function sendSyslog({ port, cert }) {
  const ca = readFileSync(cert);
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca });
  await once(socket, 'secureConnect');
  socket.end(`${Buffer.byteLength(SYSLOG)} ${SYSLOG}`);
}
