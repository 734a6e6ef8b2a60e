import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** What the figures were measured on. */
export const machine = () => ({
  date: new Date().toISOString().slice(0, 10),
  cores: cpus().length,
  cpu: cpus()[0]?.model ?? 'unknown',
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
});

/** Prints a Markdown table, which is what the README shows. */
export function table(rows) {
  const header = Object.keys(rows[0]);
  const lines = [header, header.map(() => '---'), ...rows.map((row) => header.map((h) => row[h]))];
  console.log(lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'));
  console.log();
}

/** Keeps the figures beside the table that was printed; of a run of some parts, those parts only. */
export function save(name, results) {
  const folder = new URL('../results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const file = new URL(`${name}.json`, folder);
  const earlier = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, `${JSON.stringify({ ...earlier, ...results }, null, 2)}\n`);
}

export const round = (value, digits = 0) => Number(value.toFixed(digits));
