import { at, growth } from './words.mjs';

/** @type {import('../summary.mjs').Summary} */
export const translate = ({
  apy,
  bare,
  features,
  memories = [],
  searches = [],
  memory,
  soak,
  ...others
}) => [
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
];

const textsOf = (count) => `${count} ${count === 1 ? 'text' : 'texts'}`;

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
