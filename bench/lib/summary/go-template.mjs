/** @type {import('../summary.mjs').Summary} */
export const goTemplate = ({ rows, go }) =>
  rows.map((row) => ({
    what: `${row.template}, messages/s`,
    figure: row['go-template/s'],
    peer: `text/template of ${go}`,
    beside: row['Go text/template/s'],
    ratio: row.ratio,
  }));
