import { spawnSync } from 'node:child_process';

import { chooseEngine } from './build.mjs';
import { readFlags } from './flags.mjs';
import { prove } from './prove.mjs';
import { databaseUrl, withClient } from '../postgres/postgres.mjs';
import { pinnedEnvironment } from '../lib/pinned.mjs';
import { say, seconds, table, timed } from '../lib/progress.mjs';
import { projectDir, StartError } from '../lib/project.mjs';
import { runMain } from '../lib/run-main.mjs';
import { withTestServers } from '../test/servers.mjs';

const DEPLOY =
  "Building ipt-graphql's command that deploys the contracts to the chain of the proof";
const HEADING = ['Image', 'MB', 'At most', 'Built', 'Ready', 'Ends', 'Memory'];

/** What an image may take, in MB, uncompressed, with its base. */
const MOST_MEGABYTES = {
  ...{ translate: 390, speech: 360, 'ipt-graphql': 290 },
  ...{ 'auth-server': 245, notifications: 245, relay: 245 },
};

/** The rest of `npm run images`, on Node 24. */
await runMain(async (words) => {
  const flags = readFlags(words);
  const engine = chooseEngine();
  if (flags.isProven && engine.name !== 'buildah') {
    throw new StartError('Images of Docker are not started by this script: say --no-prove.');
  }
  if (flags.isProven && flags.services.includes('ipt-graphql')) await timed(DEPLOY, buildDeploy);
  engine.prepare();
  try {
    const make = (servers) => makeAll(engine, flags, servers);
    const rows = await (flags.isProven ? withTestServers(make) : make());
    say(table([HEADING, ...rows]).join('\n'));
    const large = rows.filter(([service, megabytes]) => megabytes > MOST_MEGABYTES[service]);
    for (const [service] of large) say(`${service}'s image is larger than it may be.`);
    return large.length === 0 ? 0 : 1;
  } finally {
    engine.close(flags.isKept);
  }
});

function buildDeploy() {
  const { status } = spawnSync('nx', ['bundle', 'ipt-graphql', '--outputStyle=static'], {
    cwd: projectDir,
    env: { ...pinnedEnvironment(), NX_DAEMON: 'false', NX_TUI: 'false' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new StartError('ipt-graphql cannot be built.');
}

/** One by one: disks are small. */
async function makeAll(engine, { services, isKept }, servers) {
  const rows = [];
  for (const service of services) {
    const startMs = performance.now();
    const image = engine.build(service);
    const built = seconds(performance.now() - startMs);
    const megabytes = Math.round(engine.bytes(image) / 1e6);
    const row = [service, String(megabytes), String(MOST_MEGABYTES[service]), built];
    row.push(...(servers === undefined ? ['-', '-', '-'] : await proven(image, service, servers)));
    rows.push(row);
    say(row.join('  '));
    if (!isKept) engine.forget(image);
  }
  return rows;
}

async function proven(image, service, servers) {
  const name = `images_${service.replaceAll('-', '_')}_${process.pid}`;
  const admin = servers.env.TEST_DATABASE_URL;
  await withClient(admin, (client) => client.query(`CREATE DATABASE ${name}`));
  try {
    const { readyMs, stopMs, residentMib, requestMib } = await prove(image, service, {
      databaseUrl: databaseUrl(admin, name),
      redisUrl: servers.env.REDIS_URL,
    });
    if (residentMib > requestMib) {
      say(`${service} takes ${residentMib} MiB, its manifest requests ${requestMib} MiB`);
    }
    return [seconds(readyMs), seconds(stopMs), `${residentMib} MiB`];
  } finally {
    await withClient(admin, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  }
}
