/** What several summaries have in common. @typedef {import('../summary.mjs').Row} Row */

export const at = (connections) =>
  `${connections} ${connections === 1 ? 'connection' : 'connections'}`;

export const share = (ours, theirs) => `${Math.round((ours / theirs) * 100)} %`;

/** The first and the last of rows that ought to stay flat. @returns {Row} */
export function growth(what, rows, counter, figure) {
  const [first, end] = [rows[0], rows.at(-1)];
  return {
    what: `${what}, after ${end[counter]} ${counter}`,
    figure: end[figure],
    peer: `after ${first[counter]}`,
    beside: first[figure],
  };
}
