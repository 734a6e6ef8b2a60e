import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Tally } from './tally.mjs';

const noKafka = { KAFKA_BROKERS: 'needs Java 17 or newer' };
const skipped = [{ name: 'the publisher, needs KAFKA_BROKERS sends in order' }];

test('adds up, and ends with one closing line', () => {
  const tally = new Tally({ isCi: false });
  tally.add('a', { passed: 2, failed: 1, skipped: [], reasons: ['a.spec.ts: adds: 3 is not 4'] });
  tally.add('b', { passed: 3, failed: 0, skipped: [] });
  tally.fail('Lint');

  assert.deepEqual(tally.lines(), [
    'Failure: a.spec.ts: adds: 3 is not 4',
    'Failed: a',
    'Failed: Lint',
    '5 passed, 2 failed, 0 skipped',
  ]);
});

test('names what was skipped, with the reason why its server is missing', () => {
  const tally = new Tally({ isCi: false });
  tally.addMissing(noKafka);
  tally.add('platform-events', { passed: 1, failed: 0, skipped });

  assert.deepEqual(tally.lines(), [
    'Skipped: platform-events: the publisher, needs KAFKA_BROKERS sends in order (needs Java 17 or newer)',
    '1 passed, 0 failed, 1 skipped',
  ]);
});

test('in CI a skip and a missing server are failures', () => {
  const tally = new Tally({ isCi: true });
  tally.addMissing(noKafka);
  tally.add('platform-events', { passed: 1, failed: 0, skipped });

  assert.equal(tally.lines().at(-1), '1 passed, 2 failed, 0 skipped');
});

test('in CI a skip for want of what a build machine may lack is none', () => {
  const tally = new Tally({ isCi: true });
  tally.add('k8s', { passed: 0, failed: 0, skipped: [{ name: 'renders, needs kubectl' }] });

  assert.equal(tally.lines().at(-1), '0 passed, 0 failed, 1 skipped');
});

test('in CI a server is excused where there is nothing to bring it with, and only there', () => {
  const missing = { S3_TEST_URL: 'the reason' };
  const without = [{ name: 'uploads to S3, needs S3_TEST_URL' }];
  const closing = (excused) => {
    const tally = new Tally({ isCi: true });
    tally.addMissing(missing, excused);
    tally.add('ipt-graphql', { passed: 0, failed: 0, skipped: without });
    return tally.lines().at(-1);
  };

  assert.equal(closing(['S3_TEST_URL']), '0 passed, 0 failed, 1 skipped');
  assert.equal(closing([]), '0 passed, 2 failed, 0 skipped');
});

test('repeats what groups of tests count', () => {
  const tally = new Tally({ isCi: true });
  tally.add('go-template', { passed: 5, failed: 0, skipped: [], figures: ['7 vectors'] });

  assert.deepEqual(tally.lines(), ['go-template: 7 vectors', '5 passed, 0 failed, 0 skipped']);
});

test('names files that passed only alone, which is no failure', () => {
  const tally = new Tally({ isCi: true });
  tally.add('relay', { passed: 5, failed: 0, skipped: [] });
  tally.addUnsteady('apps/relay/test/sinks/kafka.e2e.ts', ['sends: too late', 'reads: nothing']);

  assert.deepEqual(tally.lines(), [
    'Unsteady: apps/relay/test/sinks/kafka.e2e.ts failed beside others and passed alone (sends: too late; reads: nothing)',
    '5 passed, 0 failed, 0 skipped',
  ]);
});
