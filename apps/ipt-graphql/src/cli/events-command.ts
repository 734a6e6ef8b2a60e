import type { DataSource } from 'typeorm';
import { parseChainRequest as parse, runLinesCommand, type ChainRequest } from './lines-command.js';

const HELP = `Usage: node apps/ipt-graphql/dist/main.js events [--database-url URL] [--chain ID]

Lists what strangers wrote into the contracts' events and the index could not take as it is, a line of JSON each, the
oldest first: "refused" is left out of the index, "replaced" is a text that is shown otherwise, with its bytes.

Options
  --chain ID          of this chain only
  --database-url URL  the service's database; DATABASE_URL if absent
  --help              this text
`;

type Line = Readonly<Record<string, unknown>>;

const REFUSED = `
  SELECT 'refused' AS kind, chain_id AS "chainId", block_number::float8 AS "blockNumber", log_index AS "logIndex",
    transaction_hash AS "transactionHash", contract, topic AS event, reason
  FROM chain_refusals WHERE $1::integer IS NULL OR chain_id = $1 ORDER BY chain_id, block_number, log_index`;

const REPLACED = `
  SELECT 'replaced' AS kind, chain_id AS "chainId", block_number::float8 AS "blockNumber", log_index AS "logIndex",
    event.transaction_hash AS "transactionHash", event.args ->> 'contract' AS contract, event.name AS event, field,
    '0x' || encode(bytes, 'hex') AS bytes
  FROM chain_texts JOIN chain_events event USING (chain_id, block_number, log_index)
  WHERE $1::integer IS NULL OR chain_id = $1 ORDER BY chain_id, block_number, log_index`;

/** `main.js events`. @returns the exit code: 0, 1 for a failure, 2 for a command that makes no sense */
export const eventsCommand = (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> => runLinesCommand({ help: HELP, parse, lines }, argv, env);

const lines = async (source: DataSource, { chainId }: ChainRequest): Promise<readonly Line[]> => [
  ...(await source.query<Line[]>(REFUSED, [chainId])),
  ...(await source.query<Line[]>(REPLACED, [chainId])),
];
