import { seconds, table } from '../lib/progress.mjs';

const SLOWEST = 20;
const PARTS = ['load', 'hooks', 'cases'];

/**
 * @typedef {{ wallMs: number, ownMs: number, programsMs: number }} Time
 *   of the clock, of the processor by the test's process, and by the programs that it started
 * @typedef {object} FileTime
 * @property {string} file from the workspace
 * @property {number} [worker] the process that ran it: one that has grown is replaced
 * @property {Record<string, Time>} parts `load`, `hooks`, `cases` and `rest`
 */

/**
 * What `npm test -- --report` prints: the slowest and the dearest files, and where the time goes. What a file waits for is
 * what no processor did for it: timers, servers, programs that run on when it ends, other work of the machine.
 *
 * @param {{ steps: { name: string, ms: number }[], files: FileTime[] }} measured
 * @returns {string[]} lines
 */
export function reportLines({ steps, files }) {
  const slowest = files.toSorted((a, b) => sum(b.parts).wallMs - sum(a.parts).wallMs);
  const dearest = files.toSorted((a, b) => computedMs(b) - computedMs(a));
  const workers = new Set(files.map(({ worker }) => worker)).size;
  const projects = Object.entries(Object.groupBy(files, ({ file }) => projectOf(file)))
    .map(([name, own]) => ({ name, parts: added(own) }))
    .toSorted((a, b) => sum(b.parts).wallMs - sum(a.parts).wallMs);

  return [
    ...table([['Step', 'Time'], ...steps.map(({ name, ms }) => [name, seconds(ms)])]),
    '',
    ...table([
      heading(`The ${Math.min(SLOWEST, files.length)} slowest files`),
      ...slowest.slice(0, SLOWEST).map(({ file, parts }) => row(file, parts)),
    ]),
    '',
    ...table([
      heading(`The ${Math.min(SLOWEST, files.length)} that take most of the processor`),
      ...dearest.slice(0, SLOWEST).map(({ file, parts }) => row(file, parts)),
    ]),
    '',
    ...table([
      heading('Project'),
      ...projects.map(({ name, parts }) => row(name, parts)),
      row('Sum of all files', added(files)),
    ]),
    `${files.length} files in ${workers} processes.`,
    '',
  ];
}

const heading = (first) => [
  first,
  'Time',
  'Load',
  'Hooks',
  'Cases',
  'Computed',
  'Programs',
  'Waited',
];

function row(name, parts) {
  const { wallMs, ownMs, programsMs } = sum(parts);
  return [
    name,
    ...[wallMs, ...PARTS.map((part) => parts[part]?.wallMs ?? 0)].map(seconds),
    ...[ownMs, programsMs, Math.max(0, wallMs - ownMs - programsMs)].map(seconds),
  ];
}

/** `apps/translate/test/x.e2e.ts` is of `apps/translate`. */
const projectOf = (file) => /^(?:apps\/[^/]+|libs\/platform\/[^/]+|[^/]+\/?[^/]*)/.exec(file)[0];

const sum = (parts) => total(Object.values(parts));

/** By the test's process and by what it has started and seen end. */
function computedMs({ parts }) {
  const { ownMs, programsMs } = sum(parts);
  return ownMs + programsMs;
}

/** @param {FileTime[]} files @returns {Record<string, Time>} */
function added(files) {
  const names = [...new Set(files.flatMap(({ parts }) => Object.keys(parts)))];
  return Object.fromEntries(
    names.map((name) => [name, total(files.map(({ parts }) => parts[name]).filter(Boolean))]),
  );
}

const total = (times) =>
  times.reduce(
    (all, time) => ({
      wallMs: all.wallMs + time.wallMs,
      ownMs: all.ownMs + time.ownMs,
      programsMs: all.programsMs + time.programsMs,
    }),
    { wallMs: 0, ownMs: 0, programsMs: 0 },
  );
