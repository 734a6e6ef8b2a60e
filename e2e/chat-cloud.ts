import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The cloud of relay's chat-bot channel: takes messages of the bot whose token it knows, and keeps what they say. */
export interface ChatCloud {
  readonly said: readonly string[];
  /** What makes relay send there. */
  readonly settings: Readonly<Record<string, string>>;
  readonly close: () => void;
}

const TOKEN = '42:secret';

/** @param message the template of a message */
export async function startChatCloud(message: string): Promise<ChatCloud> {
  const said: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const isOurs = request.url?.startsWith(`/bot${TOKEN}/sendMessage`) === true;
      if (isOurs) said.push((JSON.parse(body) as { text: string }).text);
      response.writeHead(isOurs ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ok: isOurs, result: { message_id: said.length } }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    said,
    settings: {
      EVENTS_CHATBOT_OUT_ID_TOKEN: TOKEN,
      EVENTS_CHATBOT_OUT_CHAT_ID: '-1001',
      EVENTS_CHATBOT_OUT_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      EVENTS_CHATBOT_OUT_RATE_LIMIT: '60',
      EVENTS_CHATBOT_OUT_MESSAGE: message,
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
