import type { DataSource } from 'typeorm';

interface Client {
  query(...question: readonly unknown[]): unknown;
  on(event: 'drain' | 'end' | 'error', listener: () => void): unknown;
  readonly connection: {
    on(event: 'readyForQuery', listener: () => void): unknown;
    readonly stream: { destroy(reason: Error): void };
  };
}

interface Pool {
  on(event: 'acquire', listener: (client: Client) => void): unknown;
}

/** Of an answer: how late it may be noticed. */
const LOOK_MS = 250;

/**
 * Ends connections whose server does not answer a statement for so long: what was asked fails, and the pool makes a
 * new one. Looks are counted, and not the time between them: while this process was away, be it that the machine slept
 * or that a long computation held it, answers may have come that nobody has read.
 *
 * In the place of `query_timeout` of pg, which makes a timer for each statement in a closure that has its answer:
 * V8 then takes answers along that are long read, and each small collection of garbage lasts ten times as long.
 */
export function endOverdueConnections(source: DataSource, mostMs: number): void {
  const { master } = source.driver as unknown as { readonly master: Pool };
  const mostLooks = Math.ceil(mostMs / LOOK_MS) + 1;
  /** Looks since the statement began that is waited for. */
  const asked = new Map<Client, number>();
  const watched = new WeakSet<Client>();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    for (const [client, looks] of asked) {
      if (looks + 1 < mostLooks) asked.set(client, looks + 1);
      else {
        // It may have ended before it was asked, and would then be looked at for ever.
        asked.delete(client);
        client.connection.stream.destroy(new Error('Query read timeout'));
      }
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
      const answer = query(...question);
      // What stands behind another statement does not begin yet.
      if (!asked.has(client)) asked.set(client, 0);
      timer ??= setInterval(look, LOOK_MS).unref();
      return answer;
    };
    // One statement has ended, and the next begins.
    client.connection.on('readyForQuery', () => {
      if (asked.has(client)) asked.set(client, 0);
    });
    // Everything is answered, or nothing ever will be.
    for (const event of ['drain', 'end', 'error'] as const) {
      client.on(event, () => asked.delete(client));
    }
  };
  master.on('acquire', watch);
}
