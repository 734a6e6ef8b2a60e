import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Contract } from 'ethers';
import {
  buildClientSchema,
  getIntrospectionQuery,
  GraphQLEnumType,
  GraphQLNonNull,
  isEnumType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { contractInterface } from '../../src/chain/contracts/contracts.js';
import { metadataFor, projectData, type Answer } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;

/** What generators of clients and caches of clients see. */
describe('the schema', () => {
  let service: StartedService;
  let schema: GraphQLSchema;

  beforeAll(async () => {
    service = await startService();
    const { body } = await service.client.post({
      query: getIntrospectionQuery({ specifiedByUrl: true }),
    });
    schema = buildClientSchema((body as { data: IntrospectionQuery }).data);
  });

  afterAll(() => service.close());

  it.each([
    ['Ipnft', 'finality', ['SEEN', 'SAFE', 'FINALIZED']],
    ['IpToken', 'finality', ['SEEN', 'SAFE', 'FINALIZED']],
    ['Reservation', 'finality', ['SEEN', 'SAFE', 'FINALIZED']],
    ['Flow', 'kind', ['MINT', 'TOKENIZE']],
    [
      'Flow',
      'state',
      [
        ...['AGREEMENT_READY', 'UPLOAD_ISSUED', 'IMAGE_STORED', 'METADATA_PINNED', 'TERMS_ISSUED'],
        ...['SIGNED_OFF', 'MINT_SEEN', 'MINTED', 'TOKENIZE_SEEN', 'TOKENIZED'],
      ],
    ],
    ['TransactionResult', 'step', ['RESERVE', 'MINT', 'TOKENIZE']],
    ['SymbolHold', 'state', ['HELD', 'EXPIRED', 'MINTED', 'SPENT']],
  ])('has all values of %s.%s', (type, field, values) => {
    const found = (schema.getType(type) as GraphQLObjectType).getFields()[field]?.type;
    const named = found instanceof GraphQLNonNull ? found.ofType : found;

    expect(named).toBeInstanceOf(GraphQLEnumType);
    expect(
      (named as GraphQLEnumType)
        .getValues()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(values.toSorted());
  });

  it('says what its own scalars are', () => {
    const scalars = Object.values(schema.getTypeMap()).filter(
      (type) => isScalarType(type) && !isSpecifiedScalarType(type),
    );

    expect(scalars.map(({ name }) => name).toSorted()).toEqual(['AWSJSON', 'DateTime']);
    expect(scalars.filter((type) => !isScalarType(type) || !type.specifiedByURL)).toEqual([]);
  });

  it('describes every type, field, argument and value', () => {
    const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
    const isRoot = (name: string) => ['Query', 'Mutation', 'Subscription'].includes(name);
    const fields = types
      .filter(isObjectType)
      .flatMap((type) =>
        Object.values(type.getFields()).flatMap((field) => [
          [`${type.name}.${field.name}`, field.description] as const,
          ...field.args.map(
            ({ name, description }) =>
              [`${type.name}.${field.name}(${name})`, description] as const,
          ),
        ]),
      );
    const values = types
      .filter(isEnumType)
      .flatMap((type) =>
        type
          .getValues()
          .map(({ name, description }) => [`${type.name}.${name}`, description] as const),
      );
    const named = types
      .filter(({ name }) => !isRoot(name))
      .map(({ name, description }) => [name, description] as const);

    const all = [...named, ...fields, ...values];
    expect(all.length).toBeGreaterThan(200);
    expect(all.filter(([, description]) => !description).map(([name]) => name)).toEqual([]);
  });

  it('leaves codes and arguments texts, as the specification has them', () => {
    const { code } = (schema.getType('IptError') as GraphQLObjectType).getFields();
    const argumentsOf = Object.values({
      ...schema.getQueryType()?.getFields(),
      ...schema.getMutationType()?.getFields(),
    }).flatMap(({ args }) => args.map(({ type }) => String(type)));

    expect(String(code?.type)).toBe('String!');
    expect(
      [...new Set(argumentsOf.map((type) => type.replaceAll(/[![\]]/g, '')))].toSorted(),
    ).toEqual(['AWSJSON', 'Boolean', 'Int', 'String']);
  });
});

describe('objects that clients keep by their id', () => {
  let sepolia: StartedService;
  let mainnet: StartedService;

  beforeAll(async () => {
    [sepolia, mainnet] = await Promise.all([startService(), startService({ chainId: 1 })]);
  });

  afterAll(() => Promise.all([sepolia.close(), mainnet.close()]));

  interface Kept {
    readonly id: string;
    readonly tokenId: string;
  }

  const minted = async ({ client, chain }: StartedService): Promise<readonly [Kept, Kept]> => {
    const id = await client.mint(chain.wallet(1), 'SAME');
    const where = { id, chainId: chain.chainId };
    const { ipnft } = await client.until('ipnft', where, ({ isSuccess }) => isSuccess);
    const { reservation } = await client.call('reservation', where);
    return [ipnft, reservation] as [Kept, Kept];
  };

  it('have other ids on another chain, where the token id is the same', async () => {
    const [[ipnft, reservation], [otherIpnft, otherReservation]] = await Promise.all([
      minted(sepolia),
      minted(mainnet),
    ]);

    expect(ipnft.tokenId).toBe(otherIpnft.tokenId);
    expect(ipnft.id).not.toBe(otherIpnft.id);
    expect(reservation.tokenId).toBe(otherReservation.tokenId);
    expect(reservation.id).not.toBe(otherReservation.id);
  });

  it('are found by their id alone, which may not contradict the chain', async () => {
    const { ipnfts } = await sepolia.client.call('ipnfts', { chainId });
    const [{ id, tokenId } = { id: '', tokenId: '' }] = ipnfts as Kept[];

    expect(await sepolia.client.call('ipnft', { id })).toMatchObject({ ipnft: { id, tokenId } });
    expect(await sepolia.client.codeOf('ipnft', { id, chainId: 1 })).toBe('INVALID_INPUT');
    expect(await sepolia.client.codeOf('ipnft', { id: tokenId })).toBe('INVALID_INPUT');
    expect(await sepolia.client.codeOf('reservation', { id: `5/${tokenId}` })).toBe(
      'INVALID_INPUT',
    );
  });
});

describe('connections', () => {
  let service: StartedService;

  beforeAll(async () => {
    service = await startService();
    const { client, chain } = service;
    const [ada, bob] = [chain.wallet(1), chain.wallet(2)];
    const ids = [
      await client.mint(ada, 'FIRST'),
      await client.mint(bob, 'Second'),
      await client.mint(ada, 'THIRD'),
    ];
    await new Contract(chain.contracts.ipnft, contractInterface(), ada)
      .getFunction('transferFrom')
      .send(ada.address, bob.address, ids[2]);
    await client.until('ipnft', { id: ids[2], chainId }, ({ ipnft }) => {
      return (ipnft as { owner?: string } | null)?.owner === bob.address;
    });
  });

  afterAll(() => service.close());

  interface Connection {
    readonly edges: readonly { readonly cursor: string; readonly node: { symbol: string } }[];
    readonly pageInfo: {
      readonly hasNextPage: boolean;
      readonly startCursor: string | null;
      readonly endCursor: string | null;
    };
    readonly totalCount: number | null;
    readonly error: { readonly code: string } | null;
  }

  const list = async (name: string, args: string): Promise<Connection> => {
    const { body } = await service.client.post({
      query: `{ result: ${name}${args} { edges { cursor node { symbol } } totalCount isSuccess error { code }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
    });
    return (body as { data: { result: Connection } }).data.result;
  };
  const symbolsOf = ({ edges }: Connection) => edges.map(({ node }) => node.symbol);

  it('have pages, and a total', async () => {
    const first = await list('ipnftConnection', `(chainId: ${chainId}, first: 2)`);
    const after = first.pageInfo.endCursor ?? '';
    const rest = await list(
      'ipnftConnection',
      `(chainId: ${chainId}, first: 2, after: "${after}")`,
    );

    expect(symbolsOf(first)).toEqual(['FIRST', 'Second']);
    expect(first).toMatchObject({
      totalCount: 3,
      pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: first.edges[0]?.cursor },
    });
    expect(symbolsOf(rest)).toEqual(['THIRD']);
    expect(rest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });

  it('have pages from the end backwards, in the same order', async () => {
    const args = (more: string) => `(chainId: ${chainId}, ${more})`;
    const end = await list('ipnftConnection', args('last: 2'));
    const before = end.pageInfo.startCursor ?? '';
    const start = await list('ipnftConnection', args(`last: 2, before: "${before}"`));

    expect(symbolsOf(end)).toEqual(['Second', 'THIRD']);
    expect(end.pageInfo).toMatchObject({
      ...{ hasPreviousPage: true, hasNextPage: false, endCursor: end.edges[1]?.cursor },
    });
    expect(symbolsOf(start)).toEqual(['FIRST']);
    expect(start.pageInfo).toMatchObject({ hasPreviousPage: false, hasNextPage: true });
    expect(start.totalCount).toBe(3);
  });

  it('are between two cursors, and of those the first or the last', async () => {
    const { edges } = await list('ipnftConnection', `(chainId: ${chainId})`);
    const [first, second, third] = edges.map(({ cursor }) => cursor);
    const of = async (more: string) =>
      await list('ipnftConnection', `(chainId: ${chainId}, ${more})`);

    expect(symbolsOf(await of(`after: "${first}", before: "${third}"`))).toEqual(['Second']);
    expect(symbolsOf(await of(`first: 1, before: "${third}"`))).toEqual(['FIRST']);
    expect(symbolsOf(await of(`last: 1, after: "${first}"`))).toEqual(['THIRD']);
    expect(symbolsOf(await of(`after: "${second}", before: "${second}"`))).toEqual([]);
    const both = await of('first: 2, last: 1');
    expect(symbolsOf(both)).toEqual(['Second']);
    expect(both.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: true });
  });

  it('of flows go backwards too', async () => {
    const end = await list('flowConnection', '(last: 1)');
    const before = end.pageInfo.startCursor ?? '';

    expect(symbolsOf(end)).toEqual(['THIRD']);
    expect(symbolsOf(await list('flowConnection', `(last: 1, before: "${before}")`))).toEqual([
      'Second',
    ]);
  });

  it('cost as much from the end as from the beginning', async () => {
    const wide = `edges { node { id owner symbol tokenUri chainId flags finality transactionHash blockNumber
      history { kind from to transactionHash blockNumber finality } ipTokens { address symbol name amountWei }
      content { metadataCid name description organization topic externalUrl imageCid
        agreements { type uri mimeType contentHash cid } } } cursor }`;
    const page = `ipnftConnection(chainId: ${chainId}, last: $last) { ${wide} }`;
    const query = `query ($last: Int) { a: ${page} b: ${page} }`;

    for (const last of [1, 100]) {
      const { status, body } = await service.client.post({ query, variables: { last } });
      const code = (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions
        .code;
      expect([last, status, code]).toEqual(
        last === 1 ? [1, 200, undefined] : [100, 400, 'QUERY_TOO_LARGE'],
      );
    }
  });

  it('find by who owns it now, and by symbol in any case', async () => {
    const [ada, bob] = [1, 2].map((index) => service.chain.wallet(index).address);
    const of = async (filter: string) =>
      await list('ipnftConnection', `(chainId: ${chainId}, ${filter})`);

    expect(symbolsOf(await of(`owner: "${ada}"`))).toEqual(['FIRST']);
    expect(await of(`owner: "${bob}"`)).toMatchObject({ totalCount: 2 });
    expect(symbolsOf(await of('symbol: "SECOND"'))).toEqual(['Second']);
    expect(symbolsOf(await of(`owner: "${ada}", symbol: "SECOND"`))).toEqual([]);
  });

  it('list the flows of the tenant, by kind, chain and symbol', async () => {
    expect(await list('flowConnection', '')).toMatchObject({ totalCount: 3 });
    expect(await list('flowConnection', '(kind: "TOKENIZE")')).toMatchObject({ totalCount: 0 });
    expect(
      symbolsOf(
        await list('flowConnection', `(kind: "MINT", chainId: ${chainId}, symbol: "third")`),
      ),
    ).toEqual(['THIRD']);
  });

  it('refuse what makes no sense, and a cursor of another list', async () => {
    const { pageInfo } = await list('ipnftConnection', `(chainId: ${chainId}, first: 1)`);

    for (const args of [
      '(chainId: 7)',
      `(chainId: ${chainId}, owner: "nobody")`,
      `(chainId: ${chainId}, first: 101)`,
      `(chainId: ${chainId}, last: 101)`,
      `(chainId: ${chainId}, last: 0)`,
      `(chainId: ${chainId}, last: 1, before: "nothing")`,
      `(chainId: ${chainId}, symbol: "FIRST", after: "${pageInfo.endCursor}")`,
    ]) {
      expect(await list('ipnftConnection', args)).toMatchObject({
        ...{ edges: [], totalCount: null, error: { code: 'INVALID_INPUT' } },
      });
    }
    expect(await list('flowConnection', '(kind: "FLY")')).toMatchObject({
      error: { code: 'INVALID_INPUT' },
    });
  });
});

describe('as the hosted service answers', () => {
  let service: StartedService;

  beforeAll(async () => {
    service = await startService();
  });

  afterAll(() => service.close());

  const agree = (change: object = {}): Promise<Answer> => {
    const minter = service.chain.wallet(1).address;
    const data = projectData({ ipnftId: '41', symbol: 'FIDEL', wallet: minter, chainId });
    return service.client.call('generateAssignmentAgreement', {
      projectData: JSON.stringify({ ...data, project: { ...data.project, ...change } }),
    });
  };

  it('failed terms are empty texts', async () => {
    const minter = service.chain.wallet(1).address;
    const unknown = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy';

    const mint = await service.client.call('getTermsMessage', {
      metadataCid: unknown,
      minter,
      chainId,
    });
    const tokens = await service.client.call('getIptTermsMessage', {
      ...{ agreementCid: unknown, ipnftId: '41', chainId },
    });

    for (const answer of [mint, tokens]) {
      expect(answer).toMatchObject({ isSuccess: false, message: '', digest: '' });
    }
  });

  it.each([
    ['topic', { topic: 'ab' }],
    ['research_lead.name', { research_lead: { name: 'A', email: 'a@example.org' } }],
  ])('a project whose %s is too short is refused', async (member, change) => {
    const { error } = await agree(change);

    expect(error).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(new RegExp(`${member}.*at least 3 characters`)),
    });
  });

  it.each([
    ['name', { name: 'Four' }, 'at least 5 characters'],
    ['description', { description: 'Too short' }, 'at least 10 characters'],
    ['terms_signature', { terms_signature: '' }, 'not empty'],
    ['terms_signature', { terms_signature: undefined }, 'is missing'],
  ])('metadata with such a %s is refused: %j', async (member, change, what) => {
    const agreement = await agree();
    const imageKey = await service.client.uploadImage('41', 'image/png', new Uint8Array(10));

    const { error } = await service.client.call('uploadMetadataWithImageKey', {
      metadata: JSON.stringify({ ...metadataFor(agreement, 'FIDEL'), ...change }),
      ...{ imageKey, ipnftId: '41' },
    });

    expect(error).toMatchObject({ code: 'INVALID_METADATA' });
    expect(error?.message).toContain(member);
    expect(error?.message).toContain(what);
  });

  it('there are no terms for tokens of an IP-NFT that nobody owns', async () => {
    const ipnftId = await service.client.reserve(service.chain.wallet(1));
    const { agreementCid } = await service.client.call('generateIptMembershipAgreement', {
      agreementData: JSON.stringify({ ...{ ipnftId, symbol: 'NONE', title: 'None yet' }, chainId }),
    });

    expect(
      await service.client.codeOf('getIptTermsMessage', { agreementCid, ipnftId, chainId }),
    ).toBe('MUST_CONTROL_IPNFT');
  });
});

describe('a chain that the specification does not know', () => {
  let service: StartedService;

  beforeAll(async () => {
    service = await startService({ chainId: 8453 });
  });

  afterAll(() => service.close());

  it('is served by configuration alone, through all nine steps', async () => {
    const { client, chain } = service;
    const tokenId = await client.mint(chain.wallet(1), 'BASE');

    const { ipnft } = await client.until(
      'ipnft',
      { id: tokenId, chainId: 8453 },
      ({ isSuccess }) => isSuccess,
    );

    expect(ipnft).toMatchObject({ id: `8453/${tokenId}`, symbol: 'BASE' });
    expect(await client.codeOf('ipnft', { id: tokenId, chainId })).toBe('INVALID_INPUT');
  });
});
