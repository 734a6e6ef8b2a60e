import type { DataSource } from 'typeorm';

interface Client {
  query(...question: readonly unknown[]): unknown;
  on(event: 'drain' | 'end' | 'error', listener: () => void): unknown;
  readonly connection: { readonly stream: { destroy(reason: Error): void } };
}

interface Pool {
  on(event: 'acquire', listener: (client: Client) => void): unknown;
}

/** Of an answer: how late it may be noticed. */
const LOOK_MS = 250;

/**
 * Ends connections whose server does not answer for so long: what was asked fails, and the pool makes a new one.
 *
 * In the place of `query_timeout` of pg, which makes a timer for each statement in a closure that has its answer:
 * V8 then takes answers along that are long read, and each small collection of garbage lasts ten times as long.
 */
export function endOverdueConnections(source: DataSource, mostMs: number): void {
  const { master } = source.driver as unknown as { readonly master: Pool };
  const asked = new Map<Client, number>();
  const watched = new WeakSet<Client>();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const late = performance.now() - mostMs;
    for (const [client, since] of asked) {
      if (since <= late) client.connection.stream.destroy(new Error('Query read timeout'));
    }
    if (asked.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const watch = (client: Client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client);
    client.query = (...question) => {
      asked.set(client, performance.now());
      timer ??= setInterval(look, LOOK_MS).unref();
      return query(...question);
    };
    // Everything is answered, or nothing ever will be.
    for (const event of ['drain', 'end', 'error'] as const) {
      client.on(event, () => asked.delete(client));
    }
  };
  master.on('acquire', watch);
}
