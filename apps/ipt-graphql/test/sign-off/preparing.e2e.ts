import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Interface, type Wallet } from 'ethers';
import { contractInterface } from '../../src/chain/contracts/contracts.js';
import type { Answer } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;

/** A transaction that is sent cannot be taken back: what is prepared is what was agreed, or is refused. */
describe('prepared transactions', () => {
  let service: StartedService;
  let wallet: Wallet;
  let stranger: Wallet;

  beforeAll(async () => {
    service = await startService();
    wallet = service.chain.wallet(1);
    stranger = service.chain.wallet(2);
  });

  afterAll(() => service.close());

  const send = async (prepared: Answer): Promise<void> => {
    const sent = await wallet.sendTransaction({
      to: String(prepared['to']),
      data: String(prepared['data']),
      value: BigInt(String(prepared['value'])),
    });
    await sent.wait();
  };
  /** Where the calldata mints to. */
  const mintsTo = ({ data }: Answer): unknown =>
    new Interface(contractInterface().fragments).decodeFunctionData(
      'mintReservation',
      String(data),
    )[0];

  describe('of a mint', () => {
    it('are those of the sign-off that was asked for last, or of the recipient that is named', async () => {
      const { client } = service;
      const ipnftId = await client.reserve(wallet);
      const { request } = await client.prepareSignOff(wallet, ipnftId, 'WHOSE');
      for (const to of [wallet.address, stranger.address, wallet.address]) {
        expect(await client.codeOf('signoffMetadata', { ...request, to })).toBe('none');
      }

      const last = await client.call('prepareMint', { ipnftId, chainId });
      expect(last).toMatchObject({ isSuccess: true, recipient: wallet.address });
      expect(mintsTo(last)).toBe(wallet.address);

      const to = stranger.address;
      const named = await client.call('prepareMint', { ipnftId, chainId, to });
      expect(named).toMatchObject({ isSuccess: true, recipient: to });
      expect(mintsTo(named)).toBe(to);

      const { tokenURI } = request;
      const both = await client.call('prepareMint', { ipnftId, chainId, to, tokenURI });
      expect(both['data']).toBe(named['data']);
      const nobody = service.chain.wallet(3).address;
      expect(await client.codeOf('prepareMint', { ipnftId, chainId, to: nobody })).toBe(
        'NOT_FOUND',
      );
      expect(
        await client.codeOf('prepareMint', { ipnftId, chainId, tokenURI: 'https://example.org' }),
      ).toBe('INVALID_INPUT');
    });

    it('are refused after the mint', async () => {
      const { client } = service;
      const ipnftId = await client.mint(wallet, 'MINTED');

      expect(await client.codeOf('prepareMint', { ipnftId, chainId })).toBe('MUST_CONTROL_IPNFT');
    });

    it('say why there is no estimate of gas', async () => {
      const from = '0x00000000000000000000000000000000000000aa';
      const poor = await service.client.call('prepareMint', { chainId, from });

      expect(poor).toMatchObject({
        isSuccess: true,
        gasEstimate: null,
        gasEstimateError: 'The wallet does not hold what is sent and the fee for the gas.',
      });
    });
  });

  describe('of tokenizing', () => {
    let ipnftId: string;
    let agreementCid: string;
    let metadataCid: string;

    beforeAll(async () => {
      const { client } = service;
      ipnftId = await client.mint(wallet, 'PARENT');
      const { ipnft } = await client.until(
        'ipnft',
        { id: ipnftId, chainId },
        ({ isSuccess }) => isSuccess,
      );
      metadataCid = (ipnft as { tokenUri: string }).tokenUri.slice('ipfs://'.length);
      const agreement = await client.call('generateIptMembershipAgreement', {
        agreementData: JSON.stringify({ ipnftId, symbol: 'CHILD', title: 'Shares', chainId }),
      });
      agreementCid = String(agreement['agreementCid']);
    });

    const prepare = async (change: object = {}, signer = wallet) => {
      const request = {
        ...{ ipnftId, chainId, agreementCid, from: wallet.address },
        ...{ tokenAmount: '1000', tokenSymbol: 'CHILD' },
        ...change,
      };
      const text = `As an IP token holder of IPNFT #${request.ipnftId}, I accept all terms that I've read here: ipfs://${request.agreementCid}\n\nChain Id: ${chainId}\nVersion: 1`;
      const termsSignature = await signer.signMessage(text);
      return await service.client.call('prepareTokenize', { ...request, termsSignature });
    };

    it('are refused for a document that is no membership agreement of the IP-NFT', async () => {
      expect((await prepare({ agreementCid: metadataCid })).error?.code).toBe('INVALID_INPUT');
    });

    it.each(['OTHER', 'child'])(
      'are refused for the symbol %s, which is not agreed',
      async (symbol) => {
        const { error } = await prepare({ tokenSymbol: symbol });

        expect(error).toMatchObject({
          code: 'INVALID_INPUT',
          message: expect.stringContaining('CHILD'),
        });
      },
    );

    it('are refused for an IP-NFT that is not there', async () => {
      expect((await prepare({ ipnftId: '987654' })).error?.code).toBe('NOT_FOUND');
    });

    it('name the owner where the signature is of somebody else', async () => {
      const { error } = await prepare({}, stranger);

      expect(error?.code).toBe('INVALID_TERMS_SIGNATURE');
      expect(error?.message).toContain('owner');
      expect(error?.message).not.toContain('minter');
    });

    it('are given for what was agreed', async () => {
      const prepared = await prepare();
      expect(prepared).toMatchObject({ isSuccess: true, gasEstimateError: null });
      await send(prepared);
      expect((await prepare()).error?.code).toBe('ALREADY_TOKENIZED');
    });
  });
});
