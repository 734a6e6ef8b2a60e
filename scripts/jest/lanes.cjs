/** Tests that wait for what they have started, or for the clock, more than they compute. */
const WAITING =
  /\/e2e\/[^/]+$|\/apps\/notifications\/test\/|\/libs\/platform\/(?:data|http)\/|\/(?:kill|killed|crash)[^/]*\.e2e\.ts$|chromium|recovery\.e2e\.ts$/;

/** So much of the run is over when the last of them begins: none of them runs alone at the end. */
const LAST_BEGINS = 0.8;

/**
 * One project after the other, so that a worker that is replaced loads what one of them needs and not all; the one with most
 * files first. What waits is spread over the run: beside it others compute, and stacks of services seldom come up together.
 *
 * @template {{ path: string, context: { config: { rootDir: string } } }} T
 * @param {T[]} tests within a project in the order in which they are to begin
 * @returns {T[]}
 */
exports.inLanes = (tests) => {
  const waiting = tests.filter(({ path }) => WAITING.test(path));
  const computing = tests.filter(({ path }) => !WAITING.test(path));
  const projects = Object.values(
    Object.groupBy(computing, ({ context }) => context.config.rootDir),
  ).toSorted((a, b) => b.length - a.length);

  const ordered = projects.flat();
  const step = (ordered.length * LAST_BEGINS) / Math.max(1, waiting.length);
  const turns = waiting.map((test, at) => ({ test, at: Math.floor(at * step) }));
  return [
    ...ordered.flatMap((test, at) => [
      ...turns.filter((turn) => turn.at === at).map((turn) => turn.test),
      test,
    ]),
    ...(ordered.length === 0 ? waiting : []),
  ];
};
