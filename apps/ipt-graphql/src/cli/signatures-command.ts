import { verifyMessage } from 'ethers';
import type { DataSource } from 'typeorm';
import { authorizationHash, type MintAuthorization } from '../signing/authorization-signer.js';
import { parseChainRequest as parse, runLinesCommand, type ChainRequest } from './lines-command.js';

const HELP = `Usage: node apps/ipt-graphql/dist/main.js signatures [--database-url URL] [--chain ID]

Lists what the signing keys have authorized, a line of JSON each, the oldest first: for whom, with which API key, by which
signer, and whether the signature is that signer's over just this ("verified").

Options
  --chain ID          of this chain only
  --database-url URL  the service's database; DATABASE_URL if absent
  --help              this text
`;

const SIGNED = `
  SELECT sequence::float8 AS sequence, created_at AS "createdAt", tenant, key_id AS "keyId", chain_id AS "chainId",
    ipnft_id AS "ipnftId", symbol, minter, recipient AS "to", token_uri AS "tokenUri", signer,
    signed_authorization AS "authorization"
  FROM authorizations WHERE $1::integer IS NULL OR chain_id = $1 ORDER BY authorizations.sequence`;

interface Signed extends MintAuthorization {
  readonly signer: string;
  readonly authorization: string;
}

/** `main.js signatures`. @returns the exit code: 0, 1 for a failure, 2 for a command that makes no sense */
export const signaturesCommand = (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> => runLinesCommand({ help: HELP, parse, lines }, argv, env);

const lines = async (source: DataSource, { chainId }: ChainRequest): Promise<readonly unknown[]> =>
  (await source.query<Signed[]>(SIGNED, [chainId])).map((row) => ({
    ...row,
    verified: isSigned(row),
  }));

function isSigned(row: Signed): boolean {
  try {
    return verifyMessage(authorizationHash(row), row.authorization) === row.signer;
  } catch {
    return false; // no signature at all
  }
}
