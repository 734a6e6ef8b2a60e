import { at } from './words.mjs';

/** @type {import('../summary.mjs').Summary} */
export const ipt = ({ operations, once }) => [
  ...operations.map((row) => ({
    what: `${row.operation}, ${at(row.connections)}, requests/s`,
    figure: row['req/s'],
    peer: `Apollo with ${row['Apollo with']}`,
    beside: row['Apollo req/s'],
    ratio: row.ratio,
  })),
  ...once.map((row) => ({
    what: `${row.what}, ${row.unit} (aim ${row.aim})`,
    figure: row.figure,
  })),
];
