// A broker of its own in the folder that is given, from Debian's package, for tests that kill it.
// Usage: own-broker.mjs nats|rabbitmq FOLDER PORT; runs until it is ended.
import { spawn } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDir } from '../../../scripts/lib/project.mjs';
import { debianProgram } from '../../../scripts/services/debian.mjs';

const [kind, folder, port] = process.argv.slice(2);
const packages = join(projectDir, '.data', 'services', 'packages');
const say = (line) => process.stderr.write(`${line}\n`);
await mkdir(folder, { recursive: true });
const { command, args, env } = await { nats, rabbitmq }[kind]();
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
child.on('exit', (code) => process.exit(code ?? 1));
// The broker gets the signal, too, and ends in its own time.
process.on('SIGTERM', () => undefined);

async function nats() {
  const found = await debianProgram({
    ...{ program: 'nats-server', debianPackage: 'nats-server', packages, say },
  });
  const { root, env } = found;
  const command = root === undefined ? found.command : join(root, 'usr/sbin/nats-server');
  return { command, env, args: ['-a', '127.0.0.1', '-p', port, '-js', '-sd', folder] };
}

/** Its scripts are written for folders of the system: they are told where everything is. */
async function rabbitmq() {
  const { root = '/', env } = await debianProgram({
    ...{ program: 'erl', debianPackage: 'rabbitmq-server', packages, say },
  });
  const erlang = join(root, 'usr/lib/erlang');
  const [erts] = (await readdir(erlang)).filter((name) => name.startsWith('erts-'));
  const [server] = await readdir(join(root, 'usr/lib/rabbitmq/lib'));
  const bin = join(erlang, erts, 'bin');
  const erl = join(folder, 'erl');
  const lines = [
    ...['#!/bin/sh', `export ROOTDIR=${erlang} BINDIR=${bin} EMU=beam PROGNAME=erl`],
    `exec ${bin}/erlexec "$@"`,
  ];
  await writeFile(erl, `${lines.join('\n')}\n`, { mode: 0o755 });
  await writeFile(join(folder, 'plugins'), '[].');
  const names = String(Number(port) + 2);
  const home = join(root, 'usr/lib/rabbitmq/lib', server);
  const own = {
    ...{ HOME: folder, PATH: `${folder}:${process.env.PATH}`, RABBITMQ_HOME: home },
    ...{ RABBITMQ_NODENAME: `rabbit${port}@localhost`, RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1' },
    ...{ RABBITMQ_NODE_PORT: port, RABBITMQ_DIST_PORT: String(Number(port) + 1) },
    ...{ RABBITMQ_MNESIA_BASE: folder, RABBITMQ_LOG_BASE: folder, RABBITMQ_LOGS: '-' },
    ...{ RABBITMQ_CONF_ENV_FILE: '/dev/null', RABBITMQ_CONFIG_FILE: join(folder, 'none') },
    ...{ RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins') },
    ...{ RABBITMQ_PLUGINS_DIR: join(home, 'plugins'), ERL_EPMD_ADDRESS: '127.0.0.1' },
    ERL_EPMD_PORT: names,
  };
  // The register of names, which would else be a daemon that outlives it.
  spawn(join(bin, 'epmd'), ['-port', names, '-address', '127.0.0.1'], { stdio: 'inherit' });
  const command = join(home, 'sbin/rabbitmq-server');
  return { command, args: [], env: { ...env, ...own } };
}
