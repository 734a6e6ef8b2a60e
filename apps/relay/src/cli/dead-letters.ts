import { parseArgs } from 'node:util';
import type { Command, Terminal } from './command.js';

const USAGE = `Usage: relay dead-letters list|replay|remove [ID…] [--all] [--url URL]

Lists what could not be delivered, queues it again, or throws it away.

  list              newest first
  replay ID… | --all
  remove ID…

  --url URL  the relay (default: http://localhost:3006)

The token comes from EVENTS_ADMIN_TOKEN.`;

interface Letter {
  readonly id: number;
  readonly at: string;
  readonly sink: string;
  readonly target: string;
  readonly reason: string;
  readonly event: { readonly type: string; readonly subject: string };
}

interface Wish {
  readonly command: string;
  readonly ids: readonly number[];
  readonly all: boolean;
  readonly url: string;
}

const TIMEOUT_MS = 30_000;

/** `relay dead-letters`: the administration of a running relay. */
export const deadLetters: Command = { usage: USAGE, run: administer };

async function administer(words: readonly string[], terminal: Terminal): Promise<number> {
  const wish = wishOf(words);
  if (wish === undefined) {
    terminal.err(USAGE);
    return 2;
  }
  try {
    return await fulfil(wish, terminal);
  } catch (error) {
    terminal.err(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

function wishOf(words: readonly string[]): Wish | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        url: { type: 'string', default: 'http://localhost:3006' },
      },
    });
    const [command = '', ...rest] = positionals;
    const wish = { ...values, command, ids: rest.map(Number) };
    return isSensible(wish) ? wish : undefined;
  } catch {
    return undefined;
  }
}

function isSensible({ command, ids, all }: Wish): boolean {
  if (!ids.every((id) => Number.isSafeInteger(id) && id > 0)) return false;
  if (command === 'list') return ids.length === 0 && !all;
  if (command === 'replay') return all === (ids.length === 0);
  return command === 'remove' && ids.length > 0 && !all;
}

async function fulfil({ command, ids, all, url }: Wish, terminal: Terminal): Promise<number> {
  const call = caller(url, terminal.env['EVENTS_ADMIN_TOKEN']);
  if (command === 'list') await list(call, terminal);
  else if (command === 'replay') {
    const body = JSON.stringify(all ? { all: true } : { ids });
    const { replayed } = (await call('/replay', { method: 'POST', body })) as { replayed: number };
    terminal.out(`Queued again: ${replayed}`);
  } else {
    for (const id of ids) await call(`/${id}`, { method: 'DELETE' });
    terminal.out(`Removed: ${ids.length}`);
  }
  return 0;
}

type Call = (path: string, init?: RequestInit) => Promise<unknown>;

const caller =
  (url: string, token = ''): Call =>
  async (path, init = {}) => {
    const address = `${url.replace(/\/+$/, '')}/relay/dead-letters${path}`;
    const response = await fetch(address, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new Error(`There is no answer from ${url}: is the relay there? See --url.`, {
        cause: error,
      });
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The relay answered ${response.status}: ${text}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  };

async function list(call: Call, { out }: Terminal): Promise<void> {
  let before: number | null = null;
  do {
    const query: string = before === null ? '' : `&before=${before}`;
    const page = (await call(`?limit=500${query}`)) as {
      readonly dead_letters: readonly Letter[];
      readonly next_before: number | null;
    };
    for (const { id, at, sink, target, reason, event } of page.dead_letters) {
      out([id, at, `${sink} ${target}`, event.type, event.subject, reason].join('\t'));
    }
    before = page.next_before;
  } while (before !== null);
}
