import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '@sextant/platform-testing';
import { DiskContentStore } from '../../src/content/disk-content-store.js';
import { KuboPinner, PinnedContentStore } from '../../src/content/copies/kubo-pinner.js';
import { KuboPins } from '../../src/content/copies/kubo-pins.js';
import { scratch } from '../anvil.js';

/** Of Kubo, as `GOTOOLCHAIN=go1.25.5 go install github.com/ipfs/kubo/cmd/ipfs@v0.39.0` builds it. */
const program = process.env['KUBO_PROGRAM'] ?? '';

(program === '' ? describe.skip : describe)('a real Kubo, needs KUBO_PROGRAM', () => {
  const env = { ...process.env, IPFS_PATH: join(scratch(), 'repo') };
  const ipfs = (...words: string[]) =>
    execFileSync(program, words, { env, stdio: 'pipe', maxBuffer: 2 ** 24 });
  let daemon: ChildProcess;
  let content: PinnedContentStore;
  let url = '';

  beforeAll(async () => {
    const port = await freePort();
    ipfs('init', '--profile', 'test');
    ipfs('config', 'Addresses.API', `/ip4/127.0.0.1/tcp/${port}`);
    ipfs('config', 'Addresses.Gateway', `/ip4/127.0.0.1/tcp/${await freePort()}`);
    daemon = spawn(program, ['daemon', '--offline'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve) => {
      daemon.stdout?.on('data', (bytes: Buffer) => {
        if (bytes.includes('Daemon is ready')) resolve();
      });
    });
    url = `http://127.0.0.1:${port}`;
    content = new PinnedContentStore(new DiskContentStore(scratch()), new KuboPinner(url));
  });
  afterAll(async () => {
    const ended = once(daemon, 'exit');
    daemon.kill();
    await ended;
  });

  it.each([19, 3 * 1024 * 1024 + 7])(
    'pins a file of %i bytes by the CID that it has here, and gives it back',
    async (size) => {
      const bytes = randomBytes(size);

      const cid = await content.add(bytes);

      expect(ipfs('pin', 'ls', '--type=recursive', cid).toString()).toContain(cid);
      expect(ipfs('cat', cid).equals(bytes)).toBe(true);
    },
  );

  it('pins again what lost its pin, when it is stored again', async () => {
    const bytes = randomBytes(100);
    const cid = await content.add(bytes);
    ipfs('pin', 'rm', cid);

    expect(await content.add(bytes)).toBe(cid);

    expect(ipfs('pin', 'ls', '--type=recursive', cid).toString()).toContain(cid);
  });

  it('has a pin again that was lost there, when it is looked for', async () => {
    const cid = await content.add(randomBytes(2 * 1024 * 1024));
    const pins = new KuboPins(url, content);
    expect(await pins.find(cid)).toEqual({ requestId: cid, status: 'pinned' });
    ipfs('pin', 'rm', cid);
    ipfs('repo', 'gc');

    const lost = await pins.status(cid);
    const again = await pins.add(cid);

    expect(lost).toBeUndefined();
    expect(again).toEqual({ requestId: cid, status: 'pinned' });
    expect(ipfs('pin', 'ls', '--type=recursive', cid).toString()).toContain(cid);
  });
});
