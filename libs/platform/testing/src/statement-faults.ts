import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import pg from 'pg';

/** How a statement fails: refused by the server, as on a full disk, or with the end of its session. */
export type Fault = 'error' | 'disconnect';

/** Which statement fails: by its number, from 0 on, or the first of this text. */
export type Place = number | 'COMMIT';

/** What one piece of work has asked the database. */
export interface Seen {
  /** Whether the statement that was to fail was asked. */
  readonly hasFailed: boolean;
  readonly statements: readonly string[];
  /** Of each, which session of the database it was asked in. */
  readonly sessions: readonly number[];
}

interface Watch {
  readonly statements: string[];
  readonly sessions: number[];
  readonly at: Place | undefined;
  readonly fault: Fault;
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown;

const storage = new AsyncLocalStorage<Watch>();
const watches = new Map<string, Watch>();

/** On a request whose statements are watched, see `watchRequests`. */
const HEADER = 'x-watched-statements';

/** Fails at the server, so that the transaction around it is aborted as by any other error. */
const FULL_DISK = `DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`;

const textOf = (given: unknown): string | undefined => {
  if (typeof given === 'string') return given;
  const { text } = (given ?? {}) as { readonly text?: unknown };
  return typeof text === 'string' ? text : undefined;
};

/**
 * Watches every statement that goes through `pg` in this process, wherever it comes from (TypeORM, prepared statements), BEGIN and
 * COMMIT included, and makes one of a piece of work fail: to prove that a change is stored whole or not at all.
 *
 * @returns ends it
 */
export function watchStatements(): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function watched(this: pg.Client, ...given: unknown[]) {
    const watch = storage.getStore();
    const text = textOf(given[0]);
    if (watch === undefined || text === undefined) return query.apply(this, given);
    watch.statements.push(text.replaceAll(/\s+/g, ' ').trim());
    watch.sessions.push(sessionOf(this));
    if (placeOf(watch) !== watch.statements.length - 1) return query.apply(this, given);
    if (watch.fault === 'error') return query.apply(this, [FULL_DISK, ...callbackOf(given)]);
    return whenGone(this).then(() => query.apply(this, given));
  };
  return () => void (prototype.query = query);
}

/** @returns the number of the statement that fails, -1 while it was not asked */
const placeOf = ({ at, statements }: Watch): number =>
  typeof at === 'string' ? statements.indexOf(at) : (at ?? -1);

/** TypeORM's pool takes a connection with a callback. */
const callbackOf = (given: readonly unknown[]): unknown[] =>
  given.filter((one) => typeof one === 'function');

const sessionOf = (client: pg.Client): number =>
  (client as unknown as { readonly processID: number }).processID;

/** Ends the session, as a server that is restarted does. */
async function whenGone(client: pg.Client): Promise<void> {
  const { host, port, user, password, database } = client;
  const other = new pg.Client({ host, port, user, password, database });
  await storage.exit(async () => {
    await other.connect();
    await other.query('SELECT pg_terminate_backend($1, 5000)', [sessionOf(client)]);
    await other.end();
  });
}

/** Runs what is called directly, and watches its statements. */
export async function watching<T>(
  work: () => Promise<T>,
  { at, fault = 'error' }: { readonly at?: Place; readonly fault?: Fault } = {},
): Promise<Seen & { readonly outcome: PromiseSettledResult<T> }> {
  const watch: Watch = { statements: [], sessions: [], at, fault };
  const [outcome] = await storage.run(watch, () => Promise.allSettled([work()]));
  return { ...seenBy(watch), outcome };
}

const seenBy = (watch: Watch): Seen => ({
  statements: watch.statements,
  sessions: watch.sessions,
  hasFailed: placeOf(watch) >= 0 && placeOf(watch) < watch.statements.length,
});

/** A request whose statements are watched. */
export interface WatchedRequest {
  /** To be sent along with it. */
  readonly headers: Readonly<Record<string, string>>;
  seen(): Seen;
}

/**
 * Lets tests watch the statements of single requests to a server in this process.
 *
 * @returns makes the header of one such request
 */
export function watchRequests(
  server: Server,
): (fault?: { readonly at: Place; readonly fault: Fault }) => WatchedRequest {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  const inner = new EventEmitter();
  for (const listener of listeners) inner.on('request', listener as () => void);
  server.on('request', (request, response) => {
    const watch = watches.get(String(request.headers[HEADER]));
    if (watch === undefined) inner.emit('request', request, response);
    else storage.run(watch, () => inner.emit('request', request, response));
  });
  let count = 0;
  return (wanted) => {
    count += 1;
    const name = String(count);
    const watch: Watch = {
      ...{ statements: [], sessions: [] },
      ...{ at: wanted?.at, fault: wanted?.fault ?? 'error' },
    };
    watches.set(name, watch);
    return { headers: { [HEADER]: name }, seen: () => seenBy(watch) };
  };
}
