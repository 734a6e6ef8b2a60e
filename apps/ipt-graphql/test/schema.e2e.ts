import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildClientSchema,
  getIntrospectionQuery,
  GraphQLEnumType,
  GraphQLNonNull,
  isScalarType,
  isSpecifiedScalarType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { metadataFor, projectData, type Answer } from './client.js';
import { startService, type StartedService } from './started-service.js';

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

  it('leaves codes and arguments texts, as the specification has them', () => {
    const { code } = (schema.getType('IptError') as GraphQLObjectType).getFields();
    const argumentsOf = Object.values({
      ...schema.getQueryType()?.getFields(),
      ...schema.getMutationType()?.getFields(),
    }).flatMap(({ args }) => args.map(({ type }) => String(type).replace('!', '')));

    expect(String(code?.type)).toBe('String!');
    expect([...new Set(argumentsOf)].toSorted()).toEqual(['AWSJSON', 'Int', 'String']);
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
