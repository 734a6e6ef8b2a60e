import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from '@jest/globals';
import { testDatabase } from '@sextant/platform-testing';
import { isReviewAnswered, reviewAddress } from '../review-sender.js';
import { RelayProcess } from '../relay-process.js';
import { spoolFolder, until } from '../running-relay.js';
import { Line } from '../line.js';
import { stubServer, type Stub } from '../stub-server.js';

describe('reviews that were answered by a thread of their own', () => {
  let relay: RelayProcess | undefined;
  let sink: Stub;

  afterEach(async () => {
    await relay?.end('SIGKILL');
    await sink.close();
  });

  const env = (folder: string, url: string) => ({
    EVENTS_SPOOL_DIR: folder,
    EVENTS_WEBHOOK_OUT_URL: url,
    EVENTS_WEBHOOK_OUT_MESSAGE: '{{ .data.location }}',
    EVENTS_RETRY_MAX_SECONDS: '1',
    // On a busy machine the disk takes longer than usual, and what is answered before it is stored is not promised.
    EVENTS_HTTP_K8S_ANSWER_MS: '30000',
  });

  const waitingIn = (folder: string): unknown => {
    const database = new DatabaseSync(join(folder, 'reviews', 'spool.sqlite'));
    const row = database.prepare('SELECT count(*) AS n FROM events').get();
    database.close();
    return row?.['n'];
  };

  /** Sends reviews one after the other until told to stop; those that were answered are promised. */
  function sending(name: string) {
    const answered: string[] = [];
    const state = { isOver: false };
    const work = (async () => {
      for (let number = 0; !state.isOver; number += 1) {
        const pod = `${name}-${number}`;
        if (await isReviewAnswered(reviewAddress(relay), pod)) answered.push(`shop.${pod}`);
        else await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    const stop = () => {
      state.isOver = true;
      return work;
    };
    return { answered, stop };
  }

  const received = () => new Set(sink.calls.map(({ body }) => body.toString()));

  it('are not lost by kill -9, nor when the next start has no such thread', async () => {
    sink = await stubServer();
    const folder = spoolFolder();
    const given = env(folder, sink.url);
    relay = await RelayProcess.create({ ...given, EVENTS_HTTP_K8S_LISTEN: '127.0.0.1:0' });
    await relay.start();
    const senders = ['a', 'b', 'c', 'd'].map(sending);
    const count = () => senders.reduce((sum, { answered }) => sum + answered.length, 0);
    await until(() => count() >= 60, 120_000);
    await relay.end('SIGKILL');
    await relay.start();
    await until(() => count() >= 120, 120_000);
    await relay.end('SIGKILL');
    await Promise.all(senders.map(({ stop }) => stop()));

    relay = await RelayProcess.create(given);
    await relay.start();
    const promised = senders.flatMap(({ answered }) => answered);
    await until(() => promised.every((pod) => received().has(pod)), 120_000);

    expect(promised.filter((pod) => !received().has(pod))).toEqual([]);
    expect(await relay.end('SIGTERM')).toBe(0);
    expect(waitingIn(folder)).toBe(0);
  }, 300_000);

  it('are in the spool of all when SIGTERM has ended it, and requests meanwhile are answered', async () => {
    sink = await stubServer();
    const folder = spoolFolder();
    relay = await RelayProcess.create({
      ...env(folder, sink.url),
      EVENTS_HTTP_K8S_LISTEN: '127.0.0.1:0',
    });
    await relay.start();
    const sender = sending('last');
    await until(() => sender.answered.length >= 20);

    const code = await relay.end('SIGTERM');
    await sender.stop();

    expect([code, waitingIn(folder)]).toEqual([0, 0]);
    await relay.start();
    await until(() => sender.answered.every((pod) => received().has(pod)));
  }, 120_000);

  it('are not lost when PostgreSQL keeps the spool and is away: they are on this disk until it takes them', async () => {
    sink = await stubServer();
    const database = await testDatabase();
    const line = await Line.to(database.url);
    const folder = spoolFolder();
    const given = { ...env(folder, sink.url), DATABASE_URL: line.url };
    relay = await RelayProcess.create({ ...given, EVENTS_HTTP_K8S_LISTEN: '127.0.0.1:0' });
    await relay.start();

    line.cut();
    const answered = await isReviewAnswered(reviewAddress(relay), 'alone');
    await relay.end('SIGKILL');
    const waiting = waitingIn(folder);
    line.mend();
    await relay.start();
    await until(() => received().has('shop.alone'));

    expect([answered, waiting]).toEqual([true, 1]);
    await relay.end('SIGKILL');
    await line.close();
    await database.drop();
  });

  it('go on being stored when what stores them has ended: the thread is started again', async () => {
    sink = await stubServer();
    const folder = spoolFolder();
    relay = await RelayProcess.create({
      ...env(folder, sink.url),
      EVENTS_HTTP_K8S_LISTEN: '127.0.0.1:0',
      EVENTS_HTTP_K8S_ANSWER_MS: '100',
    });
    await relay.start();
    const starts = () => relay?.output.split('"reviews.started"').length ?? 0;
    await until(() => starts() === 2);

    // Somebody tidies up: the spool asks for the room that its folder has, and there is none.
    rmSync(join(folder, 'reviews'), { recursive: true });
    await isReviewAnswered(reviewAddress(relay), 'before');
    await until(() => starts() === 3);
    await until(() => isReviewAnswered(reviewAddress(relay), 'after'));
    await until(() => received().has('shop.after'));

    expect(relay.output).toContain('reviews.failed');
  }, 120_000);
});
