import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Answers for models as Hugging Face's hub does, from a folder with `owner/name/files`. */
export interface ModelHub {
  readonly url: string;
  /** What was asked for: method, path, range. */
  readonly requests: readonly string[];
  /** The connection of the next so many downloads ends after so many bytes. */
  cut(times: number, afterBytes: number): void;
  /** Downloads send this byte where the content ends; undefined for what is there. */
  spoil(byte: number | undefined): void;
  /** Answers with this status instead of a file; undefined for the file. */
  gate(status: number | undefined): void;
  /** Whether parts of a file can be asked for. */
  takeRanges(yes: boolean): void;
  close(): Promise<void>;
}

export const HUB_COMMIT = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';
/** As the hub does with git LFS. */
const LARGE_FROM_BYTES = 1000;
const PAGE = 3;

interface Behaviour {
  cuts: number;
  afterBytes: number;
  spoiled: number | undefined;
  takesRanges: boolean;
  gate: number | undefined;
}

export async function startModelHub(folder: string): Promise<ModelHub> {
  const requests: string[] = [];
  const behaviour: Behaviour = {
    ...{ cuts: 0, afterBytes: 0 },
    ...{ spoiled: undefined, takesRanges: true, gate: undefined },
  };
  const server = createServer((request, response) => {
    requests.push([request.method, request.url, request.headers.range].filter(Boolean).join(' '));
    answer(folder, behaviour, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    cut: (times, afterBytes) => Object.assign(behaviour, { cuts: times, afterBytes }),
    spoil: (byte) => Object.assign(behaviour, { spoiled: byte }),
    gate: (status) => Object.assign(behaviour, { gate: status }),
    takeRanges: (yes) => Object.assign(behaviour, { takesRanges: yes }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const INFO = /^\/api\/models\/([^/]+\/[^/]+)\/revision\/(\w+)$/;
/** Of the whole repository, or of a folder. */
const TREE = new RegExp(`^/api/models/([^/]+/[^/]+)/tree/${HUB_COMMIT}(?:/(.+))?$`);
const FILE = new RegExp(`^/([^/]+/[^/]+)/resolve/${HUB_COMMIT}/(.+)$`);

function answer(
  folder: string,
  behaviour: Behaviour,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // A mirror may lie below a path.
  const url = new URL((request.url ?? '').replace(/^\/mirror(?=\/)/, ''), 'http://hub');
  const [, repository, path = ''] =
    [INFO, TREE, FILE].map((route) => route.exec(url.pathname)).find((match) => match !== null) ??
    [];
  const root = join(folder, repository ?? '');
  if (repository === undefined || !isFolder(root)) {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end('{"error":"Repository not found"}');
  } else if (INFO.test(url.pathname)) {
    sendJson(response, {
      _id: '1',
      id: repository,
      sha: HUB_COMMIT,
      lastModified: '2026-01-01T00:00:00.000Z',
    });
  } else if (TREE.test(url.pathname)) {
    sendTree(url, { root, below: path }, response);
  } else if (behaviour.gate !== undefined) {
    response.writeHead(behaviour.gate).end('Access to this model is restricted.');
  } else {
    sendFile(readFileSync(join(root, decodeURIComponent(path))), behaviour, request, response);
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

interface Place {
  readonly root: string;
  /** A folder in it. */
  readonly below: string;
}

function sendTree(url: URL, { root, below }: Place, response: ServerResponse): void {
  const folder = join(root, decodeURIComponent(below));
  if (!isFolder(folder)) {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end('{"error":"The folder does not exist"}');
    return;
  }
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(decodeURIComponent(below), path))
    .toSorted();
  const from = Number(url.searchParams.get('cursor') ?? 0);
  if (from + PAGE < entries.length) {
    url.searchParams.set('cursor', String(from + PAGE));
    const next = `http://${response.req.headers.host ?? ''}${url.pathname}${url.search}`;
    response.setHeader('link', `<${next}>; rel="next"`);
  }
  sendJson(
    response,
    entries.slice(from, from + PAGE).map((path) => treeEntry(root, path)),
  );
}

function treeEntry(root: string, path: string): object {
  if (isFolder(join(root, path))) return { type: 'directory', path, size: 0, oid: '0'.repeat(40) };
  const content = readFileSync(join(root, path));
  const size = content.length;
  const oid = createHash('sha1').update(`blob ${size}\0`).update(content).digest('hex');
  if (size < LARGE_FROM_BYTES) return { type: 'file', path, size, oid };
  const sha256 = createHash('sha256').update(content).digest('hex');
  return {
    type: 'file',
    path,
    size,
    oid: '0'.repeat(40),
    lfs: { oid: sha256, size, pointerSize: 130 },
  };
}

function sendFile(
  content: Buffer,
  behaviour: Behaviour,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const range = behaviour.takesRanges ? /^bytes=(\d+)-$/.exec(request.headers.range ?? '') : null;
  const from = Number(range?.[1] ?? 0);
  const part = Buffer.from(content.subarray(from));
  if (behaviour.spoiled !== undefined) part.fill(behaviour.spoiled, part.length - 1);
  response.writeHead(range === null ? 200 : 206, { 'content-length': part.length });
  if (behaviour.cuts > 0 && part.length > behaviour.afterBytes) {
    behaviour.cuts -= 1;
    response.write(part.subarray(0, behaviour.afterBytes), () => response.socket?.end());
    return;
  }
  response.end(part);
}

function sendJson(response: ServerResponse, body: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}
