/** @type {import('../summary.mjs').Summary} */
export const idle = ({ rows }) =>
  [
    ['MiB', 'resident, MiB'],
    ['MiB with children', 'resident with child processes, MiB'],
    ['processor ms to ready', 'processor time until it is ready, ms'],
    ['ms to ready', 'from its start until it is ready, ms'],
  ].flatMap(([key, what]) =>
    rows.map((row) => ({
      what: `${row.service}: ${what}`,
      figure: row[`${key} now`],
      ...(row[`${key} before`] === undefined
        ? {}
        : {
            peer: 'before',
            beside: row[`${key} before`],
            ratio: `${Math.round((100 * row[`${key} now`]) / row[`${key} before`])} %`,
          }),
    })),
  );
