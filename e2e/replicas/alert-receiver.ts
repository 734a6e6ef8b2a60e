import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of relay's webhooks, which takes as many as come: chats let through one message a second. */
export interface AlertReceiver {
  /** Names of the alerts that came, as often as they came. */
  readonly names: readonly string[];
  /** What makes relay send there. */
  readonly settings: Readonly<Record<string, string>>;
  readonly close: () => void;
}

export async function startAlertReceiver(): Promise<AlertReceiver> {
  const names: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      names.push(body);
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    names,
    settings: {
      EVENTS_WEBHOOK_OUT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      EVENTS_WEBHOOK_OUT_MESSAGE: '{{ .data.labels.alertname }}',
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
