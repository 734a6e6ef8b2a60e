/** @type {import('../summary.mjs').Summary} */
export const product = ({ steps, work, processor }) => [
  ...steps.map((row) => ({
    what: `${row["people's days a second"]} days a second, requests/s (p95 ${row['p95 ms']} ms, ${row.failed} failed)`,
    figure: row['requests/s'],
    peer: 'cores busy',
    beside: row['cores busy'],
  })),
  ...work.map((row) => ({
    what: `${row.what}, p95 ms, at the last that held`,
    figure: row['p95 ms'],
    peer: 'a second',
    beside: row['a second'],
  })),
  ...processor.map((row) => ({
    what: `${row.part}, cores, at the last that held`,
    figure: row.cores,
    ratio: row.share,
  })),
];
