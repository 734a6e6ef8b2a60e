import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `contracts/compile.mjs` has made of a contract. */
export interface Artifact {
  readonly abi: readonly unknown[];
  readonly bytecode: string;
}

/** @param name of a contract, such as `IPNFT` */
export const artifactOf = (name: string): Artifact =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, 'artifacts', `${name}.json`), 'utf8'),
  ) as Artifact;
