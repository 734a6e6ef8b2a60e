import { parseArgs } from 'node:util';
import type { DataSource } from 'typeorm';
import { runLinesCommand } from './lines-command.js';

const HELP = `Usage: node apps/ipt-graphql/dist/main.js copies [--database-url URL] [--all]

Lists the second copies at the pinning service that are not in order, a line of JSON each, the oldest first: what was found last, how
often it was looked, when it will be looked again, and when all of the file was last fetched back ("verifiedAt").

Options
  --all               those that are in order, too
  --database-url URL  the service's database; DATABASE_URL if absent
  --help              this text
`;

interface CopiesRequest {
  readonly databaseUrl: string;
  readonly isAll: boolean;
}

const COPIES = `
  SELECT cid, state, request_id AS "requestId", attempts, created_at AS "createdAt", behind_since AS "behindSince",
    next_at AS "nextAt", verified_at AS "verifiedAt", error
  FROM content_copies WHERE $1 OR state <> 'PINNED' ORDER BY created_at, cid`;

/** `main.js copies`. @returns the exit code: 0, 1 for a failure, 2 for a command that makes no sense */
export const copiesCommand = (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> => runLinesCommand({ help: HELP, parse, lines }, argv, env);

function parse(argv: readonly string[], url: string): CopiesRequest | 'help' | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      'database-url': { type: 'string', default: url },
      all: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return 'help';
  const { 'database-url': databaseUrl, all: isAll } = values;
  return databaseUrl === '' ? undefined : { databaseUrl, isAll };
}

const lines = (source: DataSource, { isAll }: CopiesRequest): Promise<readonly unknown[]> =>
  source.query(COPIES, [isAll]);
