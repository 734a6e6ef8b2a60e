import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

interface Change {
  readonly version: number;
  readonly type: string;
  readonly object: Record<string, unknown>;
}

export interface ApiStub {
  readonly url: string;
  readonly requests: { readonly path: string; readonly authorization: string | undefined }[];
  /** Something happens to an object. */
  change(
    path: string,
    type: 'ADDED' | 'MODIFIED' | 'DELETED',
    object: Record<string, unknown>,
  ): void;
  bookmark(path: string): void;
  /** Ends the watches that are open. */
  drop(): void;
  /** Forgets what has happened: older places are gone. */
  compact(): void;
  close(): Promise<void>;
}

/** Lists and watches as an API server does: changes after a resource version, bookmarks, 410. */
export async function apiStub(): Promise<ApiStub> {
  let version = 100;
  let oldest = 0;
  const history = new Map<string, Change[]>();
  const objects = new Map<string, Map<string, Record<string, unknown>>>();
  const watches = new Set<{ path: string; response: ServerResponse }>();
  const requests: ApiStub['requests'] = [];

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://stub');
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization });
    const from = Number(url.searchParams.get('resourceVersion') ?? '0');
    if (url.searchParams.get('watch') !== '1') {
      list(url, response);
      return;
    }
    if (from < oldest) {
      send(response, { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } });
      response.end();
      return;
    }
    const later = (history.get(url.pathname) ?? []).filter((change) => change.version > from);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    for (const { type, object } of later) send(response, { type, object });
    const watch = { path: url.pathname, response };
    watches.add(watch);
    response.on('close', () => watches.delete(watch));
  });

  function list(url: URL, response: ServerResponse): void {
    const all = [...(objects.get(url.pathname)?.values() ?? [])];
    const from = Number(url.searchParams.get('continue') ?? '0');
    const next = from + 2 < all.length ? String(from + 2) : '';
    const metadata = { resourceVersion: String(version), continue: next };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ metadata, items: all.slice(from, from + 2) }));
  }

  const send = (response: ServerResponse, line: object): void => {
    response.write(`${JSON.stringify(line)}\n`);
  };

  const tell = (path: string, line: object): void => {
    for (const watch of watches) if (watch.path === path) send(watch.response, line);
  };

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    change(path, type, given) {
      version += 1;
      const metadata = { ...(given['metadata'] as object), resourceVersion: String(version) };
      const object = { ...given, metadata };
      const { uid } = metadata as unknown as { uid: string };
      const known = objects.get(path) ?? new Map<string, Record<string, unknown>>();
      objects.set(path, known);
      if (type === 'DELETED') known.delete(uid);
      else known.set(uid, object);
      history.set(path, [...(history.get(path) ?? []), { version, type, object }]);
      tell(path, { type, object });
    },
    bookmark: (path) =>
      tell(path, {
        type: 'BOOKMARK',
        object: { kind: 'Event', metadata: { resourceVersion: String(version) } },
      }),
    drop() {
      for (const { response } of watches) response.destroy();
    },
    compact() {
      oldest = version;
      history.clear();
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await Promise.resolve();
    },
  };
}
