/**
 * What the committed results of a bench say, as the rows of one table.
 *
 * @typedef {object} Row
 * @property {string} what with its unit
 * @property {string | number} figure ours
 * @property {string} [peer] what ran beside it, in the same run
 * @property {string | number} [beside] the peer's figure
 * @property {string | number} [ratio] ours to the peer's
 */

const at = (connections) => `${connections} ${connections === 1 ? 'connection' : 'connections'}`;
const textsOf = (count) => `${count} ${count === 1 ? 'text' : 'texts'}`;
const last = (rows) => rows[rows.length - 1];

/** What a sentence, and readiness, feel of those who send as much as they may. */
function neighboursOf({ neighbours: [alone, ...rows] = [] }) {
  return rows.flatMap((row) => {
    const where = row["a stranger's sentence"];
    return [
      {
        what: `a sentence of another organization ${where}, p99 ms (${row.failures} failed)`,
        figure: row['p99 ms'],
        peer: 'alone',
        beside: alone['p99 ms'],
      },
      {
        what: `readiness ${where}, p99 ms (${row['readiness failures']} failed)`,
        figure: row['readiness p99 ms'],
        peer: 'alone',
        beside: alone['readiness p99 ms'],
      },
    ];
  });
}

/** @type {Record<string, (results: any) => Row[]>} */
const SUMMARIES = {
  translate: ({ apy, bare, features, memories = [], searches = [], memory, soak, ...others }) => [
    ...apy.map((row) => ({
      what: `${row.pair}, ${at(row.connections)}, requests/s`,
      figure: row['translate req/s'],
      peer: 'apertium-apy',
      beside: row['apertium-apy req/s'],
      ratio: row.ratio,
    })),
    ...apy.map((row) => ({
      what: `${row.pair}, ${at(row.connections)}, p99 ms`,
      figure: row['p99 ms'],
      peer: 'apertium-apy',
      beside: row['apy p99 ms'],
    })),
    ...bare.map((row) => ({
      what: `${at(row.connections)}, ${textsOf(row['texts a request'])} of 200 characters a request, characters/s`,
      figure: row['translate characters/s'],
      peer: `bare pipeline, ${textsOf(row['texts in the bare pipeline'])} in it`,
      beside: row['bare pipeline characters/s'],
      ratio: row.ratio,
    })),
    ...features.slice(1).map((row) => ({
      what: `${row.feature}, characters/s`,
      figure: row['characters/s'],
      peer: 'plain text',
      beside: features[0]['characters/s'],
      ratio: row['of plain'],
    })),
    ...memories.slice(1).map((row) => ({
      what: `a word of another organization ${row["another organization's word"]}, p99 ms`,
      figure: row['p99 ms'],
      peer: 'alone',
      beside: memories[0]['p99 ms'],
    })),
    ...neighboursOf(others),
    ...searches.map((row) => ({
      what: `a text among ${row.segments} segments of a memory, p50 ms (p99 ${row['p99 ms']})`,
      figure: row['p50 ms a text'],
    })),
    ...memory.map((row) => ({
      what: `processes of ${row.pair}, MiB (PSS)`,
      figure: row['MiB (PSS)'],
    })),
    ...neuralAndDocuments(others),
    growth('living heap, MiB', soak, 'requests', 'smallest heap MiB'),
    growth('resident, MiB', soak, 'requests', 'resident set MiB'),
  ],

  auth: ({ comparison, login, two, full, users = [], costs = [] }) => [
    ...comparison.map((row) => ({
      what: `${row.case}, requests/s (p99 ${row['p99 ms']} ms)`,
      figure: row['auth-server req/s'],
      peer: `bare oidc-provider in memory (p99 ${row['bare p99 ms']} ms)`,
      beside: row['bare req/s'],
      ratio: row.ratio,
    })),
    ...login.flatMap((row) => [
      {
        what: 'password logins/s',
        figure: row['logins/s'],
        peer: 'argon2 alone, two at a time',
        beside: row['argon2 alone, 2 at a time'],
        ratio: row.ratio,
      },
      { what: 'p99 ms of a token beside logins', figure: row['their p99 ms'] },
    ]),
    ...two.map((row) => ({
      what: 'two replicas, requests/s',
      figure: row['two req/s'],
      peer: 'one replica',
      beside: row['one req/s'],
      ratio: row.factor,
    })),
    ...full.flatMap((row) => [
      {
        what: 'tokens with a million live ones, of the speed before',
        figure: row['client_credentials, share of the speed before'],
      },
      { what: 'sweep of 100,000 rows, s', figure: row['sweep of 100,000 rows, s'] },
    ]),
    ...costs.map(({ what, figure }) => ({ what, figure })),
    ...users.map((row) => ({
      what: `users by ${row['users asked for by']}, p95 ms (p50 ${row['p50 ms']} ms)`,
      figure: row['p95 ms'],
    })),
  ],

  notifications: ({ creation, fanOut: [ours, bare], list }) => [
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
  ],

  speech: (results) => [
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
  ],

  ipt: ({ operations, once }) => [
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
  ],

  idle: ({ rows }) =>
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
    ),
  product: ({ steps, work, processor }) => [
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
  ],

  relay: ({ alerts: [ours, ...others], admission, memory }) => [
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
  ],

  install: ({ rows }) =>
    rows.map(({ what, now, before }) => ({
      what,
      figure: now,
      peer: 'before',
      beside: before,
      ratio: before === 0 ? '' : share(now, before),
    })),

  'go-template': ({ rows, go }) =>
    rows.map((row) => ({
      what: `${row.template}, messages/s`,
      figure: row['go-template/s'],
      peer: `text/template of ${go}`,
      beside: row['Go text/template/s'],
      ratio: row.ratio,
    })),
};

/** The first and the last of rows that ought to stay flat. */
function growth(what, rows, counter, figure) {
  const [first, end] = [rows[0], last(rows)];
  return {
    what: `${what}, after ${end[counter]} ${counter}`,
    figure: end[figure],
    peer: `after ${first[counter]}`,
    beside: first[figure],
  };
}

const ofBuilds = (builds, rowsOf) =>
  Object.entries(builds).flatMap(([build, rows]) => rowsOf(rows, build));

const share = (ours, theirs) => `${Math.round((ours / theirs) * 100)} %`;

/**
 * @param {string} name of the bench
 * @param {object} results as they are committed
 * @returns {Row[]}
 */
export const summarize = (name, results) => SUMMARIES[name](results);

/** What translate does beside texts: of runs that measured it. */
function neuralAndDocuments({ documents = [], documentMemory = [], onnx = [] }) {
  return [
    ...documents.map((row) => ({
      what: `${row.document}, characters/s`,
      figure: row['characters/s'],
      peer: 'bare pipeline',
      beside: row['bare pipeline characters/s'],
      ratio: row.ratio,
    })),
    ...documentMemory.map((row) => ({
      what: `${row.document}, MiB above the idle server`,
      figure: row['above idle MiB'],
    })),
    ...onnx.slice(1).map((row) => ({
      what: `neural model of 100,000 parameters, ${row.what}, tokens/s`,
      figure: row['tokens/s'],
      peer: 'bare session',
      beside: onnx[0]['tokens/s'],
      ratio: row['of the bare session'],
    })),
  ];
}
