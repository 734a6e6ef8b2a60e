import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DiskBlobs } from './disk-blobs.js';
import { S3Blobs } from './s3-blobs.js';

const KEY = 'voices/a-1/sample';
const BYTES = Uint8Array.from([0, 1, 2, 255]);

describe('blobs on disk', () => {
  const root = mkdtempSync(join(tmpdir(), 'sextant-blobs-'));
  const blobs = new DiskBlobs(root);
  afterAll(() => rmSync(root, { recursive: true }));

  it('come back as they were put, until they are deleted', async () => {
    await blobs.put(KEY, BYTES);
    expect(Uint8Array.from((await blobs.get(KEY)) ?? [])).toEqual(BYTES);
    expect(readdirSync(join(root, 'voices', 'a-1'))).toEqual(['sample']);

    await blobs.delete(KEY);
    await blobs.delete(KEY);
    expect(await blobs.get(KEY)).toBeUndefined();
  });

  it('go with what a killed process left of them, and with their folder when it is empty', async () => {
    const folder = join(root, 'voices', 'a-2');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'sample.part'), 'half');
    await blobs.put('voices/a-2/recording', BYTES);

    await blobs.delete('voices/a-2/sample');
    expect(readdirSync(folder)).toEqual(['recording']);

    await blobs.delete('voices/a-2/recording');
    expect(readdirSync(join(root, 'voices'))).toEqual([]);
  });

  it('are rid of parts that nobody will end, whatever they are called, but of nothing else', async () => {
    const folder = join(root, 'voices', 'a-3');
    await blobs.put('voices/a-3/sample', BYTES);
    for (const name of ['sample.8f2c.part', 'recording.part']) {
      writeFileSync(join(folder, name), 'half');
    }
    const yesterday = Date.now() / 1000 - 86_400;
    utimesSync(join(folder, 'sample.8f2c.part'), yesterday, yesterday);
    utimesSync(join(folder, 'sample'), yesterday, yesterday);

    expect(await blobs.removeParts(new Date(Date.now() - 3_600_000))).toBe(1);

    expect(readdirSync(folder).toSorted()).toEqual(['recording.part', 'sample']);
    expect(await new DiskBlobs(join(root, 'nothing')).removeParts(new Date())).toBe(0);
  });

  it.each(['../x', '/etc/passwd', 'a//b', 'a/../b', ''])('have no key %j', async (key) => {
    await expect(blobs.get(key)).rejects.toThrow('no key');
  });
});

/** As much of S3's REST interface as is used: objects by path. */
describe('blobs in a bucket', () => {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://s3').pathname;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.method === 'PUT') objects.set(path, Buffer.concat(parts));
      if (request.method === 'DELETE') objects.delete(path);
      const found = objects.get(path);
      if (request.method !== 'GET') response.writeHead(request.method === 'PUT' ? 200 : 204).end();
      else if (found !== undefined) response.writeHead(200).end(found);
      else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    });
  });
  let blobs: S3Blobs;
  beforeAll(async () => {
    process.env['AWS_ACCESS_KEY_ID'] = 'test';
    process.env['AWS_SECRET_ACCESS_KEY'] = 'test';
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}`;
    blobs = new S3Blobs({ bucket: 'voices', endpoint, region: 'us-east-1' });
  });
  afterAll(() => {
    blobs.close();
    server.closeAllConnections();
    server.close();
  });

  it('come back as they were put, until they are deleted', async () => {
    await blobs.put(KEY, BYTES);
    expect([...objects.keys()]).toEqual([`/voices/${KEY}`]);
    expect(Uint8Array.from((await blobs.get(KEY)) ?? []).slice(-4)).toHaveLength(4);

    await blobs.delete(KEY);
    expect(await blobs.get(KEY)).toBeUndefined();
  });
});
