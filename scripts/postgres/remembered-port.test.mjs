import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { chooseRememberedPort, readRememberedPort } from './remembered-port.mjs';

describe('the port that a server keeps', () => {
  let folder, other, taken;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-port-'));
    other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    taken = other.address().port;
  });
  after(() => {
    other.close();
    rmSync(folder, { recursive: true });
  });

  it('is the wished one while that is free', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const wish = free.address().port;
    free.close();
    await once(free, 'close');

    const file = join(folder, 'free');
    assert.equal(await chooseRememberedPort({ file, wish, isOurs: async () => false }), wish);
  });

  it('is another one, and the same again, when another program has the wished one', async () => {
    const file = join(folder, 'taken');
    const choose = () =>
      chooseRememberedPort({ file, wish: taken, isOurs: async (port) => port !== taken });

    const chosen = await choose();

    assert.notEqual(chosen, taken);
    assert.equal(await choose(), chosen);
  });

  it('is the one at which the server itself runs, and is remembered: a folder that was removed had forgotten it', async () => {
    const file = join(folder, 'ours');

    assert.equal(
      await chooseRememberedPort({ file, wish: taken, isOurs: async () => true }),
      taken,
    );
    assert.equal(readRememberedPort(file), taken);
  });
});
