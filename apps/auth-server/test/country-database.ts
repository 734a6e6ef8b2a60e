/** Countries by IPv4 network, such as `{ '198.51.100.0/24': 'ES' }`. */
type Networks = Readonly<Record<string, string>>;

type Tree = [Tree | string | undefined, Tree | string | undefined];

/**
 * A database of countries as MaxMind's are written: a tree of bits, the records, the metadata.
 *
 * @see https://maxmind.github.io/MaxMind-DB/, version 2.0
 */
export function countryDatabase(networks: Networks): Buffer {
  const root: Tree = [undefined, undefined];
  for (const [network, country] of Object.entries(networks)) insert(root, network, country);
  const nodes = nodesOf(root);
  const records = new Map<string, { readonly at: number; readonly bytes: Buffer }>();
  let size = 0;
  for (const country of new Set(Object.values(networks))) {
    const bytes = map({ country: map({ iso_code: text(country) }) });
    records.set(country, { at: size, bytes });
    size += bytes.length;
  }
  const pointer = (side: Tree | string | undefined): Buffer => {
    const bytes = Buffer.alloc(3);
    if (side === undefined) bytes.writeUIntBE(nodes.length, 0, 3);
    else if (typeof side !== 'string') bytes.writeUIntBE(nodes.indexOf(side), 0, 3);
    else bytes.writeUIntBE(nodes.length + 16 + (records.get(side)?.at ?? 0), 0, 3);
    return bytes;
  };
  return Buffer.concat([
    ...nodes.flatMap(([zero, one]) => [pointer(zero), pointer(one)]),
    Buffer.alloc(16),
    ...[...records.values()].map(({ bytes }) => bytes),
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    metadata(nodes.length),
  ]);
}

/** IPv4 addresses have 96 zeros before them. */
function insert(root: Tree, network: string, country: string): void {
  const [address = '', length = '32'] = network.split('/');
  const bits =
    '0'.repeat(96) +
    address
      .split('.')
      .map((octet) => Number(octet).toString(2).padStart(8, '0'))
      .join('')
      .slice(0, Number(length));
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const next: Tree | string | undefined = node[Number(bit) as 0 | 1] ?? [undefined, undefined];
    if (typeof next === 'string') return;
    node[Number(bit) as 0 | 1] = next;
    node = next;
  }
  node[Number(bits.at(-1)) as 0 | 1] = country;
}

const nodesOf = (tree: Tree): Tree[] => [
  tree,
  ...tree.flatMap((side) => (typeof side === 'object' ? nodesOf(side) : [])),
];

const metadata = (nodeCount: number): Buffer =>
  map({
    binary_format_major_version: number(5, 2),
    binary_format_minor_version: number(5, 0),
    build_epoch: Buffer.from([4, 2, ...number(6, 1_795_000_000).subarray(1)]),
    database_type: text('Test-Country'),
    ip_version: number(5, 6),
    node_count: number(6, nodeCount),
    record_size: number(5, 24),
  });

const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);

function number(type: 5 | 6, value: number): Buffer {
  const bytes = Buffer.alloc(type === 5 ? 2 : 4);
  bytes.writeUIntBE(value, 0, bytes.length);
  return Buffer.concat([Buffer.from([(type << 5) | bytes.length]), bytes]);
}

const map = (values: Readonly<Record<string, Buffer>>): Buffer =>
  Buffer.concat([
    Buffer.from([(7 << 5) | Object.keys(values).length]),
    ...Object.entries(values).flatMap(([key, value]) => [text(key), value]),
  ]);
