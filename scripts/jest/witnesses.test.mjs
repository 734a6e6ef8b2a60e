import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { afterEach, test } from 'node:test';

const { hearWitnesses } = createRequire(import.meta.url)('./witnesses.cjs');
const WITNESSES = Symbol.for('sextant.witnesses');

afterEach(() => delete globalThis[WITNESSES]);

test('what was seen stands in the error of a case, in front of the places', async () => {
  globalThis[WITNESSES] = new Set([
    async () => 'http://localhost/: Too many requests. $1',
    () => Promise.reject(new Error('closed')),
  ]);
  const error = new Error('Timeout');

  await hearWitnesses({ name: 'test_fn_failure', error });

  const seen = 'Seen then:\nhttp://localhost/: Too many requests. $1\nnothing: closed';
  assert.equal(error.message, `Timeout\n\n${seen}`);
  assert.match(error.stack, /^Error: Timeout\n\nSeen then:\n.*\n.*closed\n +at /);
});

test('without anything to see, and for other events, an error stays as it is', async () => {
  const error = new Error('Timeout');
  await hearWitnesses({ name: 'test_fn_failure', error });
  globalThis[WITNESSES] = new Set([async () => 'much']);
  await hearWitnesses({ name: 'test_done', error });

  assert.equal(error.message, 'Timeout');
});
