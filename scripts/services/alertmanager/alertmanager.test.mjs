import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { testPlace } from '../test-place.mjs';

const alertmanager = testPlace('alertmanager', 'ALERTMANAGER_URL');
let url;

before(async () => {
  const answer = await alertmanager.up();
  assert.deepEqual(answer.missing, {});
  url = answer.alertmanager.url;
});
after(alertmanager.remove);

test('is ready', async () => {
  const response = await fetch(`${url}/-/ready`);

  assert.equal(response.status, 200);
});

test('takes an alert and lists it', async () => {
  const alert = { labels: { alertname: 'DiskFull', service: 'relay' } };
  const posted = await fetch(`${url}/api/v2/alerts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([alert]),
  });
  assert.equal(posted.status, 200);

  const listed = await (await fetch(`${url}/api/v2/alerts`)).json();

  assert.deepEqual(
    listed.map(({ labels }) => labels),
    [alert.labels],
  );
});

test('a killed one is started again, and down leaves nothing', async () => {
  await alertmanager.kill();
  await alertmanager.up();
  assert.equal((await alertmanager.state()).state, 'up');
  const former = alertmanager.entry();

  await alertmanager.down();

  assert.equal(await alertmanager.isGone(former), true);
});
