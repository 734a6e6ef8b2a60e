import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { crc32 } from 'node:zlib';

import { missingForThisMachine } from '../lib/bootstrap.mjs';
import { describeCredentials, newApiKey, writeCredentials } from '../stack/credentials.mjs';
import { parseFlags, refuseFlagsOfNpm } from './flags.mjs';
import { isFree, requireFreePorts } from '../lib/ports.mjs';
import { isRunning, runningCommand, stopProcess, waitUntil } from '../lib/processes.mjs';
import { claimRun, runningChildren, wantedServices } from '../lib/run-file.mjs';
import { findFreePorts } from '../services/network.mjs';

const GATEWAY = 'http://localhost:8080';
/** The scripts run before anything is built, so the format of keys is written twice. */
const apiKeys = new URL(
  '../../libs/platform/security/dist/api-keys/key-format.js',
  import.meta.url,
);
const notBuilt = !existsSync(apiKeys) && 'platform-security is not built';
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-start-'));
});
after(() => rmSync(folder, { recursive: true }));

describe('flags', () => {
  it('start all services on port 8080 by default', () => {
    const flags = parseFlags([]);

    assert.equal(flags.only.length, 6);
    assert.equal(flags.port, 8080);
    assert.equal(flags.isDataExplicit, false);
  });

  it('take --data from where npm was called', () => {
    const env = { npm_lifecycle_event: 'start', INIT_CWD: '/home/me' };

    assert.equal(parseFlags(['--data', 'here'], env).dataDir, '/home/me/here');
  });

  it('that npm keeps for itself are told with the command that was meant', () => {
    const env = { npm_lifecycle_event: 'start', npm_config_yes: '' };
    assert.throws(
      () => refuseFlagsOfNpm({ ...env, npm_config_all_pairs: 'true', npm_config_port: '99' }),
      /npm has kept --port --all-pairs for itself: .* as in npm start -- --port --all-pairs\.$/,
    );
    refuseFlagsOfNpm(env);
    refuseFlagsOfNpm({ npm_config_port: '99' });
  });

  it('are refused when unknown, empty or out of range', () => {
    assert.throws(() => parseFlags(['--ony', 'relay']), /--ony/);
    assert.throws(
      () => parseFlags(['--only', ',']),
      /no service given\. Known services: translate/,
    );
    assert.throws(() => parseFlags(['--data', '']), /--data: no folder given\./);
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    assert.throws(() => parseFlags(['--data', file]), /--data: .*a-file is a file\. Give a folder/);
    assert.throws(() => parseFlags(['--only', 'relay,tea']), /unknown service tea\./);
    for (const port of ['0', '65536', '1e3', 'x']) {
      assert.throws(() => parseFlags(['--port', port]), /--port: ".*" is no port/);
    }
  });
});

describe('credentials', () => {
  it('are keys of base 62 that end with the CRC-32 of what stands before', () => {
    const key = newApiKey();

    assert.match(key, /^sxt_[0-9A-Za-z]{36}$/);
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const checksum = [...key.slice(34)].reduce((sum, char) => sum * 62 + alphabet.indexOf(char), 0);
    assert.equal(checksum, crc32(key.slice(0, 34)));
  });

  it('are keys that the services take for well-formed', { skip: notBuilt }, async () => {
    const { isWellFormed } = await import(apiKeys.href);

    // Some checksums begin with a zero.
    const keys = Array.from({ length: 500 }, newApiKey);
    assert.deepEqual(
      keys.filter((key) => !isWellFormed(key)),
      [],
    );
    assert.equal(isWellFormed(`${keys[0].slice(0, -6)}000000`), false);
  });

  it('are kept, what is missing is added, and the addresses follow the gateway', () => {
    const file = join(folder, 'credentials.json');
    const first = writeCredentials({ file, gateway: GATEWAY });
    writeFileSync(file, JSON.stringify({ translate: first.translate, relay: { k8s_url: 'mine' } }));

    const second = writeCredentials({ file, gateway: 'http://localhost:9090' });

    assert.equal(second.translate.auth_key, first.translate.auth_key);
    assert.equal(second.relay.k8s_url, 'mine');
    assert.equal(second.speech.base_url, 'http://localhost:9090');
    assert.notEqual(second.speech.api_key, first.speech.api_key);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), second);
  });
});

describe('what is said of the credentials', () => {
  const file = '/home/me/clone/.data/dev-credentials.json';

  it('names the parts that are filled, and says that the others are not', () => {
    const credentials = writeCredentials({ file: join(folder, 'fresh.json'), gateway: GATEWAY });

    assert.equal(
      describeCredentials({ file, credentials, from: '/home/me/clone' }),
      '.data/dev-credentials.json',
    );
  });

  it('is the path alone when every part is filled', () => {
    const credentials = {
      gateway: GATEWAY,
      notifications: { base_url: GATEWAY },
      relay: { base_url: GATEWAY, k8s_url: 'x', alertmanager_url: '' },
    };

    assert.equal(
      describeCredentials({ file, credentials, from: '/home/me/clone/.data' }),
      'dev-credentials.json',
    );
  });

  it('has the whole path when the current folder is not above the file', () => {
    const credentials = { relay: { k8s_url: 'x' } };

    for (const from of ['/home/me/clone/docs', '/home/me/clo', '/']) {
      const expected = from === '/' ? file.slice(1) : file;
      assert.equal(describeCredentials({ file, credentials, from }), expected);
    }
  });
});

describe('npm packages', () => {
  it('that npm left out for an old Node are those for this machine alone', () => {
    const here = { optional: true, os: [process.platform], cpu: [process.arch] };
    const packages = {
      'node_modules/anvil': here,
      'node_modules/there': here,
      'node_modules/of-another-cpu': { ...here, cpu: ['s390'] },
      'node_modules/of-another-system': { ...here, os: ['aix'] },
      'node_modules/of-another-libc': { ...here, libc: ['newlib'] },
      'node_modules/of-a-package-that-is-not-there': { optional: true },
      'node_modules/needed': { os: [process.platform] },
    };
    const isThere = (path) => path.endsWith('/there');

    assert.deepEqual(missingForThisMachine(packages, isThere), ['node_modules/anvil']);
  });
});

describe('ports', () => {
  it('given twice are refused with both names and the variable', async () => {
    const wanted = [
      { name: 'translate', port: 1, variable: 'TRANSLATE_PORT' },
      { name: 'relay', port: 1, variable: 'RELAY_PORT' },
    ];

    await assert.rejects(
      requireFreePorts(wanted),
      /Port 1 is given to both translate and relay\. Set RELAY_PORT\./,
    );
  });

  it('that only root may have are told as that', async () => {
    const wanted = [
      { name: 'gateway', port: 80, variable: '--port' },
      { name: 'relay', port: 8081, variable: 'RELAY_PORT' },
    ];

    await assert.rejects(
      requireFreePorts(wanted, async () => 'EACCES'),
      /^Error: Port 80 \(gateway\) needs root: choose 1024 or higher\. Set --port\.\nPort 8081 \(relay\) cannot be listened on: EACCES\./,
    );
  });

  for (const host of ['127.0.0.1', '::1']) {
    const skip = host === '::1' && !hasIpv6() && 'this machine has no IPv6';

    it(`are taken when another program listens on ${host}`, { skip }, async () => {
      // Below those that the system hands out: no other test is given it when it is free again.
      const port = await findFreePorts({ count: 1, folder, taken: new Set() });
      const other = createServer().listen(port, host).unref();
      await once(other, 'listening');

      const refused = requireFreePorts([{ name: 'relay', port, variable: 'RELAY_PORT' }]);

      await assert.rejects(refused, /\(relay\) is taken by another program\. Set RELAY_PORT\./);
      other.close();
      await once(other, 'close');
      assert.equal(await isFree(port), true);
    });
  }
});

function hasIpv6() {
  return Object.values(networkInterfaces())
    .flat()
    .some(({ address }) => address === '::1');
}

describe('left-over children', () => {
  it('are found by process id and command line', () => {
    const ours = { pid: process.pid, command: runningCommand(process.pid) };

    assert.equal(isRunning(ours), true);
    assert.equal(isRunning({ ...ours, command: 'another program' }), false);
  });

  it('are not seen in a zombie, to which kill(pid, 0) still answers', async () => {
    // The shell starts a child, becomes `sleep` before that ends, and so never waits for it.
    const parent = spawn('sh', ['-c', 'sleep 2 & echo $!; exec sleep 120']);
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(line);

    assert.equal(await waitUntil(() => runningCommand(pid) === undefined, 60_000), true);
    assert.doesNotThrow(() => process.kill(pid, 0));
    parent.kill('SIGKILL');
  });

  it('that ignore SIGTERM are killed with their process group', async () => {
    const child = spawn('sh', ['-c', 'trap "" TERM; echo up; while :; do sleep 1; done'], {
      detached: true,
    });
    await once(child.stdout, 'data');

    const target = { pid: child.pid, command: runningCommand(child.pid) };
    assert.equal(await stopProcess(target, 200), 'killed');
    assert.equal(await stopProcess(target, 200), 'gone');
  });

  it('are handed to the next start; a living supervisor is named instead', () => {
    const dataDir = join(folder, 'run');
    const child = { role: 'app', name: 'relay', pid: process.ppid };
    const recorded = { ...child, command: runningCommand(process.ppid) };
    const file = join(dataDir, 'run.json');
    mkdirSync(dataDir);
    const first = claimRun(dataDir);
    first.replace(recorded);
    const run = JSON.parse(readFileSync(file, 'utf8'));
    first.release();

    writeFileSync(file, JSON.stringify({ ...run, supervisor: { pid: 1, command: 'gone' } }));
    const second = claimRun(dataDir);
    assert.deepEqual(second.leftOvers, [recorded]);
    second.release();

    // Changed by hand, or of another program.
    for (const children of ['x', [null], [7], [{ pid: 'x' }], { length: 1 }]) {
      writeFileSync(file, JSON.stringify({ ...run, supervisor: { pid: 1 }, children }));
      assert.deepEqual(runningChildren(dataDir), []);
      assert.deepEqual(wantedServices(dataDir), []);
      const third = claimRun(dataDir);
      assert.deepEqual(third.leftOvers, []);
      third.release();
    }

    writeFileSync(file, JSON.stringify({ ...run, supervisor: recorded }));
    assert.throws(() => claimRun(dataDir), new RegExp(`already runs .* process ${process.ppid}`));
  });
});
