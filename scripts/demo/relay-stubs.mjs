import { createServer } from 'node:http';
import { once } from 'node:events';

import { CHANNEL_STUBS } from '../../apps/relay/test/channel-stubs.ts';

/**
 * Stands in for the closed clouds: keeps what it is sent, answers as they do, and refuses what is over
 * their documented limits; those of the channels are those that the tests use. It also has the page of metrics that Prometheus scrapes.
 */
export async function startStubs() {
  const stubs = { url: '', metric: 0, messages: [], stop: undefined };
  let count = 0;

  const server = createServer(async (request, response) => {
    if (request.url === '/metrics') return response.end(`demo_errors ${stubs.metric}\n`);
    const body = await bodyOf(request);
    const [, sink] = request.url.split(/[/?]/);
    const path = new URL(request.url, 'http://stub').pathname;
    const text = textOf(body.toString(), request.headers['content-type'] ?? '');
    count += 1;
    const { method, url, headers } = request;
    const checked = CHANNEL_STUBS[sink]?.({ method, path: url, headers, body });
    const { status, answer } = checked
      ? { status: checked.status, answer: checked.body }
      : answerOf(sink, { text, count });
    stubs.messages.push({ sink, path, text, status });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  stubs.url = `http://127.0.0.1:${server.address().port}`;
  stubs.stop = async () => {
    server.close();
    server.closeAllConnections();
  };
  return stubs;
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The message in a JSON body or in the form of the workplace chat. */
function textOf(body, type) {
  if (type.startsWith('multipart/form-data')) {
    return JSON.parse(/name="message"\r\n\r\n(.*)\r\n/.exec(body)?.[1] ?? '{}').text ?? '';
  }
  if (!type.includes('json')) return body;
  const json = JSON.parse(body);
  return json.text ?? body;
}

function answerOf(sink, { text, count }) {
  switch (sink) {
    case 'chatbot':
      if (text.length <= 4096)
        return { status: 200, answer: { ok: true, result: { message_id: count } } };
      return {
        status: 400,
        answer: { ok: false, description: 'Bad Request: message is too long' },
      };
    case 'teamchat':
      return { status: 200, answer: { ok: true, channel: 'C1', ts: `${count}.1` } };
    default:
      return { status: 200, answer: { message_id: `m_${count}` } };
  }
}
