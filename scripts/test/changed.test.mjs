import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chooseChanged } from './changed.mjs';

const projects = ['apps/relay', 'apps/speech', 'libs/platform/mail'].map((folder) => ({
  name: folder.replace(/.*\//, ''),
  folder,
}));
const isThere = () => true;
const names = (chosen) => chosen.projects.map(({ name }) => name);

test('a change in an app asks for all tests of that app', () => {
  const files = ['apps/relay/src/app.ts', 'apps/relay/test/app.e2e.ts'];

  const chosen = chooseChanged({ files, affected: ['relay'] }, projects, isThere);

  assert.deepEqual(names(chosen), ['relay']);
  assert.equal(chosen.tests, undefined);
  assert.equal(chosen.withE2e || chosen.withScripts, false);
});

test('a change in a library asks for the tests of all that depend on it', () => {
  const files = ['libs/platform/mail/src/smtp.ts'];

  const chosen = chooseChanged({ files, affected: ['mail', 'speech'] }, projects, isThere);

  assert.deepEqual(names(chosen), ['speech', 'mail']);
  assert.equal(chosen.tests, undefined);
});

test('where only tests have changed, they alone run', () => {
  const files = ['apps/relay/test/app.e2e.ts', 'apps/relay/src/spool/spool.spec.ts'];

  const chosen = chooseChanged({ files, affected: ['relay'] }, projects, isThere);

  assert.deepEqual(chosen.tests, files);
});

test('of e2e too', () => {
  const files = ['e2e/stack.e2e.ts'];

  const chosen = chooseChanged({ files, affected: ['e2e'] }, projects, isThere);

  assert.deepEqual([chosen.tests, chosen.withE2e], [files, true]);
});

test('what helps tests asks for all of them', () => {
  const files = ['apps/relay/test/app.e2e.ts', 'apps/relay/test/stub.ts'];

  assert.equal(chooseChanged({ files, affected: ['relay'] }, projects).tests, undefined);
});

test('the tests of a library that changed do not stand for those that depend on it', () => {
  const files = ['libs/platform/mail/src/smtp.spec.ts'];

  const chosen = chooseChanged({ files, affected: ['mail', 'speech'] }, projects, isThere);

  assert.equal(chosen.tests, undefined);
});

test('scripts and e2e are tested when their own files have changed', () => {
  const files = ['scripts/lib/ports.mjs', 'e2e/stack.ts'];

  const chosen = chooseChanged({ files, affected: [] }, projects, isThere);

  assert.deepEqual([chosen.withScripts, chosen.withE2e], [true, true]);
  assert.deepEqual(names(chosen), []);
});

test('a test that went asks for all of the project: Jest does not find it', () => {
  const files = ['apps/relay/test/gone.e2e.ts'];

  const { tests } = chooseChanged({ files, affected: ['relay'] }, projects, () => false);

  assert.equal(tests, undefined);
});

test('a long test asks for all of the project: a daily run leaves it out', () => {
  const files = ['apps/relay/test/kills.long.e2e.ts'];

  const { tests } = chooseChanged({ files, affected: ['relay'] }, projects, isThere);

  assert.equal(tests, undefined);
});
