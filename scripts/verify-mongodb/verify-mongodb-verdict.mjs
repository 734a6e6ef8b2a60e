/**
 * @typedef {object} Facts what the server says of itself
 * @property {string} version
 * @property {string} [setName] absent: it is no replica set
 * @property {boolean} canExplain
 * @property {boolean} hasTls
 */

/**
 * @typedef {object} Proof
 * @property {string} name
 * @property {boolean} isProven whether its cases passed
 * @property {keyof typeof LACKS} [needs] what the server must have for them to prove it
 */

/** What a server may lack, and what is said then. */
const LACKS = {
  replicaSet: { isThere: ({ setName }) => setName !== undefined, why: 'it is no replica set' },
  explain: { isThere: ({ canExplain }) => canExplain, why: 'it does not explain' },
  noTls: { isThere: ({ hasTls }) => !hasTls, why: 'it wants TLS, which the proxy cannot cut' },
};

/**
 * Why the server cannot serve a proof; `undefined` if it can.
 *
 * @param {Facts} facts
 * @param {Pick<Proof, 'needs'>} proof
 * @returns {string | undefined}
 */
export function lackOf(facts, { needs }) {
  if (needs === undefined || LACKS[needs].isThere(facts)) return undefined;
  return LACKS[needs].why;
}

/**
 * What was proven, line by line, and whether it is everything.
 *
 * @param {Facts} facts
 * @param {Proof[]} proofs
 * @returns {{ lines: string[], isWhole: boolean }}
 */
export function verdictOf(facts, proofs) {
  const words = proofs.map((proof) => {
    const lack = lackOf(facts, proof);
    if (!proof.isProven) return [proof.name, 'FAILED'];
    return [proof.name, lack === undefined ? 'proven' : `not proven: ${lack}`];
  });
  const isWhole = words.every(([, word]) => word === 'proven');
  const server = facts.setName === undefined ? 'alone' : `replica set ${facts.setName}`;
  return {
    isWhole,
    lines: [
      `MongoDB ${facts.version}, ${server}`,
      ...words.map(([name, word]) => `  ${name}: ${word}`),
      `Verdict: ${isWhole ? 'notifications can use this server' : 'not everything is proven'}`,
    ],
  };
}
