import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { Readiness } from '@sextant/platform-runtime/health';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { HttpConfig } from './http-settings.js';

const POLL_MS = 20;
/** What upgraded connections get to say goodbye in, once the app's own hooks have begun. */
const UPGRADED_GRACE_MS = 2000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What a server is doing: Node itself does not tell. */
interface Activity {
  requests: number;
  readonly sockets: Set<Socket>;
}

const activities = new WeakMap<Server, Activity>();

/** Counts a server's requests and connections from now on, for `drain`. */
export function trackActivity(server: Server): void {
  const activity: Activity = { requests: 0, sockets: new Set() };
  activities.set(server, activity);
  server.on('connection', (socket: Socket) => {
    activity.sockets.add(socket);
    socket.once('close', () => activity.sockets.delete(socket));
  });
  server.on('request', (_request, response) => {
    activity.requests += 1;
    response.once('close', () => (activity.requests -= 1));
  });
}

/**
 * Stops an app without losing a request: readiness goes 503, after `shutdownDelayMs` no new
 * connection is taken, requests in flight have `shutdownGraceMs` to finish, then Nest's own
 * shutdown hooks run. Upgraded connections (WebSocket) are the hooks' to close; those that are
 * still open two seconds later are cut off.
 *
 * @returns whether every request in flight was answered
 */
export async function drain(
  app: INestApplication,
  config: Pick<HttpConfig, 'shutdownDelayMs' | 'shutdownGraceMs'>,
  logger: Logger,
): Promise<boolean> {
  logger.info('shutdown.started');
  app.get(Readiness, { strict: false }).drain();
  await pause(config.shutdownDelayMs);

  const server = app.getHttpServer() as Server;
  const activity = activities.get(server) ?? { requests: 0, sockets: new Set() };
  server.close();
  const allAnswered = await requestsEnd(server, activity, config.shutdownGraceMs);
  if (!allAnswered) logger.warn('shutdown.requests_cut_off', { requests: activity.requests });
  server.closeAllConnections();

  const cutOff = setTimeout(() => {
    for (const socket of activity.sockets) socket.destroy();
  }, UPGRADED_GRACE_MS);
  await app.close();
  clearTimeout(cutOff);
  logger.info('shutdown.finished');
  return allAnswered;
}

async function requestsEnd(server: Server, activity: Activity, graceMs: number): Promise<boolean> {
  const lateMs = performance.now() + graceMs;
  while (activity.requests > 0) {
    if (performance.now() > lateMs) return false;
    // A kept-alive connection becomes idle when its answer is out: nothing else closes it then.
    server.closeIdleConnections();
    await pause(POLL_MS);
  }
  return true;
}
