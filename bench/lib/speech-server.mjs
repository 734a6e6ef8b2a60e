import { request } from 'node:http';
import { freePort, startPostgres } from './postgres.mjs';
import { ROOT, startService } from './servers.mjs';

export const KEY = 'sxt_TestKey0000000000000000000000042pqlr';

/** speech as production runs it: keys, validation, limits, metrics, log lines and a durable PostgreSQL. */
export async function startSpeech(env = {}, root = ROOT) {
  const postgres = await startPostgres();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startService('speech', root, {
    url: `${url}/health/live`,
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: await postgres.newDatabase('speech'),
      BOOTSTRAP_API_KEY: KEY,
      REQUESTS_PER_MINUTE: '100000000',
      CONCURRENT_SYNTHESES: '1000',
      ...env,
    },
  });
  return { url, pid: server.pid, stop: () => server.stop().then(postgres.stop) };
}

/** Streams a text: when the first byte of audio came, when the last, and how many there were. */
export function stream({ url }, body, path = '/v1/audio/stream') {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    const sent = request(`${url}${path}`, { method: 'POST', headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
      let firstMs;
      const chunks = [];
      response.on('data', (chunk) => {
        firstMs ??= performance.now() - startedMs;
        chunks.push(chunk);
      });
      response.on('end', () =>
        resolve({ firstMs, totalMs: performance.now() - startedMs, audio: Buffer.concat(chunks) }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

/**
 * A live session, and how soon the first audio of each turn comes after its text.
 *
 * @returns {Promise<{ say: (text: string) => Promise<number>, end: () => void }>}
 */
export async function converse({ url }, start) {
  const protocols = ['sextant.speech.live', `bearer.${KEY}`];
  const socket = new globalThis.WebSocket(`${url.replace('http', 'ws')}/v1/audio/live`, protocols);
  let told = () => undefined;
  socket.onmessage = ({ data }) => told(JSON.parse(data));
  const until = (isSo) =>
    new Promise((resolve, reject) => {
      socket.onclose = ({ reason }) => reject(new Error(`closed: ${reason}`));
      told = (message) => isSo(message) && resolve(performance.now());
    });
  await new Promise((resolve) => (socket.onopen = resolve));
  socket.send(JSON.stringify({ type: 'start', ...start }));
  await until(({ type }) => type === 'started');
  const say = async (text) => {
    const startedMs = performance.now();
    let firstMs;
    const done = until(({ type, audio }) => {
      if (audio !== undefined) firstMs ??= performance.now() - startedMs;
      return type === 'turn_done';
    });
    socket.send(JSON.stringify({ type: 'text', text }));
    socket.send(JSON.stringify({ type: 'flush' }));
    await done;
    return firstMs;
  };
  return { say, end: () => socket.close() };
}
