import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** What an entry of {@link fakeDirectory} has, by attribute. */
export type FakeEntry = Readonly<Record<string, readonly string[]>>;

/** One answer to a search. */
export interface FakeAnswer {
  readonly entries: readonly (readonly [dn: string, FakeEntry])[];
  /** Where the next page begins. */
  readonly cookie?: string;
}

/**
 * Answers as no real directory would: binds always succeed, searches find what the test says.
 *
 * @param find for the bytes of the search, in which names, filters and attributes are readable
 */
export async function fakeDirectory(find: (search: string) => FakeAnswer) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined); // it is gone already
    socket.on('data', (data) => {
      const { id, operation } = requestOf(data);
      if (operation === BIND) socket.write(message(id, [result(0x61)]));
      if (operation !== SEARCH) return;
      const { entries, cookie } = find(data.toString('latin1'));
      const found = entries.map(([dn, entry]) => message(id, [entryOf(dn, entry)]));
      const controls = cookie === undefined ? [] : [pageOf(cookie)];
      socket.write(Buffer.concat([...found, message(id, [result(0x65), ...controls])]));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const BIND = 0x60;
const SEARCH = 0x63;
const PAGED_RESULTS = '1.2.840.113556.1.4.319';

/** RFC 4511, section 4.1.1; each request is small enough to come at once. */
function requestOf(data: Buffer): { readonly id: number; readonly operation: number | undefined } {
  const second = data[1] ?? 0;
  const at = second < 128 ? 2 : 2 + (second & 127);
  const size = data[at + 1] ?? 1;
  return { id: data.readUIntBE(at + 2, size), operation: data[at + 2 + size] };
}

function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, 0x82, body.length >> 8, body.length & 255]), body]);
}

const text = (value: string): Buffer => tlv(0x04, Buffer.from(value));
const message = (id: number, parts: readonly Buffer[]): Buffer =>
  tlv(0x30, tlv(0x02, Buffer.from([id])), ...parts);
const result = (tag: number): Buffer => tlv(tag, tlv(0x0a, Buffer.from([0])), text(''), text(''));
const entryOf = (dn: string, entry: FakeEntry): Buffer =>
  tlv(0x64, text(dn), tlv(0x30, ...Object.entries(entry).map(attributeOf)));
const attributeOf = ([name, values]: readonly [string, readonly string[]]): Buffer =>
  tlv(0x30, text(name), tlv(0x31, ...values.map(text)));
/** RFC 2696. */
const pageOf = (cookie: string): Buffer =>
  tlv(
    0xa0,
    tlv(0x30, text(PAGED_RESULTS), tlv(0x04, tlv(0x30, tlv(0x02, Buffer.from([0])), text(cookie)))),
  );
