import { X509Certificate } from 'node:crypto';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

import { services, StartError } from '../lib/project.mjs';
import { daysUntil } from './facts.mjs';
import { certificateFindings } from './findings.mjs';
import { plain } from './plain.mjs';

const execute = promisify(execFile);
const SELECTOR = 'app.kubernetes.io/part-of=sextant';
const KUBECTL_MS = 30_000;
const FORWARD_MS = 15_000;

/**
 * The pods of a namespace, each by a port of this machine that `kubectl` forwards, and what Kubernetes itself knows to
 * be wrong with them.
 *
 * @param {string} namespace
 * @returns {Promise<{ targets: import('./facts.mjs').Target[], findings: object[], close: () => void }>}
 * @throws {StartError} what `kubectl` says, or that there is none
 */
export async function podsOf(namespace) {
  const pods = listed(await kubectl(namespace, 'get', 'pods', '-l', SELECTOR, '-o', 'json')).filter(
    ({ status }) => status.phase !== 'Succeeded',
  );
  if (pods.length === 0) throw new StartError(`Namespace ${namespace} has no pods of Sextant.`);

  const forwards = [];
  const close = () => forwards.forEach((forward) => forward.kill());
  try {
    const targets = [];
    const unreached = [];
    for (const pod of pods.filter(isServing)) {
      const { name } = pod.metadata;
      const at = { service: serviceOf(pod), instance: name };
      try {
        const { forward, port } = await forwarded(namespace, name, httpPortOf(pod));
        forwards.push(forward);
        targets.push({ ...at, url: `http://127.0.0.1:${port}` });
      } catch (error) {
        // The others are to be looked at all the more.
        const found = { level: 'bad', check: 'answers', runbook: 'SextantPodDown' };
        unreached.push({ ...at, ...found, message: error.message });
      }
    }
    const findings = [
      ...[...pods.flatMap(podFindings), ...unreached, ...absentFindings(pods)],
      ...(await secretFindings(namespace)),
    ];
    return { targets, findings, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Jobs that migrate answer nobody. */
const isServing = ({ status, metadata }) =>
  status.phase === 'Running' && metadata.labels['app.kubernetes.io/component'] !== 'migrations';

function listed(text) {
  try {
    return JSON.parse(text).items;
  } catch {
    throw new StartError(`kubectl: no list of pods: ${plain(text)}`);
  }
}

/** A service that nobody has started does not show among pods. */
function absentFindings(pods) {
  const there = new Set(pods.map(serviceOf));
  return services
    .filter(({ name }) => !there.has(name))
    .map(({ name }) => ({
      ...{ level: 'warning', service: name, instance: '', check: 'pod' },
      message: 'it has no pod here',
    }));
}

async function kubectl(namespace, ...words) {
  try {
    const { stdout } = await execute('kubectl', ['--namespace', namespace, ...words], {
      maxBuffer: 64 * 2 ** 20,
      timeout: KUBECTL_MS,
    });
    return stdout;
  } catch (error) {
    if (error.code === 'ENOENT') throw new StartError('--namespace needs kubectl on the PATH.');
    const why = error.killed ? 'no answer in time' : plain(error.stderr || error.message);
    throw new StartError(`kubectl: ${why}`);
  }
}

const serviceOf = ({ metadata }) => metadata.labels['app.kubernetes.io/name'] ?? metadata.name;

const httpPortOf = ({ spec }) =>
  spec.containers.flatMap(({ ports = [] }) => ports).find(({ name }) => name === 'http')
    ?.containerPort ?? 8080;

/** `kubectl` says on its first line which port it took. */
async function forwarded(namespace, pod, port) {
  const words = ['--namespace', namespace, 'port-forward', `pod/${pod}`, `:${port}`];
  const forward = spawn('kubectl', words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const taken = new Promise((resolve) => {
    const hear = (chunk) => {
      said += chunk;
      const [, local] = /127\.0\.0\.1:(\d+) ->/.exec(said) ?? [];
      if (local !== undefined) resolve(Number(local));
    };
    forward.stdout.on('data', hear);
    forward.stderr.on('data', hear);
  });
  const over = new AbortController();
  const ended = once(forward, 'exit', { signal: over.signal }).catch(() => undefined);
  const timer = setTimeout(() => forward.kill(), FORWARD_MS);
  const local = await Promise.race([taken, ended.then(() => undefined)]);
  clearTimeout(timer);
  over.abort();
  if (typeof local !== 'number') {
    throw new StartError(`kubectl port-forward pod/${pod}: ${plain(said) || 'no answer'}`);
  }
  return { forward, port: local };
}

/** @returns {object[]} pods that wait, and containers that Kubernetes has to start again and again */
function podFindings(pod) {
  const { status, metadata } = pod;
  const at = { service: serviceOf(pod), instance: metadata.name, runbook: 'SextantPodDown' };
  const waiting = status.phase === 'Running' ? [] : [`it is ${status.phase}`];
  const reasons = (status.containerStatuses ?? []).flatMap(
    ({ state = {}, lastState = {}, restartCount = 0 }) => [
      ...(state.waiting === undefined ? [] : [`it waits: ${state.waiting.reason}`]),
      ...(lastState.terminated?.reason === 'OOMKilled' ? ['it ran out of memory before'] : []),
      ...(restartCount > 5 ? [`it was started again ${restartCount} times`] : []),
    ],
  );
  return [...waiting, ...reasons].map((message) => ({
    ...{ ...at, check: 'pod', message },
    level: status.phase === 'Running' ? 'warning' : 'bad',
  }));
}

/** Only certificates are asked for, never their keys. */
async function secretFindings(namespace) {
  const each =
    '{range .items[?(@.type=="kubernetes.io/tls")]}{.metadata.name}{" "}{.data.tls\\.crt}{"\\n"}{end}';
  let lines;
  try {
    lines = (await kubectl(namespace, 'get', 'secrets', '-o', `jsonpath=${each}`)).split('\n');
  } catch (error) {
    const at = { service: 'Secrets', instance: '', check: 'certificate', level: 'warning' };
    return [{ ...at, message: `not looked at: ${error.message}` }];
  }
  return lines.flatMap((line) => {
    const [name, encoded] = line.split(' ');
    if (!encoded) return [];
    return certificateIn(encoded).map((found) => ({
      service: 'Secrets',
      instance: name,
      ...found,
    }));
  });
}

function certificateIn(encoded) {
  try {
    const { validTo } = new X509Certificate(Buffer.from(encoded, 'base64'));
    return certificateFindings({ certificateDays: daysUntil(Date.parse(validTo)) });
  } catch {
    return [{ level: 'bad', check: 'certificate', message: 'it holds none that can be read' }];
  }
}
