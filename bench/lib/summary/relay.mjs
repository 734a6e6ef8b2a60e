import { growth } from './words.mjs';

/** @type {import('../summary.mjs').Summary} */
export const relay = ({ alerts: [ours, ...others], admission, memory }) => [
  ...others.map((other) => ({
    what: 'alerts/s, each on the disk before its answer',
    figure: ours['alerts/s'],
    peer: `${other.server}, which keeps nothing`,
    beside: other['alerts/s'],
    ratio: other['relay beside it'],
  })),
  { what: 'p99 ms of an alert', figure: ours['p99 ms'] },
  ...[admission].flat().map((row) => ({
    what: `p99 ms of admission reviews beside ${row['alerts/s']} alerts/s`,
    figure: row['review p99 ms'],
  })),
  growth('resident, MiB', memory, 'events', 'RSS MiB'),
];
