import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format } from 'oxfmt';

import { summarize } from './summary.mjs';

const bench = new URL('../', import.meta.url);
const page = fileURLToPath(new URL('../docs/benchmarks.md', bench));
const read = (path) => readFileSync(new URL(path, bench), 'utf8');

/** @typedef {{ name: string, title: string, question: string, peers: string, minutes: number, needs: string }} Bench */

/** @returns {Bench[]} in the order of the page */
export const listBenches = () => JSON.parse(read('benches.json'));

const HEAD = `# Benchmarks

Each table is of one run in which both sides were measured in turn, on the same machine; it is written by
\`npm run bench -- <name>\` from \`bench/results\`. The speed of virtual machines differs from run to run, by a half and
more: ratios say more than figures. \`npm run bench -- --help\` says what each one does and how long.
`;

/** What docs/benchmarks.md has to be, by the committed results. @returns {Promise<string>} Markdown */
export async function renderPage() {
  const text = [HEAD, ...listBenches().map(section)].join('\n');
  const { code } = await format(page, text, { singleQuote: true, printWidth: 100 });
  return code;
}

/** Writes docs/benchmarks.md anew. */
export const writePage = async () => writeFileSync(page, await renderPage());

function section({ name, title, question, peers }) {
  const results = JSON.parse(read(`results/${name}.json`));
  const { date, cores, cpu, memoryGiB, node } = results.machine ?? results;
  const notes = `notes/${name}.md`;
  return `## ${title}

${question} Beside it: ${peers}.

${date}, ${cores} virtual cores (${cpu}), ${memoryGiB} GiB, Node ${node}; the load generator on the same cores.

${markdownTable(summarize(name, results))}
${existsSync(new URL(notes, bench)) ? read(notes) : ''}`;
}

function markdownTable(rows) {
  const lines = rows.map(({ what, figure, peer = '', beside = '', ratio = '' }) => [
    what,
    figure,
    peer,
    beside,
    ratio,
  ]);
  const header = ['What', 'Sextant', 'Beside it', 'There', 'Ratio'];
  const table = [header, header.map(() => '---'), ...lines];
  return `${table.map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')}\n`;
}

/** A number with its thousands, and no bar that would end the cell. */
const cell = (value) =>
  typeof value === 'number' ? value.toLocaleString('en-US') : value.replaceAll('|', '\\|');
