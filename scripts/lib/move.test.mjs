import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';

import { move } from './move.mjs';

const here = mkdtempSync(join(tmpdir(), 'sextant-move-'));
/** Of memory and disk that which is another file system than where temporary files are. */
const other = ['/dev/shm', '/var/tmp']
  .filter(existsSync)
  .find((folder) => statSync(folder).dev !== statSync(here).dev);
const elsewhere = other && mkdtempSync(join(other, 'sextant-move-'));
after(() =>
  [elsewhere, here].filter(Boolean).forEach((folder) => rmSync(folder, { recursive: true })),
);

let from, to;
beforeEach((context) => {
  const name = `cluster-${context.name?.length ?? 0}-${readdirSync(here).length}`;
  [from, to] = [join(elsewhere ?? here, name), join(here, `${name}-moved`)];
  mkdirSync(from);
  writeFileSync(join(from, 'PG_VERSION'), '18');
});

const isWhole = () => {
  assert.deepEqual(readdirSync(to), ['PG_VERSION']);
  assert.equal(readFileSync(join(to, 'PG_VERSION'), 'utf8'), '18');
  assert.equal(existsSync(from), false);
};

describe('what is moved to another file system', () => {
  it('is whole there, and gone here', () => {
    move(from, to);

    isWhole();
  });

  it('is copied anew when the copy was killed', () => {
    mkdirSync(`${to}.new`);
    writeFileSync(join(`${to}.new`, 'half'), '');

    move(from, to);

    isWhole();
  });

  it(
    'is not copied twice when it was killed after the copy',
    { skip: elsewhere === undefined && 'one file system' },
    () => {
      mkdirSync(to);
      writeFileSync(join(to, 'PG_VERSION'), '18');

      move(from, to);

      isWhole();
    },
  );
});
