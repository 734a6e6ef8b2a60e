import { createHash } from 'node:crypto';

/**
 * A fixed piece of work: texts made, sorted, packed, unpacked and hashed, as services and tests do all day. What it takes of a
 * processor is what `npm test` is measured with. Never change it: figures of before would mean nothing.
 */
const ROUNDS = 40;
const TEXTS = 20_000;

let seed = 1;
const next = () => (seed = (seed * 48_271) % 2_147_483_647);

let digest = '';
for (let round = 0; round < ROUNDS; round += 1) {
  const texts = Array.from({ length: TEXTS }, () => ({ name: next().toString(36), size: next() }));
  const sorted = texts.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const unpacked = JSON.parse(JSON.stringify(sorted));
  digest = createHash('sha256').update(digest).update(JSON.stringify(unpacked)).digest('hex');
}

const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ digest, ms: (user + system) / 1000 }));
