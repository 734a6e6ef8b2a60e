/**
 * What is checked without running anything. All projects at once share one process for each tool, which
 * reads the libraries once; chosen ones go through Nx, which remembers what it has checked.
 *
 * @param {import('./run.mjs').Run} run
 * @param {import('./projects.mjs').Project[]} [chosen] all when it is not given
 */
export async function checkStatically({ steps, tally }, chosen) {
  for (const [name, argv] of chosen === undefined ? ofAll() : ofSome(chosen)) {
    const isOk = await steps.run(name, argv, { isPatient: true });
    if (!isOk && !steps.isStopped) tally.fail(name);
  }
}

const ofAll = () => [
  ['Format', ['prettier', '--check', '.']],
  ['Types', ['tsc', '--build', '--pretty', 'false']],
  ['Lint', ['eslint', '.', '--max-warnings', '0']],
  ['Unused code', ['knip', '--no-progress']],
];

function ofSome(chosen) {
  const names = chosen.map(({ name }) => name).join(',');
  return [
    ['Types', ['nx', 'run-many', '-t', 'typecheck', '-p', names]],
    ['Lint', ['nx', 'run-many', '-t', 'lint', '-p', names]],
  ];
}
