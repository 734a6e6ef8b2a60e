/** What was registered with `atFailure` of libs/platform/testing: each returns a promise of a text. */
const WITNESSES = Symbol.for('sextant.witnesses');
const PATIENCE_MS = 5_000;

/** Adds to the error of a case that failed what there was to see: the hooks that follow put it away. */
exports.hearWitnesses = async ({ name, error }) => {
  if (name !== 'test_fn_failure' || !(error instanceof Error)) return;
  const told = await Promise.all([...(globalThis[WITNESSES] ?? [])].map(heard));
  if (told.length === 0) return;
  const { message, stack = '' } = error;
  error.message = `${message}\n\nSeen then:\n${told.join('\n')}`;
  error.stack = stack.replace(message, () => error.message);
};

function heard(witness) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, `nothing within ${PATIENCE_MS / 1000} s`);
  });
  return Promise.race([witness(), late])
    .catch((error) => `nothing: ${error.message}`)
    .finally(() => clearTimeout(timer));
}
