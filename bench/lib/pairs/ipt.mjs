import { IptBench } from '../ipt-bench.mjs';
import { load } from '../load.mjs';

export const project = 'ipt-graphql';

const CONNECTIONS = 8;

/** Nothing is asked of it yet. */
export const startIdle = (root) => IptBench.start(root, true);

export async function start(root) {
  const bench = await startIdle(root);
  const known = new Map();
  for (const { name, query } of await bench.cases()) known.set(name, query);
  return { url: bench.url, pid: bench.pid, bench, known, stop: () => bench.stop() };
}

/** Every operation that can be sent again and again, and sign-offs that are new. */
export function cases({ seconds }, [{ known }]) {
  const repeated = [...known].map(([name, query]) => [name, asked(name, query, seconds)]);
  const signOffs = async ({ bench }) => {
    const { figure } = await bench.signOffs(CONNECTIONS);
    return { requestsPerSecond: figure, failures: 0 };
  };
  return { ...Object.fromEntries(repeated), 'new sign-offs': signOffs };
}

const asked = (name, query, seconds) => async (server) => {
  const request = await server.bench.requestOf(name, server.known.get(name));
  // What is new each time is printed, one after the other.
  const until = typeof query === 'function' ? { amount: 16 } : { seconds };
  return load(server.url, [request], { connections: CONNECTIONS, ...until });
};
