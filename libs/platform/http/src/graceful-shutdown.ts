import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { Readiness } from '@sextant/platform-health';
import type { Logger } from '@sextant/platform-logging';
import type { HttpConfig } from './http-settings.js';

const IDLE_SWEEP_MS = 20;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Stops an app without losing a request: readiness goes 503, after `shutdownDelayMs` no new
 * connection is taken, requests in flight have `shutdownGraceMs` to finish, then Nest's own
 * shutdown hooks run.
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
  const allAnswered = await closeServer(server, config.shutdownGraceMs);
  if (!allAnswered) logger.warn('shutdown.requests_cut_off', { graceMs: config.shutdownGraceMs });

  await app.close();
  logger.info('shutdown.finished');
  return allAnswered;
}

async function closeServer(server: Server, graceMs: number): Promise<boolean> {
  const closed = new Promise<true>((resolve) => server.close(() => resolve(true)));
  // A kept-alive connection becomes idle when its answer is out: nothing else would close it then.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);

  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), graceMs);
  });
  const inTime = await Promise.race([closed, late]);
  clearTimeout(timer);
  clearInterval(sweep);
  if (!inTime) server.closeAllConnections();
  return inTime;
}
