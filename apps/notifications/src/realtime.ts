import type { FactoryProvider } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { systemClock } from '@sextant/platform-clock';
import { JwtVerifier, type TokenAccess } from '@sextant/platform-jwt';
import { RateLimiters } from '@sextant/platform-rate-limit';
import type { Application } from 'express';
import { redisSignalBus } from './realtime/redis-signal-bus.js';
import {
  SocketIoSignals,
  type ListeningUser,
  type SocketUser,
} from './realtime/socket-io-signals.js';
import type { NotificationsConfig } from './config.js';
import { Directory } from './people/directory.js';
import { ACCESS_ERRORS } from './access/access-errors.js';
import { STORAGE, type Storage } from './storage/storage.js';
import { callerOfAccess, requireScopeOf } from './access/access.js';
import { admission } from './realtime/socket-admission.js';

export const SIGNALS = SocketIoSignals;

/** A signal that is older came while the client was looking elsewhere: it looks when it connects. */
const NEWS_MS = 60_000;

/** Sockets, with the limits and the tokens of the REST interface. */
export const signalProvider = (config: NotificationsConfig): FactoryProvider => ({
  provide: SocketIoSignals,
  inject: [STORAGE, JwtVerifier, Directory, RateLimiters, HttpAdapterHost],
  // eslint-disable-next-line injection/max-params -- Nest injects by position
  useFactory: (
    storage: Storage,
    verifier: JwtVerifier,
    directory: Directory,
    limiters: RateLimiters,
    { httpAdapter }: HttpAdapterHost,
  ) => {
    const express = (): Application => httpAdapter.getInstance<Application>();
    return new SocketIoSignals(
      {
        authenticate: async (token) => {
          const access = await verifier.verify(token);
          requireScopeOf(access, config.unscopedClients);
          const onRevoked = (listener: () => void) => verifier.onRevoked(access, listener);
          return { ...socketUserOf(access, directory), onRevoked };
        },
        hasNews: (user) => hasNews(user, storage),
        admits: admission({
          limiter: connectsLimiter(config, limiters),
          maxConnections: config.socketMaxConnections,
          trusts: (address, hop) =>
            (express().get('trust proxy fn') as (address: string, hop: number) => boolean)(
              address,
              hop,
            ),
        }),
        clock: systemClock,
        bus: config.redisUrl === undefined ? undefined : redisSignalBus(config.redisUrl),
      },
      {
        transports: config.socketTransports === 'all' ? ['polling', 'websocket'] : ['websocket'],
        pingIntervalMs: config.socketPingMs,
        pingTimeoutMs: config.socketPingMs,
      },
    );
  },
});

/** Of this process alone: an attack on one replica must not wait for Redis. */
const connectsLimiter = (
  { socketConnectsPerMinute: limit }: NotificationsConfig,
  limiters: RateLimiters,
) => limiters.createLocal({ name: 'sockets', limit, windowSeconds: 60 });

function socketUserOf(access: TokenAccess, directory: Directory): SocketUser {
  const caller = callerOfAccess(access);
  if (caller === undefined) throw ACCESS_ERRORS.permissionDenied();
  directory.saw(caller);
  const { academyId, userId, user } = caller;
  return { academyId, userId, user, expiresAt: access.expiresAt };
}

async function hasNews(
  { user, academyId, since }: ListeningUser,
  { notifications }: Storage,
): Promise<boolean> {
  const [newest] = await notifications.list({ user, academyId, type: 'received', limit: 1 });
  const agoMs = newest === undefined ? Infinity : since.getTime() - newest.createdAt.getTime();
  // What was created after that, its own signal told of.
  return agoMs >= 0 && agoMs < NEWS_MS;
}
