import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '@sextant/platform-testing/free-ports';
import { KubeApi } from './kube-api.js';

const { KUBE_APISERVER: apiServer = '', ETCD: etcd = '' } = process.env;

/** Whether both programs are named; `scripts/kube-apiserver/kube-apiserver.mjs` builds them. */
export const hasControlPlane = apiServer !== '' && etcd !== '';

/**
 * Services get their addresses from here. All of it is this machine's own, so that the API server reaches the address of
 * a Service without what kube-proxy does.
 */
const SERVICE_NETWORK = '127.83.0.0/16';
const START_MS = 120_000;

/** An API server of Kubernetes with its etcd, and no controllers: what is stored is all that there is. */
export class ControlPlane {
  private constructor(
    readonly api: KubeApi,
    private readonly folder: string,
    private readonly children: readonly ChildProcess[],
  ) {}

  static async start(): Promise<ControlPlane> {
    const folder = mkdtempSync(join(tmpdir(), 'sextant-kubernetes-'));
    const [port = 0, clients = 0, peers = 0] = await freePorts(3);
    const token = randomBytes(24).toString('hex');
    writeFileSync(join(folder, 'tokens.csv'), `${token},admin,admin,system:masters\n`);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(
      join(folder, 'accounts.key'),
      privateKey.export({ type: 'pkcs8', format: 'pem' }),
      { mode: 0o600 },
    );
    const children = [
      program(etcd, etcdWords(folder, clients, peers)),
      program(apiServer, apiServerWords(folder, port, clients)),
    ];
    const certificate = join(folder, 'tls/apiserver.crt');
    const api = new KubeApi({ port, token, ca: () => readFileSync(certificate, 'utf8') });
    const made = new ControlPlane(api, folder, children);
    try {
      await made.#isReady(certificate);
    } catch (error) {
      await made.stop();
      throw error;
    }
    return made;
  }

  async #isReady(certificate: string): Promise<void> {
    for (const endMs = performance.now() + START_MS; performance.now() < endMs;) {
      const ended = this.children.find(({ exitCode }) => exitCode !== null);
      if (ended !== undefined) throw new Error(`${ended.spawnfile} ended with ${ended.exitCode}`);
      if (existsSync(certificate)) {
        const ready = await this.api.ask('GET', '/readyz').catch(() => undefined);
        if (ready?.status === 200) return;
      }
      await sleep(200);
    }
    throw new Error('The API server is not ready.');
  }

  async stop(): Promise<void> {
    // The API server first: it waits long for an etcd that is gone.
    for (const child of [...this.children].reverse()) {
      if (child.exitCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What they write shows with `SEXTANT_SHOW_CONTROL_PLANE=1`. */
function program(path: string, words: readonly string[]): ChildProcess {
  const shows = process.env['SEXTANT_SHOW_CONTROL_PLANE'] === '1';
  // No proxy of this environment lies between them.
  return spawn(path, words, { env: {}, stdio: ['ignore', 'ignore', shows ? 'inherit' : 'ignore'] });
}

const etcdWords = (folder: string, clients: number, peers: number) => [
  ...['--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync'],
  ...['--listen-client-urls', `http://127.0.0.1:${clients}`],
  ...['--advertise-client-urls', `http://127.0.0.1:${clients}`],
  ...['--listen-peer-urls', `http://127.0.0.1:${peers}`],
  ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peers}`],
  ...['--initial-cluster', `default=http://127.0.0.1:${peers}`],
];

const apiServerWords = (folder: string, port: number, etcdPort: number) => [
  `--etcd-servers=http://127.0.0.1:${etcdPort}`,
  `--secure-port=${port}`,
  '--bind-address=127.0.0.1',
  // It makes a certificate of its own there.
  `--cert-dir=${join(folder, 'tls')}`,
  `--token-auth-file=${join(folder, 'tokens.csv')}`,
  '--authorization-mode=RBAC',
  '--service-account-issuer=https://kubernetes.default.svc',
  `--service-account-key-file=${join(folder, 'accounts.key')}`,
  `--service-account-signing-key-file=${join(folder, 'accounts.key')}`,
  `--service-cluster-ip-range=${SERVICE_NETWORK}`,
  // There is one, and its address is nobody's way in.
  '--endpoint-reconciler-type=none',
];
