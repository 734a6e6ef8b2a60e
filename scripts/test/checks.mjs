/**
 * What is checked without running anything. All projects at once share one process for each tool, which
 * reads the libraries once; chosen ones go through Nx, which remembers what it has checked.
 *
 * @param {import('./run.mjs').Run} run
 * @param {import('./projects.mjs').Project[]} [chosen] all when it is not given
 */
export async function checkStatically({ flags, steps, tally }, chosen) {
  for (const { name, argv, isTold } of chosen === undefined ? ofAll(flags) : ofSome(chosen)) {
    const isOk = await steps.run(name, argv, { isPatient: true, isTold });
    if (!isOk && !steps.isStopped) tally.fail(name);
  }
}

const floors = {
  name: 'Floors',
  argv: ['depcruise', 'apps', 'libs', '--config', '.dependency-cruiser.mjs'],
};

const ofAll = ({ isCi, skipE2e }) => [
  { name: 'Format', argv: ['oxfmt', '--check', '.'] },
  { name: 'Unused code', argv: ['knip', '--no-progress'] },
  { name: 'Licences', argv: ['node', 'scripts/test/licences.mjs'] },
  ...(isCi ? forPublishers : []),
  { name: 'Structure', argv: ['node', 'scripts/lint/structure.mjs'], isTold: true },
  // `e2e/boundaries` reads all of it too, beside what breaks the rules.
  ...(skipE2e ? [floors] : []),
  // It checks types too. Its memory is not what is short: garbage is collected later than Go does by itself.
  { name: 'Types and lint', argv: ['env', 'GOGC=400', 'oxlint'] },
];

/** What whoever publishes a build wants to know. */
const forPublishers = [
  { name: 'Audit', argv: ['node', 'scripts/test/audit.mjs'], isTold: true },
  { name: 'Bill of materials', argv: ['node', 'scripts/test/sbom.mjs'], isTold: true },
];

function ofSome(chosen) {
  if (chosen.length === 0) return [];
  const names = chosen.map(({ name }) => name).join(',');
  return [{ name: 'Types and lint', argv: ['nx', 'run-many', '-t', 'lint', '-p', names] }];
}
