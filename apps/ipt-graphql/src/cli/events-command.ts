import { parseArgs } from 'node:util';
import { silentLogger } from '@sextant/platform-logging';
import { openDataSource } from '@sextant/platform-postgres';

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

/** @returns the exit code: 0, 1 for a failure, 2 for a command that makes no sense */
export async function eventsCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const request = parse(argv, env['DATABASE_URL']);
    if (request === 'help') {
      process.stdout.write(HELP);
      return 0;
    }
    if (request === undefined) {
      process.stderr.write(HELP);
      return 2;
    }
    for (const line of await read(request)) process.stdout.write(`${JSON.stringify(line)}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof TypeError ? 2 : 1;
  }
}

interface Request {
  readonly databaseUrl: string;
  readonly chainId: number | null;
}

/** `undefined` for a command that makes no sense. @throws {TypeError} for an option that there is not */
function parse(argv: readonly string[], url = ''): Request | 'help' | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      'database-url': { type: 'string', default: url },
      chain: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const { 'database-url': databaseUrl, chain, help } = values;
  if (help === true) return 'help';
  if (databaseUrl === '') return undefined;
  if (chain === undefined) return { databaseUrl, chainId: null };
  return /^\d{1,9}$/.test(chain) ? { databaseUrl, chainId: Number(chain) } : undefined;
}

async function read({ databaseUrl, chainId }: Request): Promise<readonly Line[]> {
  const source = await openDataSource({
    config: { databaseUrl, databasePoolSize: 1 },
    logger: silentLogger,
    app: 'ipt-graphql',
    migrations: [],
  });
  try {
    return [
      ...(await source.query<Line[]>(REFUSED, [chainId])),
      ...(await source.query<Line[]>(REPLACED, [chainId])),
    ];
  } finally {
    await source.destroy();
  }
}
