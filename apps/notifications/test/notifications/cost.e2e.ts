import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { unique } from '../events.js';
import { message, start, until, type Running } from '../running.js';

type Query = (this: unknown, ...args: unknown[]) => unknown;

/** Statements whose end the caller, or the disk, waits for. */
const nameOf = (query: unknown): string => {
  const { name, text } = query as { readonly name?: string; readonly text?: string };
  return name ?? text ?? String(query);
};

describe('what a creation for one costs on PostgreSQL', () => {
  let running: Running;
  const asked: string[] = [];
  const { prototype } = pg.Client as unknown as { prototype: Record<'query', Query> };
  const query = prototype.query;

  beforeAll(async () => {
    // Before any connection is there: each is watched from its beginning.
    prototype.query = function (this: unknown, ...args: unknown[]) {
      asked.push(nameOf(args[0]));
      return Reflect.apply(query, this, args);
    };
    running = await start();
  });
  afterAll(async () => {
    prototype.query = query;
    await running.close();
  });

  it('is two ways to the database and one commit that waits, and one that does not after the answer', async () => {
    const manager = running.as('manager', { roles: ['manager'] });
    const create = () => manager.call('POST', '/api/notifications', message([unique('one')]));
    asked.length = 0;
    await create();
    const ofCreation = () =>
      asked.filter((name) => /people_known|creation_|push_of|contact|begin|commit/i.test(name));
    await until(() => ofCreation().includes('creation_done'), 30_000);
    asked.length = 0;

    const { status } = await create();
    await until(() => ofCreation().includes('creation_done'), 30_000);

    expect(status).toBe(201);
    expect(ofCreation()).toEqual(['people_known', 'creation_whole', 'creation_done']);
  });
});
