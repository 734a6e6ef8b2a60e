import autocannon from 'autocannon';

export { median } from './median.mjs';

/**
 * Keeps `connections` busy for `seconds`, or until `amount` requests are answered.
 *
 * @param requests one after the other on each connection, again and again
 * @returns requests a second, latencies in milliseconds, and what was not answered with 2xx
 */
export async function load(url, requests, { connections, seconds, amount }) {
  const until = amount === undefined ? { duration: seconds } : { amount };
  const result = await autocannon({ url, requests, connections, ...until });
  return {
    requestsPerSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}
