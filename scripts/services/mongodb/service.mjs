import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { findJava } from '../java.mjs';
import { bringJars } from '../maven.mjs';
import { exchange, hostAndPort } from '../network.mjs';

const run = promisify(execFile);

/**
 * mongo-java-server, which is enough for tests of single-document writes. What it cannot do it
 * refuses (see Main.java), except that TTL indexes never expire anything. No query planner: do not
 * judge speed or the use of indexes on it.
 * @type {import('../catalogue.mjs').Service}
 */
export default {
  name: 'mongodb',
  field: 'uri',
  addressVariable: 'MONGODB_URI',
  portVariable: 'MONGODB_PORT',
  ports: 1,
  address: (port) => `mongodb://127.0.0.1:${port}`,

  container: () => ({
    image: 'mongo:8.0.4',
    containerPort: 27017,
    folder: '/data/db',
  }),

  async program({ folder, packages, port, say }) {
    const { java } = await findJava({ compiler: true });
    const jars = join(packages, 'mongo-java-server-1.47.0');
    await bringJars({ lockFile: new URL('jars.json', import.meta.url), folder: jars, say });
    const classes = await compileMain({ java, jars, packages });
    await mkdir(folder, { recursive: true });

    const args = [
      ...['-Xmx1g', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto'],
      ...['-cp', `${classes}:${jars}/*`, 'Main', join(folder, 'data.mv'), String(port)],
    ];
    return { command: java, args };
  },

  async answers(address) {
    if (address.startsWith('mongodb+srv:')) return true; // Its hosts stand in DNS: not asked.

    const { host, port } = hostAndPort(address, 27017);
    if (/[?&](tls|ssl)=true/.test(address)) return exchange({ host, port }).then(() => true);

    const answer = await exchange({ host, port, request: helloMessage() });
    return answer.length > 16 && answer.readInt32LE(12) === OP_MSG;
  },
};

/** Compiled once for each text of Main.java. */
async function compileMain({ java, jars, packages }) {
  const source = fileURLToPath(new URL('Main.java', import.meta.url));
  const text = createHash('sha256')
    .update(await readFile(source))
    .digest('hex')
    .slice(0, 12);
  const classes = join(packages, `mongodb-main-${text}`);
  const isCompiled = await access(classes).then(
    () => true,
    () => false,
  );
  if (isCompiled) return classes;

  const draft = `${classes}.${process.pid}`;
  const compiler = ['-m', 'jdk.compiler/com.sun.tools.javac.Main'];
  const classPath = (await readdir(jars)).map((jar) => join(jars, jar)).join(':');
  await run(java, [...compiler, '-cp', classPath, '-d', draft, source]);
  await rename(draft, classes).catch(() => rm(draft, { recursive: true })); // Another was faster.
  return classes;
}

const OP_MSG = 2013;

/** `{hello: 1, $db: 'admin'}` as OP_MSG: https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
function helloMessage() {
  const fields = Buffer.concat([
    Buffer.from('\x10hello\0\x01\0\0\0', 'latin1'), // int32 1
    Buffer.from('\x02$db\0\x06\0\0\0admin\0', 'latin1'), // string of 6 bytes
  ]);
  const message = Buffer.alloc(16 + 4 + 1 + 4 + fields.length + 1);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(1, 4); // request id
  message.writeInt32LE(OP_MSG, 12); // after "response to"; then 4 bytes of flags, 1 of section kind
  message.writeInt32LE(4 + fields.length + 1, 21); // size of the document
  fields.copy(message, 25);
  return message;
}
