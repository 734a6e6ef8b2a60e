import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomIds, systemClock, type Clock } from '@sextant/platform-runtime/clock';
import { JwtVerifier } from '@sextant/platform-security/jwt';
import { testDatabase } from '@sextant/platform-testing';
import { DataSource } from 'typeorm';
import { basic, postForm, tokensFor } from '../flows.js';
import { PostgresRevocationStreams } from '../../src/security-events/postgres-revocation-streams.js';
import { allCanBeTold, startAuth, type RunningAuth } from '../running-auth.js';

const TOKEN = 'the-token-of-the-siblings';

let auth: RunningAuth;
let verifier: JwtVerifier;
let live: number | undefined;
const states = new EventEmitter();
const isLive = async (value: number): Promise<void> => {
  while (live !== value) await once(states, 'change');
};

beforeAll(async () => {
  auth = await startAuth({ env: { EVENTS_TOKEN: TOKEN } });
  const gauge = {
    set: (value: number) => {
      live = value;
      states.emit('change');
    },
  };
  const config = { authIssuer: auth.url, authAudience: 'sextant', authJwksUrl: undefined };
  verifier = new JwtVerifier({ ...config, authEventsToken: TOKEN }, systemClock, {
    gauge: () => gauge,
  });
  await isLive(1);
});
afterAll(() => auth.close());

/** While a transaction of a database has written something, and does not end. */
async function duringTransaction(url: string, work: () => Promise<void>): Promise<void> {
  const source = await new DataSource({ type: 'postgres', url }).initialize();
  try {
    await source.transaction(async (manager) => {
      await manager.query('SELECT pg_current_xact_id()');
      await work();
    });
  } finally {
    await source.destroy();
  }
}

/** A token that was revoked. @returns a promise of its refusal at the sibling */
async function revoked(): Promise<{ readonly token: string; readonly refused: Promise<void> }> {
  const { access_token: token } = await tokensFor(auth.url);
  const access = await verifier.verify(token);
  const refused = new Promise<void>((resolve) => verifier.onRevoked(access, resolve));
  await postForm(`${auth.url}/api/v1/oauth/revoke`, { token }, basic('web'));
  return { token, refused };
}

describe('a transaction that does not end', () => {
  it('keeps no revocation from siblings when it is one of another database', async () => {
    const other = await testDatabase();
    await duringTransaction(other.url, async () => {
      const { token, refused } = await revoked();
      await refused;

      await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'invalid_token' });
      expect(live).toBe(1);
    });
    await other.drop();
  });

  it('is told by the metric of siblings when it is one of this database', async () => {
    let late: Awaited<ReturnType<typeof revoked>> | undefined;
    await duringTransaction(auth.database.url, async () => {
      late = await revoked();
      await isLive(0);
    });
    await late?.refused;
    await isLive(1);

    await expect(verifier.verify(late?.token ?? '')).rejects.toMatchObject({ status: 401 });
  });
});

async function streamsAt(clock: Clock) {
  const { url } = auth.database;
  const source = await new DataSource({ type: 'postgres', url }).initialize();
  const streams = new PostgresRevocationStreams(source, randomIds, clock);
  return { streams, end: () => source.destroy() };
}

describe('a receiver that waits', () => {
  it('writes nothing with each question, and once a minute that it is there', async () => {
    const { streams, end } = await streamsAt(systemClock);
    const id = await streams.open(['credential-change']);
    const row = () =>
      auth.database.query(
        `SELECT xmin::text, seen_at > now() - interval '1 minute' AS seen FROM ssf_stream WHERE id = '${id}'`,
      );
    const before = await row();
    await streams.next(id, 1);
    const after = await row();
    await auth.database.query(
      `UPDATE ssf_stream SET seen_at = now() - interval '2 minutes' WHERE id = '${id}'`,
    );
    await streams.next(id, 1);
    const later = await row();
    await end();

    expect(after).toEqual(before);
    expect(later).toEqual([{ xmin: expect.any(String), seen: true }]);
  });
});

describe('the clock of a database that is another one', () => {
  it('moves no event: the tokens that are given out after it are dated by our own', async () => {
    const behind = Date.now() - 3_600_000;
    const { streams, end } = await streamsAt({
      nowMs: () => behind,
      monotonicMs: () => behind,
    });
    await auth.database.query(`UPDATE auth_user SET roles = '{tutor}' WHERE username = 'alan'`);
    await allCanBeTold(auth.database);
    const id = await streams.open(['token-claims-change']);
    const [event] = (await streams.next(id, 1)) ?? [];
    await end();

    expect(event?.at.getTime()).toBeLessThanOrEqual(behind);
  });
});
