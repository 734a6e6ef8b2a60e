/** Those that a service runs with where somebody asks for it. */
export const RUN_EXTRAS = /** @type {const} */ (['azure', 'fonts', 'neural']);

/** Packages that `npm start` does without, each group an npm project of its own in scripts/extras/. */
export const EXTRAS = /** @type {const} */ ([
  ...RUN_EXTRAS,
  'demo',
  'generators',
  'lint',
  'node',
  'tests',
]);
