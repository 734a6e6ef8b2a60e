import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';

import { claim, ownerOf, release, withLock } from './claim.mjs';

const turnOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);
const ROUNDS = 60;
const CLAIMANTS = 3;

/** Reads names of files, claims each, and prints who has it. */
const CLAIMANT = `
  import { createInterface } from 'node:readline';
  import { claim } from ${JSON.stringify(new URL('claim.mjs', import.meta.url).href)};
  for await (const file of createInterface({ input: process.stdin })) {
    const { owner } = claim(file);
    console.log(owner === undefined ? 'mine' : 'of ' + owner.pid);
  }
`;

describe('a file that processes claim', () => {
  let folder;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'claim-'))));
  after(() => rmSync(folder, { recursive: true }));

  const dead = (pid = process.pid) => ({
    supervisor: { pid, command: 'node of a run before', since: '2026-01-01' },
  });

  it('belongs to one of those that find it dead at the same moment', async (test) => {
    const claimants = Array.from({ length: CLAIMANTS }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', CLAIMANT], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const ask = async (file) => {
        child.stdin.write(`${file}\n`);
        return (await lines.next()).value;
      };
      test.after(() => child.kill());
      return { child, ask };
    });

    for (let round = 0; round < ROUNDS; round += 1) {
      const file = join(folder, `run-${round}.json`);
      writeFileSync(file, JSON.stringify(dead(1)));
      const answers = await Promise.all(claimants.map(({ ask }) => ask(file)));
      const owner = JSON.parse(readFileSync(file, 'utf8')).supervisor.pid;
      const winners = claimants.filter((_, index) => answers[index] === 'mine');
      assert.deepEqual(
        winners.map(({ child }) => child.pid),
        [owner],
      );
    }
    assert.deepEqual(
      readdirSync(folder).filter((name) => !/^run-\d+\.json$/.test(name)),
      [],
    );
  });

  it('of a dead process that had the id of this one is taken over, with what it noted', () => {
    const file = join(folder, 'same-id');
    writeFileSync(file, JSON.stringify({ ...dead(), children: [7] }));

    const { owner, earlier } = claim(file, (left) => ({ children: left?.children }));

    assert.equal(owner, undefined);
    assert.deepEqual(earlier.children, [7]);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')).children, [7]);
    assert.equal(ownerOf(file).pid, process.pid);
    assert.equal(claim(file).owner.pid, process.pid);
    release(file);
    assert.equal(existsSync(file), false);
  });

  it('is taken over too when who took it over died in the middle, or half of it is there', () => {
    const file = join(folder, 'halves');
    writeFileSync(file, '{"superv');
    assert.equal(claim(file).owner, undefined);
    release(file);

    const text = JSON.stringify(dead());
    writeFileSync(file, text);
    claim(file);
    release(file);
    writeFileSync(file, text);
    // The turn of the second one, which did not end it.
    writeFileSync(`${file}.${turnOf(text)}`, JSON.stringify(dead()));
    assert.equal(claim(file).owner, undefined);
    release(file);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('halves')),
      [],
    );
  });

  it('is not given back by whoever does not have it', () => {
    const file = join(folder, 'foreign');
    writeFileSync(file, JSON.stringify(dead(1)));

    release(file);

    assert.equal(existsSync(file), true);
  });

  it('is not given back by one that has lost it to another', () => {
    const file = join(folder, 'lost');
    claim(file);
    writeFileSync(file, JSON.stringify(dead(1)));

    release(file);

    assert.equal(existsSync(file), true);
  });

  it('that is a folder is refused in one line by its name', () => {
    const file = join(folder, 'a-folder.json');
    mkdirSync(file);

    for (const ask of [claim, ownerOf]) {
      assert.throws(() => ask(file), /^Error: .*a-folder\.json cannot be read: EISDIR/);
    }
    rmSync(file, { recursive: true });
  });

  it('that is a symbolic link to nothing is refused by its name', () => {
    const file = join(folder, 'link');
    symlinkSync(join(folder, 'nowhere', 'lock'), file);

    assert.throws(() => claim(file), {
      message: `${file} is a symbolic link to nothing. Remove it.`,
    });
  });

  it('where there are no hard links is refused, with what to do and nothing left behind', (test) => {
    const refuse = () => {
      throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
    };
    const { mock } = test.mock.method(fs, 'linkSync', refuse);
    syncBuiltinESMExports();
    const file = join(folder, 'no-links');
    try {
      assert.throws(() => claim(file), { message: /has no hard links/ });
    } finally {
      mock.restore();
      syncBuiltinESMExports();
    }

    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('no-links')),
      [],
    );
  });

  for (const supervisor of [5, null, {}, { pid: 1 }]) {
    it(`is taken over from an owner that is none: ${JSON.stringify(supervisor)}`, () => {
      const file = join(folder, 'none');
      writeFileSync(file, JSON.stringify({ supervisor }));

      assert.equal(claim(file).owner, undefined);
      release(file);
    });
  }

  it('keeps the next one waiting, which is told whom it waits for', async () => {
    const place = join(folder, 'place');
    const seen = [];
    const waitsFor = [];
    const work = (name) => async () => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 150));
      seen.push(`${name} ends`);
    };
    await Promise.all([
      withLock(place, work('first')),
      withLock(place, work('second'), ({ pid }) => waitsFor.push(pid)),
    ]);
    assert.deepEqual(seen, ['first begins', 'first ends', 'second begins', 'second ends']);
    assert.deepEqual(waitsFor, [process.pid]);
  });
});
