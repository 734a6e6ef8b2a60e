import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './servers.mjs';

/** One notification for some people, by a manager. */
export async function post({ url }, manager, recipients, title) {
  const response = await fetch(`${url}/api/notifications`, {
    method: 'POST',
    headers: { authorization: `Bearer ${manager}`, 'content-type': 'application/json' },
    body: JSON.stringify({ toUserList: recipients, title, description: 'Text of the bench.' }),
  });
  await response.arrayBuffer();
  if (response.status !== 201) throw new Error(`Creation answered ${response.status}.`);
}

/** A process with a socket for each of these credentials. */
export async function connected(url, credentials) {
  const child = fork(join(ROOT, 'bench/lib/socket-clients.mjs'));
  child.send({ url, credentials });
  await once(child, 'message');
  return child;
}

/** @returns how the arrival of what `trigger` sends to all of them was spread */
export async function burst(child, trigger) {
  const arrived = once(child, 'message');
  await trigger();
  const [spread] = await arrived;
  return spread;
}
