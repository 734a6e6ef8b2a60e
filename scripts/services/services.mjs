import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { down, status, up } from './lifecycle.mjs';
import { withoutPassword } from './network.mjs';
import { projectDir, StartError } from '../lib/project.mjs';

export { down, status, up };

const help = `Usage: node scripts/services/services.mjs up|down|status [name…] [--data DIR] [--json]

Servers that npm cannot bring: alertmanager, kafka, mongodb, redis, s3 (all when none is named).

  up       brings them up, or adopts what runs, and prints their addresses
  down     stops what "up" started
  status   lists name, address, how it was had (environment, docker, package) and state

An address in the environment wins: ALERTMANAGER_URL, KAFKA_BROKERS, MONGODB_URI, REDIS_URL, S3_TEST_URL.
Else Docker, if an engine runs. Else packages, unpacked and run in the data folder: nothing is
installed. They listen on 127.0.0.1, on free ports from 26000 to 26999 and the same ones again as
long as those are free; ALERTMANAGER_PORT, KAFKA_PORT (and the next one), MONGODB_PORT and
REDIS_PORT fix one.

  --data DIR  the data folder (default: .data of this workspace)
  --json      {"redis": {"url"}, "kafka": {"brokers"}, "mongodb": {"uri"},
              "alertmanager": {"url"}, "missing": {name: reason}, "excused": [name]}

Exit code: 0 all are there, 3 some cannot be had or do not run, 2 wrong usage, 1 anything else.
`;

if (isMain()) {
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    console.error(error instanceof StartError ? error.message : error.stack);
    return error instanceof StartError ? 2 : 1;
  });
}

/** @returns {Promise<number>} the exit code */
async function main(words) {
  const { values, positionals } = parse(words);
  if (values.help) {
    console.log(help);
    return 0;
  }

  const [command, ...names] = positionals;
  const commands = { up: runUp, down: runDown, status: runStatus };
  if (!Object.hasOwn(commands, command ?? '')) throw new StartError(help);

  const data = values.data ?? join(projectDir, '.data');
  return commands[command]({ names, data, say: (line) => console.error(line) }, values.json);
}

function parse(words) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new StartError(`${error.message}\n\n${help}`);
  }
}

async function runUp(choice, asJson) {
  const answer = await up(choice);
  if (asJson) console.log(JSON.stringify(answer));
  else await runStatus(choice, false);
  return Object.keys(answer.missing).length === 0 ? 0 : 3;
}

async function runDown(choice, asJson) {
  const stopped = await down(choice);
  if (asJson) console.log(JSON.stringify({ stopped }));
  return 0;
}

async function runStatus(choice, asJson) {
  const rows = await status(choice);
  if (asJson) console.log(JSON.stringify(rows));
  else {
    for (const { name, address, how, state } of rows) {
      const url = address === undefined ? '-' : withoutPassword(address);
      console.log([name.padEnd(13), url.padEnd(29), (how ?? '-').padEnd(12), state].join(' '));
    }
  }
  return rows.every(({ state }) => state === 'up') ? 0 : 3;
}

function isMain() {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url);
}
