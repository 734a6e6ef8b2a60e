import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startApp } from '@sextant/platform-testing';
import { iptGraphql } from '../../src/app.js';
import { IptClient, projectData } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1';

/** The codes of what the service rests on being away; those of bad input are in the other files. */
describe('outages', () => {
  let service: StartedService;

  beforeAll(async () => {
    service = await startService();
  });

  afterAll(() => service.close());

  /** The same service, with its database, after other settings. */
  const withSettings = async (
    settings: Record<string, string>,
    work: (client: IptClient) => Promise<void>,
  ) => {
    const other = await startApp(iptGraphql, { ...service.env, ...settings });
    try {
      await work(new IptClient(other.url, service.client.apiKey, service.chain));
    } finally {
      await other.close();
    }
  };
  const project = (ipnftId: string, symbol: string) => ({
    projectData: JSON.stringify(
      projectData({ ipnftId, symbol, wallet: service.chain.wallet(1).address, chainId }),
    ),
  });
  const fileOf = (cid: string): string => {
    const folder = service.env['CONTENT_DIR'] ?? '';
    const name = readdirSync(folder, { recursive: true }).find((each) =>
      String(each).endsWith(cid),
    );
    return join(folder, String(name));
  };

  it('METADATA_UPLOAD_FAILED: content cannot be pinned, of agreements too', async () => {
    await withSettings({ KUBO_RPC_URL: NOWHERE }, async (client) => {
      const { error } = await client.call('generateAssignmentAgreement', project('900', 'PIN'));

      expect(error).toMatchObject({ code: 'METADATA_UPLOAD_FAILED', retryable: true });
    });
  });

  it('CHAIN_UNAVAILABLE: the chain is away', async () => {
    await withSettings({ [`RPC_URL_${chainId}`]: NOWHERE }, async (client) => {
      const from = service.chain.wallet(1).address;
      const { error } = await client.call('prepareMint', { chainId, from });

      expect(error).toMatchObject({ code: 'CHAIN_UNAVAILABLE', retryable: true });
    });
  });

  it('TERMS_MESSAGE_FAILED: the chain is away when tokens are asked for', async () => {
    const data = { ipnftId: '901', symbol: 'TMF', title: 'Tokens', chainId };
    const { agreementCid } = await service.client.call('generateIptMembershipAgreement', {
      agreementData: JSON.stringify(data),
    });

    await withSettings({ [`RPC_URL_${chainId}`]: NOWHERE }, async (client) => {
      const request = { agreementCid, ipnftId: '901', chainId };
      const { error } = await client.call('getIptTermsMessage', request);

      expect(error).toMatchObject({ code: 'TERMS_MESSAGE_FAILED', retryable: true });
    });
  });

  it.each([
    ['gone', (file: string) => rmSync(file)],
    ['damaged', (file: string) => writeFileSync(file, 'something else')],
  ])('TERMS_MESSAGE_FAILED and SIGNOFF_FAILED: the document is %s', async (how, harm) => {
    const wallet = service.chain.wallet(1);
    const ipnftId = await service.client.reserve(wallet);
    const symbol = `DOC${how}`;
    const { metadata, request } = await service.client.prepareSignOff(wallet, ipnftId, symbol);
    const metadataCid = String(metadata['metadataCid']);
    harm(fileOf(metadataCid));

    const terms = { metadataCid, minter: wallet.address, chainId };
    const { error } = await service.client.call('getTermsMessage', terms);
    expect(error).toMatchObject({ code: 'TERMS_MESSAGE_FAILED', retryable: true });
    expect((await service.client.call('signoffMetadata', request)).error).toMatchObject({
      code: 'SIGNOFF_FAILED',
      retryable: true,
    });
    expect(await service.client.call('symbolAvailable', { symbol, chainId })).toMatchObject({
      available: true,
    });
  });

  it('INTERNAL_ERROR: something failed inside, and the answer holds a trace id and no reason', async () => {
    await service.database.query('ALTER TABLE symbols RENAME TO symbols_elsewhere');

    const { error } = await service.client.call('symbolAvailable', { symbol: 'A', chainId });
    await service.database.query('ALTER TABLE symbols_elsewhere RENAME TO symbols');

    expect(error).toMatchObject({ code: 'INTERNAL_ERROR', retryable: true });
    expect(error?.message).toMatch(/Trace id: [0-9a-f]{32}\.$/);
    expect(error?.message).not.toContain('symbols');
  });

  it('a project with a symbol that is not alphanumeric is INVALID_INPUT', async () => {
    for (const symbol of ['NO-WAY', 'É', 'A B', 'A'.repeat(21)]) {
      expect(
        await service.client.codeOf('generateAssignmentAgreement', project('902', symbol)),
      ).toBe('INVALID_INPUT');
    }
  });
});
