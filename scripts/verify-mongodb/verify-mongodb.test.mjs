import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lackOf, verdictOf } from './verify-mongodb-verdict.mjs';

const WHOLE = { version: '8.0.4', setName: 'rs0', canExplain: true, hasTls: false };
const ALONE = { version: '4.4.0', canExplain: false, hasTls: false };

const proofs = (isProven) => [
  { name: 'contract', isProven: true },
  { name: 'indexes', isProven: true, needs: 'explain' },
  { name: 'change of primary', isProven, needs: 'replicaSet' },
];

test('everything proven is the only good verdict', () => {
  const { lines, isWhole } = verdictOf(WHOLE, proofs(true));

  assert.equal(isWhole, true);
  assert.deepEqual(lines, [
    'MongoDB 8.0.4, replica set rs0',
    '  contract: proven',
    '  indexes: proven',
    '  change of primary: proven',
    'Verdict: notifications can use this server',
  ]);
});

test('what a server cannot serve is named, with why', () => {
  const { lines, isWhole } = verdictOf(ALONE, proofs(true));

  assert.equal(isWhole, false);
  assert.deepEqual(lines, [
    'MongoDB 4.4.0, alone',
    '  contract: proven',
    '  indexes: not proven: it does not explain',
    '  change of primary: not proven: it is no replica set',
    'Verdict: not everything is proven',
  ]);
});

test('what fails is said first of all', () => {
  const { lines, isWhole } = verdictOf(WHOLE, proofs(false));

  assert.equal(isWhole, false);
  assert.match(lines.join('\n'), /change of primary: FAILED/);
});

test('the proxy stands before no server that wants TLS', () => {
  assert.match(lackOf({ ...WHOLE, hasTls: true }, { needs: 'noTls' }), /TLS/);
  assert.equal(lackOf(WHOLE, { needs: 'noTls' }), undefined);
});
