/** @type {import('../summary.mjs').Summary} */
export const pages = ({ rows }) =>
  rows.map((row) => ({
    what: `${row.page}, ms until it answers keys (${row['KB sent']} KB in ${row.requests} answers)`,
    figure: row['ms to work'],
  }));
