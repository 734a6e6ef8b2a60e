/** @type {import('../summary.mjs').Summary} */
export const auth = ({ comparison, login, two, full, users = [], costs = [] }) => [
  ...comparison.map((row) => ({
    what: `${row.case}, requests/s (p99 ${row['p99 ms']} ms)`,
    figure: row['auth-server req/s'],
    peer: `bare oidc-provider in memory (p99 ${row['bare p99 ms']} ms)`,
    beside: row['bare req/s'],
    ratio: row.ratio,
  })),
  ...login.flatMap((row) => [
    {
      what: 'password logins/s',
      figure: row['logins/s'],
      peer: 'argon2 alone, two at a time',
      beside: row['argon2 alone, 2 at a time'],
      ratio: row.ratio,
    },
    { what: 'p99 ms of a token beside logins', figure: row['their p99 ms'] },
  ]),
  ...two.map((row) => ({
    what: 'two replicas, requests/s',
    figure: row['two req/s'],
    peer: 'one replica',
    beside: row['one req/s'],
    ratio: row.factor,
  })),
  ...full.flatMap((row) => [
    {
      what: 'tokens with a million live ones, of the speed before',
      figure: row['client_credentials, share of the speed before'],
    },
    { what: 'sweep of 100,000 rows, s', figure: row['sweep of 100,000 rows, s'] },
  ]),
  ...costs.map(({ what, figure }) => ({ what, figure })),
  ...users.map((row) => ({
    what: `users by ${row['users asked for by']}, p95 ms (p50 ${row['p50 ms']} ms)`,
    figure: row['p95 ms'],
  })),
];
