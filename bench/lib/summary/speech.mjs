import { at, growth, share } from './words.mjs';

/** @type {import('../summary.mjs').Summary} */
export const speech = (results) => [
  ...ofNeural(results.neural ?? []),
  ...ofBuilds(results['first-byte'], (rows, build) =>
    rows.map((row) => ({
      what: `first byte of audio, ${build}, ${at(row.connections)}, p50 ms (p99 ${row['p99 ms']})`,
      figure: row['p50 ms'],
    })),
  ),
  ...ofBuilds(results['real-time'], ([mp3, processor, raw, alone, debian], build) => [
    {
      what: `to mp3, ${build}, times real time`,
      figure: mp3['times real time'],
      peer: debian.what,
      beside: debian['times real time'],
      ratio: share(mp3['times real time'], debian['times real time']),
    },
    {
      what: `to mp3, ${build}, for each second of processor time`,
      figure: processor['times real time'],
    },
    {
      what: `raw samples, ${build}, times real time`,
      figure: raw['times real time'],
      peer: 'the same engine alone in a process',
      beside: alone['times real time'],
      ratio: share(raw['times real time'], alone['times real time']),
    },
  ]),
  ...ofBuilds(results.onsets, (rows, build) =>
    rows.map((row) => ({
      what: `marks of ${row.voice}, ${build}, ms from the sound (p95 ${row['p95 ms']})`,
      figure: row['median ms'],
    })),
  ),
  ...ofBuilds(results.soak, (rows, build) => [
    growth(
      `memory of all processes, ${build}, MiB`,
      rows,
      'requests',
      'resident MiB, all processes',
    ),
  ]),
];

const ofBuilds = (builds, rowsOf) =>
  Object.entries(builds).flatMap(([build, rows]) => rowsOf(rows, build));

/** Piper's voice through the service beside the same model without it. */
function ofNeural(rows) {
  return rows
    .filter(({ what }) => what === 'speech')
    .flatMap((own) => {
      const peers = rows.filter(
        ({ what, connections }) => what !== 'speech' && connections === own.connections,
      );
      const first = {
        what: `first byte of forty words by Piper, ${at(own.connections)}, p50 ms (p95 ${own['first byte p95 ms']})`,
        figure: own['first byte p50 ms'],
      };
      return [
        first,
        ...peers.map((peer) => ({
          what: `Piper, ${at(own.connections)}, times real time`,
          figure: own['times real time'],
          peer: peer.what,
          beside: peer['times real time'],
          ratio: share(own['times real time'], peer['times real time']),
        })),
      ];
    });
}
