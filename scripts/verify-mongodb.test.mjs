import assert from 'node:assert/strict';
import { test } from 'node:test';

import { verdictOf } from './verify-mongodb-verdict.mjs';

const proofs = (isProven) => [
  { name: 'contract', isProven: true, needsReplicaSet: false },
  { name: 'change of primary', isProven, needsReplicaSet: true },
];

test('everything proven is the only good verdict', () => {
  const { lines, isWhole } = verdictOf({ version: '8.0.4', setName: 'rs0' }, proofs(true));

  assert.equal(isWhole, true);
  assert.deepEqual(lines, [
    'MongoDB 8.0.4, replica set rs0',
    '  contract: proven',
    '  change of primary: proven',
    'Verdict: notifications can use this server',
  ]);
});

test('a server that is no replica set proves no change of primary', () => {
  const { lines, isWhole } = verdictOf({ version: '8.0.4' }, proofs(true));

  assert.equal(isWhole, false);
  assert.match(lines.join('\n'), /change of primary: not proven: the server is no replica set/);
});

test('what fails is said first of all', () => {
  const { lines, isWhole } = verdictOf({ version: '8.0.4', setName: 'rs0' }, proofs(false));

  assert.equal(isWhole, false);
  assert.match(lines.join('\n'), /change of primary: FAILED/);
});
