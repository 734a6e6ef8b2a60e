import { createServer } from 'node:http';
import { once } from 'node:events';

/**
 * Stands in for the closed clouds: keeps what it is sent, answers as they do, and refuses what is over
 * their documented limits. It also has the page of metrics that Prometheus scrapes.
 */
export async function startStubs() {
  const stubs = { url: '', metric: 0, messages: [], stop: undefined };
  let count = 0;

  const server = createServer(async (request, response) => {
    if (request.url === '/metrics') return response.end(`demo_errors ${stubs.metric}\n`);
    const body = await bodyOf(request);
    const [, sink] = request.url.split(/[/?]/);
    const path = new URL(request.url, 'http://stub').pathname;
    const text = textOf(body, request.headers['content-type'] ?? '');
    stubs.messages.push({ sink, path, text });
    count += 1;
    const { status = 200, answer } = answerOf(sink, { text, count });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
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
  return Buffer.concat(chunks).toString();
}

/** The message in a JSON body or in the form of the workplace chat. */
function textOf(body, type) {
  if (type.startsWith('multipart/form-data')) {
    return JSON.parse(/name="message"\r\n\r\n(.*)\r\n/.exec(body)?.[1] ?? '{}').text ?? '';
  }
  const json = JSON.parse(body);
  return json.text ?? body;
}

function answerOf(sink, { text, count }) {
  switch (sink) {
    case 'chatbot':
      if (text.length <= 4096) return { answer: { ok: true, result: { message_id: count } } };
      return {
        status: 400,
        answer: { ok: false, description: 'Bad Request: message is too long' },
      };
    case 'teamchat':
      return { answer: { ok: true, channel: 'C1', ts: `${count}.1` } };
    default:
      return { answer: { message_id: `m_${count}` } };
  }
}
