import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import { RateLimiters } from '@sextant/platform-security/rate-limit';
import type { Connection } from 'mongoose';
import { DataSource } from 'typeorm';
import { BroadcastDelivery } from '../src/broadcasts/broadcast-delivery.js';
import { KafkaEventFeed } from '../src/classroom-events/kafka-event-feed.js';
import { Mailings } from '../src/mail/mailings.js';
import { Recovery } from '../src/notifications/creation/recovery.js';
import { PushQueue } from '../src/push/push-queue.js';
import { SignalsGateway } from '../src/realtime/signals.gateway.js';
import { SocketIoAdapter } from '../src/realtime/socket-io-adapter.js';
import { ReminderService } from '../src/reminders/reminder-service.js';
import { Sweeper } from '../src/retention/sweeper.js';
import { Snoozes } from '../src/snoozes/snoozes.js';
import { start } from './running.js';
import { mongoServer, mongoTestStorage } from './storages.js';

type Hook = 'onApplicationBootstrap' | 'beforeApplicationShutdown' | 'onApplicationShutdown';
type Hooked = Readonly<{ prototype: object; name: string }>;

/** Notes when a hook of a class begins and when it has ended. */
function watch(events: string[], { prototype, name }: Hooked, hook: string): void {
  const hooks = prototype as Record<string, (...words: unknown[]) => unknown>;
  const original = hooks[hook];
  if (original === undefined) throw new Error(`${name} has no ${hook}.`);
  jest.spyOn(hooks, hook).mockImplementation(async function (this: unknown, ...words) {
    events.push(`${name} begins`);
    await original.apply(this, words);
    events.push(`${name} ended`);
  });
}

const MAKERS = [KafkaEventFeed, ReminderService, BroadcastDelivery, Snoozes];
const BEFORE: Hook = 'beforeApplicationShutdown';

describe('the life of the service', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('ends what makes notifications, then what completes them, then sockets, channels and the database', async () => {
    const events: string[] = [];
    const running = await start();
    for (const one of [...MAKERS, Sweeper, Recovery]) watch(events, one, BEFORE);
    watch(events, SocketIoAdapter, 'close');
    for (const one of [PushQueue, Mailings]) watch(events, one, 'onApplicationShutdown');
    watch(events, RateLimiters, 'close');
    watch(events, DataSource, 'destroy');
    const at = (event: string) => {
      expect(events).toContain(event);
      return events.indexOf(event);
    };

    await running.close();

    for (const { name } of MAKERS) expect(at(`${name} ended`)).toBeLessThan(at('Recovery begins'));
    expect(at('Recovery ended')).toBeLessThan(at('SocketIoAdapter begins'));
    for (const { name } of [PushQueue, Mailings]) {
      expect(at('SocketIoAdapter ended')).toBeLessThan(at(`${name} begins`));
      expect(at(`${name} ended`)).toBeLessThan(at('DataSource begins'));
    }
    expect(at('Sweeper ended')).toBeLessThan(at('DataSource begins'));
  });

  (mongoServer === undefined ? it.skip : it)(
    'closes MongoDB when nothing needs it any more, needs MONGODB_URI',
    async () => {
      const events: string[] = [];
      const running = await start({ open: mongoTestStorage });
      for (const one of [PushQueue, Mailings]) watch(events, one, 'onApplicationShutdown');
      const connection = running.app.get<Connection>(getConnectionToken(), { strict: false });
      connection.once('close', () => events.push('closed'));

      await running.close();

      const closes = events.indexOf('closed');
      expect(closes).toBeGreaterThan(events.indexOf('PushQueue ended'));
      expect(closes).toBeGreaterThan(events.indexOf('Mailings ended'));
    },
  );

  it('begins with sockets, and reads events when everything that uses them has begun', async () => {
    const events: string[] = [];
    watch(events, SignalsGateway, 'afterInit');
    for (const one of [...MAKERS, Recovery, PushQueue, Mailings]) {
      watch(events, one, 'onApplicationBootstrap');
    }

    const running = await start();
    await running.close();

    const places = events.filter((event) => event.endsWith('begins'));
    expect(places[0]).toBe('SignalsGateway begins');
    const feed = places.indexOf('KafkaEventFeed begins');
    for (const name of ['Recovery', 'ReminderService']) {
      expect(places.indexOf(`${name} begins`)).toBeLessThan(feed);
    }
  });
});
