import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseTestFlags } from './flags.mjs';

test('without flags everything is tested', () => {
  assert.deepEqual(parseTestFlags([], {}), {
    help: false,
    only: [],
    isChanged: false,
    skipE2e: false,
    isLong: false,
    withReport: false,
    isCi: false,
  });
});

test('--only takes names of projects', () => {
  assert.deepEqual(parseTestFlags(['--only', 'translate,platform-runtime'], {}).only, [
    'translate',
    'platform-runtime',
  ]);
});

test('--changed chooses by itself', () => {
  assert.equal(parseTestFlags(['--changed'], {}).isChanged, true);
  assert.throws(() => parseTestFlags(['--changed', '--only', 'relay'], {}), /exclude each other/);
});

test('an unknown project or flag is refused by name', () => {
  assert.throws(() => parseTestFlags(['--only', 'translator'], {}), /unknown project translator/);
  assert.throws(() => parseTestFlags(['--fast'], {}), /--fast/);
});
