import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Provider, type AdapterPayload } from 'oidc-provider';
import type { ArtifactStore, NewArtifact } from '../../sessions/artifact-store.js';
import type { User } from '../../users/user.js';
import { artifactId } from './artifact-id.js';
import { SessionAdapter } from './session-adapter.js';

describe('SessionAdapter', () => {
  const DAY = 86_400;
  const written: string[] = [];
  let rows: Map<string, NewArtifact>;
  let context: { oidc: { session?: { jti: string }; result?: object } };
  let isActive: boolean;
  let adapter: SessionAdapter;

  const keyOf = (id: Buffer) => id.toString('hex');
  const nameOf = (id: Buffer) =>
    ['one', 'two'].find((name) => keyOf(artifactId('Session', name)) === keyOf(id)) ?? '?';
  const store = {
    find: (id: Buffer) => {
      const row = rows.get(keyOf(id));
      return Promise.resolve(row && { payload: row.payload, consumedAt: undefined });
    },
    upsert: (row: NewArtifact) => {
      written.push(`upsert ${nameOf(row.id)}`);
      rows.set(keyOf(row.id), row);
      return Promise.resolve();
    },
    replace: (previous: Buffer, row: NewArtifact) => {
      written.push(`replace ${nameOf(previous)} by ${nameOf(row.id)}`);
      const isThere = rows.delete(keyOf(previous));
      if (isThere) rows.set(keyOf(row.id), row);
      return Promise.resolve(isThere);
    },
    destroy: (id: Buffer) => {
      written.push(`destroy ${nameOf(id)}`);
      return Promise.resolve(void rows.delete(keyOf(id)));
    },
  } as unknown as ArtifactStore;

  beforeEach(async () => {
    rows = new Map();
    isActive = true;
    adapter = new SessionAdapter({
      store,
      sealer: { seal: (text: string) => Buffer.from(text), open: (text: Buffer) => String(text) },
      clock: { nowMs: () => Date.now() },
      unit: { begin: () => Promise.resolve() },
      users: { find: () => Promise.resolve({ isActive } as User) },
    } as never);
    context = { oidc: {} };
    await adapter.upsert('one', sessionOf('one'), DAY);
    written.length = 0;
    jest.spyOn(Provider, 'ctx', 'get').mockImplementation(() => context as never);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const sessionOf = (jti: string, more: object = {}, ageSeconds = 0): AdapterPayload => ({
    ...{ jti, kind: 'Session', uid: 'u', accountId: 'ada' },
    iat: Math.floor(Date.now() / 1000) - ageSeconds,
    exp: Math.floor(Date.now() / 1000) + DAY - ageSeconds,
    ...more,
  });

  it('writes nothing where nothing has changed: what others wrote meanwhile stays', async () => {
    await adapter.find('one');

    await adapter.upsert('one', sessionOf('one'), DAY);

    expect(written).toEqual([]);
  });

  it('writes what has changed over itself, and no more once that has ended', async () => {
    await adapter.find('one');

    await adapter.upsert('one', sessionOf('one', { authorizations: { web: {} } }), DAY);

    expect(written).toEqual(['replace one by one']);
  });

  it('extends the time once a tenth of it is over', async () => {
    rows.clear();
    await adapter.upsert('one', sessionOf('one', {}, DAY / 5), DAY);
    context = { oidc: {} };
    written.length = 0;
    await adapter.find('one');

    await adapter.upsert('one', sessionOf('one'), DAY);

    expect(written).toEqual(['replace one by one']);
  });

  it('puts a session with a new name in the place of the old one, in one statement', async () => {
    await adapter.find('one');
    context.oidc.session = { jti: 'two' };

    await adapter.destroy('one');
    await adapter.upsert('two', sessionOf('two'), DAY);

    expect(written).toEqual(['replace one by two']);
  });

  it('ends a session that is signed out at once', async () => {
    await adapter.find('one');
    context.oidc.session = { jti: 'one' };

    await adapter.destroy('one');

    expect(written).toEqual(['destroy one']);
  });

  it('begins a new one for who has just signed in, whatever became of the one before', async () => {
    await adapter.find('one');
    context.oidc = { session: { jti: 'two' }, result: { login: { accountId: 'ada' } } };

    await adapter.destroy('one');
    rows.clear();
    await adapter.upsert('two', sessionOf('two'), DAY);

    expect(written).toEqual(['destroy one', 'upsert two']);
  });

  it('has no session of who is deactivated', async () => {
    isActive = false;

    expect(await adapter.find('one')).toBeUndefined();
  });
});
