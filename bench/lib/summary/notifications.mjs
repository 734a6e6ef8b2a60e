/** @type {import('../summary.mjs').Summary} */
export const notifications = ({ creation, fanOut: [ours, bare], list }) => [
  ...creation.map((row) => ({
    what: `creation for ${row.recipients}, ms`,
    figure: row['service ms'],
    peer: "the driver's bulk insert",
    beside: row['bulk insert ms'],
    ratio: row.ratio,
  })),
  {
    what: 'signal to 5,000 sockets, deliveries/s',
    figure: ours['deliveries/s'],
    peer: bare.server,
    beside: bare['deliveries/s'],
    ratio: ours.ratio,
  },
  {
    what: 'signal to 5,000 sockets, p99 ms after the first',
    figure: ours['p99 ms after the first'],
    peer: bare.server,
    beside: bare['p99 ms after the first'],
  },
  ...list.map((row) => ({
    what: `list of ${row.records} of a user among ${row.among} records, p99 ms`,
    figure: row['p99 ms'],
  })),
];
