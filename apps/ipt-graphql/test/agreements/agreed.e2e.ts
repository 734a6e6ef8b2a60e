import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Wallet } from 'ethers';
import { metadataFor, pngImage, projectData } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;

/** What the steps say of one IP-NFT has to be the same: symbol and wallet are in documents that stay public. */
describe('symbol and wallet, from the agreement to the sign-off', () => {
  let service: StartedService;
  let wallet: Wallet;

  beforeAll(async () => {
    service = await startService();
    wallet = service.chain.wallet(1);
  });

  afterAll(() => service.close());

  const agree = (ipnftId: string, symbol: string, address = wallet.address) =>
    service.client.call('generateAssignmentAgreement', {
      projectData: JSON.stringify(projectData({ ipnftId, symbol, wallet: address, chainId })),
    });
  const upload = async (ipnftId: string, metadata: object) =>
    await service.client.call('uploadMetadataWithImageKey', {
      metadata: JSON.stringify(metadata),
      imageKey: await service.client.uploadImage(ipnftId, 'image/png', await pngImage()),
      ipnftId,
    });

  it('metadata with another symbol than its agreement is refused', async () => {
    const agreement = await agree('501', 'AGREED');

    const { error } = await upload('501', metadataFor(agreement, 'ANOTHER'));

    expect(error).toMatchObject({
      code: 'INVALID_METADATA',
      message: expect.stringContaining('properties.initial_symbol'),
    });
    expect(await upload('501', metadataFor(agreement, 'AGREED'))).toMatchObject({
      isSuccess: true,
    });
  });

  it('metadata that names agreements of two wallets is refused', async () => {
    const [one, two] = [
      await agree('502', 'TWOFOLD'),
      await agree('502', 'TWOFOLD', service.chain.wallet(2).address),
    ];
    const metadata = metadataFor(one, 'TWOFOLD');
    metadata.properties.agreements.push(...metadataFor(two, 'TWOFOLD').properties.agreements);

    expect((await upload('502', metadata)).error?.code).toBe('INVALID_METADATA');
  });

  it.each(['javascript:alert(1)', 'example.org', 'data:text/html,hello', 'file:///etc/passwd'])(
    'metadata with the external_url %s is refused',
    async (url) => {
      const agreement = await agree('503', 'LINKS');
      const { error } = await upload('503', {
        ...metadataFor(agreement, 'LINKS'),
        external_url: url,
      });

      expect(error).toMatchObject({
        code: 'INVALID_METADATA',
        message: expect.stringContaining('external_url'),
      });
    },
  );

  it('metadata may link to ipfs', async () => {
    const metadata = metadataFor(await agree('504', 'IPFSLINK'), 'IPFSLINK');

    expect(
      await upload('504', { ...metadata, external_url: 'ipfs://bafkqaaa/page.html' }),
    ).toMatchObject({ isSuccess: true });
  });

  it('a sign-off by another wallet than that of the agreement is refused', async () => {
    const { client } = service;
    const ipnftId = await client.reserve(wallet);
    const agreement = await agree(ipnftId, 'PURSE', service.chain.wallet(2).address);
    const { metadataCid, metadataUrl } = await upload(ipnftId, metadataFor(agreement, 'PURSE'));
    const minter = wallet.address;
    const { message } = await client.call('getTermsMessage', { metadataCid, minter, chainId });

    const { error } = await client.call('signoffMetadata', {
      ...{ ipnftId, tokenURI: metadataUrl, chainId, minter, to: minter },
      termsSignature: await wallet.signMessage(String(message)),
    });

    expect(error).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('connectedWalletAddress'),
    });
    expect(await client.call('symbolAvailable', { symbol: 'PURSE', chainId })).toMatchObject({
      available: true,
    });
  });

  it('the symbol of a flow is the one that was signed off', async () => {
    const { client } = service;
    const ipnftId = await client.reserve(wallet);
    const { request } = await client.prepareSignOff(wallet, ipnftId, 'SIGNED');
    await agree(ipnftId, 'LATER');

    expect(await client.codeOf('signoffMetadata', request)).toBe('none');

    expect(await client.call('flow', { ipnftId, chainId })).toMatchObject({
      flows: [{ symbol: 'SIGNED' }],
    });
  });

  it('a reservation takes one symbol, and no second one in any step', async () => {
    const { client } = service;
    const ipnftId = await client.reserve(wallet);
    const first = await client.prepareSignOff(wallet, ipnftId, 'ONLY1');
    const second = await client.prepareSignOff(wallet, ipnftId, 'ONLY2');
    const third = await client.prepareSignOff(wallet, ipnftId, 'ONLY3');

    const codes = await Promise.all(
      [first, second, third].map(({ request }) => client.codeOf('signoffMetadata', request)),
    );

    expect(codes.toSorted()).toEqual(['INVALID_INPUT', 'INVALID_INPUT', 'none']);
    const rows = await service.database.query(
      `SELECT symbol FROM symbols WHERE ipnft_id = '${ipnftId}'`,
    );
    expect(rows).toHaveLength(1);
    // Signing the same off again, to somebody else, stays possible.
    const won = [first, second, third][codes.indexOf('none')]?.request;
    const to = service.chain.wallet(2).address;
    expect(await client.codeOf('signoffMetadata', { ...won, to })).toBe('none');
    expect((await agree(ipnftId, 'ONLY4')).error?.code).toBe('INVALID_INPUT');
  });

  it('a flow of a chain that is not served is no flow that is not there', async () => {
    const { error } = await service.client.call('flow', { ipnftId: '501', chainId: 5 });

    expect(error).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('not served'),
    });
  });
});
