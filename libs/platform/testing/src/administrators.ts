import pg from 'pg';

const key = Symbol.for('sextant-test-administrators');

/**
 * Sessions of who may create databases, by the server's address. To open one takes longer than most of what is done in
 * it: all test files of a process share them, and they end with it.
 */
const pools = ((globalThis as { [key]?: Map<string, pg.Pool> })[key] ??= new Map());

/** @param url of a server, as who may create databases */
export async function withAdministrator<T>(
  url: string,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await poolOf(url).connect();
  let hasFailed = true;
  try {
    const result = await work(client);
    hasFailed = false;
    return result;
  } finally {
    client.release(hasFailed);
  }
}

function poolOf(url: string): pg.Pool {
  const known = pools.get(url);
  if (known !== undefined) return known;
  // Without a timer: a test may count those.
  const pool = new pg.Pool({ connectionString: url, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // A server that ends while nobody asks it.
  pool.on('error', () => undefined);
  pools.set(url, pool);
  return pool;
}
