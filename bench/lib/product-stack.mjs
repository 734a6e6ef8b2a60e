import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { descendantsOf } from '../../scripts/lib/processes.mjs';
import { services } from '../../scripts/lib/project.mjs';
import { ROOT } from './servers.mjs';

/** Limits that no load of one machine meets. */
const MANY = '100000000';
const LIMITS = {
  RATE_LIMIT_IP: MANY,
  RATE_LIMIT_TOKEN: MANY,
  RATE_LIMIT_USER: MANY,
  REQUESTS_PER_MINUTE: MANY,
  OPERATIONS_PER_MINUTE: MANY,
};
const CLOCK_TICKS = 100; // a second, on every Linux that Node runs on

/** All six as `npm start` runs them, in a folder of their own. */
export class ProductStack {
  static async start() {
    const stack = new ProductStack();
    stack.dataDir = mkdtempSync(join(tmpdir(), 'bench-product-'));
    chmodSync(stack.dataDir, 0o755); // as root, PostgreSQL runs as another user, who must enter it
    const variables = ['PGPORT', 'CHAIN_PORT', ...services.map(({ portVariable }) => portVariable)];
    const [gateway, ...ports] = await freePorts(variables.length + 1);
    const chosen = Object.fromEntries(variables.map((name, index) => [name, `${ports[index]}`]));
    const words = ['--data', stack.dataDir, '--port', `${gateway}`, '--no-models'];
    stack.child = spawn('node', [join(ROOT, 'scripts/start/start.mjs'), ...words], {
      env: { ...process.env, ...LIMITS, ...chosen, APERTIUM_SELF_TEST: 'false', DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await stack.#isStarted();
    stack.urls = Object.fromEntries(
      services.map(({ name, portVariable }) => [name, `http://127.0.0.1:${chosen[portVariable]}`]),
    );
    stack.credentials = JSON.parse(readFileSync(join(stack.dataDir, 'dev-credentials.json')));
    return stack;
  }

  async #isStarted() {
    let said = '';
    for await (const chunk of this.child.stdout) {
      said += chunk;
      if (said.includes('Credentials for development')) break;
    }
    if (this.child.exitCode !== null) throw new Error(`npm start ended:\n${said}`);
    this.child.stdout?.resume();
  }

  /** @returns {Record<string, number>} seconds of processor time that each part has used since it began */
  processorSeconds() {
    const { children } = JSON.parse(readFileSync(join(this.dataDir, 'run.json'), 'utf8'));
    const parts = children.map(({ role, name, pid }) => [
      role === 'app' ? name : role,
      secondsOf(pid) + sum(descendantsOf(pid).map((child) => secondsOf(child.pid))),
    ]);
    return Object.fromEntries(parts);
  }

  async stop() {
    if (this.child.exitCode === null) {
      this.child.kill('SIGTERM');
      await once(this.child, 'exit');
    }
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

/** With what its children that have ended used. */
function secondsOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum(fields.slice(11, 15).map(Number)) / CLOCK_TICKS;
  } catch {
    return 0; // it has ended, and its parent has it
  }
}

async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
