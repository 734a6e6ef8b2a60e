import { parseArgs } from 'node:util';
import type { DataSource } from 'typeorm';
import { lockSymbol } from '../symbols/postgres-symbols.js';
import { chainOf, runLinesCommand } from './lines-command.js';

const HELP = `Usage: node apps/ipt-graphql/dist/main.js symbols COMMAND [options]

The symbols of all tenants, straight in the database, a line of JSON each.

Commands
  list       those that sign-offs took: HELD, EXPIRED, MINTED for good, or SPENT by a mint with another symbol
  conflicts  mints of symbols that were another IP-NFT's, the oldest first
  release    gives --symbol on --chain back, which its tenant does not; minted ones are for good

Options
  --chain ID          of this chain only
  --tenant NAME       of this tenant only, for list
  --symbol TEXT       the symbol to release
  --database-url URL  the service's database; DATABASE_URL if absent
  --help              this text
`;

const LIST = `
  SELECT chain_id AS chain, symbol, tenant, ipnft_id AS "ipnftId", minter, state, expires_at AS "expiresAt"
  FROM symbol_holds WHERE ($1::integer IS NULL OR chain_id = $1) AND ($2::text IS NULL OR tenant = $2)
  ORDER BY chain_id, symbol`;

const CONFLICTS = `
  SELECT chain_id AS chain, symbol, ipnft_id AS "ipnftId", block_number::float8 AS "blockNumber",
    holder_ipnft_id AS "holderIpnftId", holder_tenant AS "holderTenant"
  FROM symbol_conflicts WHERE $1::integer IS NULL OR chain_id = $1 ORDER BY chain_id, block_number, log_index`;

const RELEASE = `
  DELETE FROM symbols USING symbol_holds hold
  WHERE symbols.chain_id = $1 AND symbols.symbol = upper($2) AND hold.chain_id = symbols.chain_id
    AND hold.symbol = symbols.symbol AND hold.state IN ('HELD', 'EXPIRED')
  RETURNING symbols.chain_id AS chain, symbols.symbol, symbols.tenant, symbols.ipnft_id AS "ipnftId"`;

const COMMANDS = ['list', 'conflicts', 'release'] as const;

interface Request {
  readonly command: (typeof COMMANDS)[number];
  readonly databaseUrl: string;
  readonly chainId: number | null;
  readonly tenant: string | null;
  readonly symbol: string | null;
}

/** `main.js symbols`. @returns the exit code: 0, 1 for a failure, 2 for a command that makes no sense */
export const symbolsCommand = (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> => runLinesCommand({ help: HELP, parse, lines }, argv, env);

function parse(argv: readonly string[], url: string): Request | 'help' | undefined {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      'database-url': { type: 'string', default: url },
      chain: { type: 'string' },
      tenant: { type: 'string' },
      symbol: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return 'help';
  const { 'database-url': databaseUrl, tenant = null, symbol = null } = values;
  const [command, ...others] = positionals;
  const chainId = chainOf(values.chain);
  if (databaseUrl === '' || chainId === undefined || others.length > 0) return undefined;
  return requestOf({ command, databaseUrl, chainId, tenant, symbol });
}

function requestOf(words: Omit<Request, 'command'> & { command: string | undefined }) {
  const command = COMMANDS.find((name) => name === words.command);
  const isWhole = command !== 'release' || (words.chainId !== null && words.symbol !== null);
  return command === undefined || !isWhole ? undefined : { ...words, command };
}

async function lines(source: DataSource, request: Request): Promise<readonly unknown[]> {
  const { command, chainId, tenant, symbol } = request;
  if (command === 'list') return await source.query<unknown[]>(LIST, [chainId, tenant]);
  if (command === 'conflicts') return await source.query<unknown[]>(CONFLICTS, [chainId]);
  const released = await release(source, chainId ?? 0, symbol ?? '');
  if (released.length === 0) throw new Error('There is no such symbol that could be released.');
  return released;
}

const release = (source: DataSource, chainId: number, symbol: string): Promise<unknown[]> =>
  source.transaction(async (manager) => {
    await lockSymbol(manager, chainId, symbol);
    const [rows] = await manager.query<[unknown[], number]>(RELEASE, [chainId, symbol]);
    return rows;
  });
