import { share } from './words.mjs';

/** @type {import('../summary.mjs').Summary} */
export const install = ({ rows }) =>
  rows.map(({ what, now, before }) => ({
    what,
    figure: now,
    peer: 'before',
    beside: before,
    ratio: before === 0 ? '' : share(now, before),
  }));
