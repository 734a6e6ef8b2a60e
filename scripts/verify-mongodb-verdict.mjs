/**
 * @typedef {object} Facts what the server says of itself
 * @property {string} version
 * @property {string} [setName] absent: it is no replica set
 */

/**
 * @typedef {object} Proof
 * @property {string} name
 * @property {boolean} isProven
 * @property {boolean} needsReplicaSet
 */

/**
 * What was proven, line by line, and whether it is everything.
 *
 * @param {Facts} facts
 * @param {Proof[]} proofs
 * @returns {{ lines: string[], isWhole: boolean }}
 */
export function verdictOf({ version, setName }, proofs) {
  const words = proofs.map(({ name, isProven, needsReplicaSet }) => {
    if (!isProven) return [name, 'FAILED'];
    const isMissing = needsReplicaSet && setName === undefined;
    return [name, isMissing ? 'not proven: the server is no replica set' : 'proven'];
  });
  const isWhole = words.every(([, word]) => word === 'proven');
  const server = setName === undefined ? 'alone' : `replica set ${setName}`;
  return {
    isWhole,
    lines: [
      `MongoDB ${version}, ${server}`,
      ...words.map(([name, word]) => `  ${name}: ${word}`),
      `Verdict: ${isWhole ? 'notifications can use this server' : 'not everything is proven'}`,
    ],
  };
}
