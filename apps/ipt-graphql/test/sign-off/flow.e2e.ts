import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { Contract, keccak256, toUtf8Bytes, Wallet } from 'ethers';
import { contractInterface } from '../../src/chain/contracts/contracts.js';
import type { Answer } from '../client.js';
import { eventArgument } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

describe.each([11155111, 1])('minting and tokenizing on chain %d', (chainId) => {
  let service: StartedService;
  let wallet: Wallet;

  beforeAll(async () => {
    service = await startService({ chainId });
    wallet = service.chain.wallet(1);
  });

  afterAll(() => service.close());

  it('walks all nine steps, and all five', async () => {
    const { client, running } = service;
    const send = async (prepared: Answer) => {
      const transaction = {
        to: String(prepared['to']),
        data: String(prepared['data']),
        value: BigInt(String(prepared['value'])),
      };
      const sent = await wallet.sendTransaction(transaction);
      return (await sent.wait())!;
    };
    const stateOf = async (kind: string, state: string) => {
      const { flows } = await client.until('flow', { ipnftId, chainId }, (answer) =>
        (answer['flows'] as { kind: string; state: string }[]).some(
          (flow) => flow.kind === kind && flow.state === state,
        ),
      );
      return (flows as { kind: string }[]).find((flow) => flow.kind === kind);
    };

    // 1: reserve
    const reserve = await client.call('prepareMint', { chainId, from: wallet.address });
    expect(reserve).toMatchObject({ step: 'RESERVE', value: '1000000000000000', error: null });
    const ipnftId = String(eventArgument(await send(reserve), 'Reserved', 'reservationId'));

    // 2 to 7
    const { agreement, metadata, terms, request } = await client.prepareSignOff(
      wallet,
      ipnftId,
      'YEAST',
    );
    expect(agreement).toMatchObject({ isSuccess: true, error: null });
    expect(metadata).toMatchObject({ isSuccess: true, warnings: [] });
    expect(terms['digest']).toBe(keccak256(toUtf8Bytes(String(terms['message']))));
    expect(await stateOf('MINT', 'TERMS_ISSUED')).toMatchObject({ step: 6, steps: 9 });

    // What was answered is what is stored.
    const document = await fetch(`${running.url}/ipfs/${String(agreement['agreementCid'])}`);
    const hash = createHash('sha256')
      .update(Buffer.from(await document.arrayBuffer()))
      .digest('hex');
    expect(hash).toBe(agreement['agreementContentHash']);

    // 8 and 9
    const signedOff = await client.call('signoffMetadata', request);
    expect(signedOff).toMatchObject({
      isSuccess: true,
      authorization: expect.stringMatching(/^0x[0-9a-f]{130}$/),
    });
    const mint = await client.call('prepareMint', { ipnftId, chainId });
    expect(Number(mint['gasEstimate'])).toBeGreaterThan(100_000);
    const minted = await send(mint);
    expect(String(eventArgument(minted as never, 'Transfer', 'tokenId'))).toBe(ipnftId);
    expect(await stateOf('MINT', 'MINT_SEEN')).toMatchObject({
      step: 9,
      next: null,
      warning: null,
    });
    expect(await client.call('ipnft', { id: ipnftId, chainId })).toMatchObject({
      ipnft: {
        id: `${chainId}/${ipnftId}`,
        tokenId: ipnftId,
        owner: wallet.address,
        symbol: 'YEAST',
        finality: 'SEEN',
      },
    });

    // Tokenizing
    const membership = await client.call('generateIptMembershipAgreement', {
      agreementData: JSON.stringify({ ipnftId, symbol: 'YST', title: 'Yeast tokens' }),
    });
    expect(membership).toMatchObject({ isSuccess: true });
    const { agreementCid } = membership;
    const iptTerms = await client.call('getIptTermsMessage', { agreementCid, ipnftId, chainId });
    expect(iptTerms['message']).toBe(
      `As an IP token holder of IPNFT #${ipnftId}, I accept all terms that I've read here: ipfs://${String(agreementCid)}\n\nChain Id: ${chainId}\nVersion: 1`,
    );
    const tokenize = await client.call('prepareTokenize', {
      ...{ ipnftId, chainId, agreementCid, from: wallet.address },
      tokenAmount: (10n ** 24n).toString(),
      tokenSymbol: 'YST',
      termsSignature: await wallet.signMessage(String(iptTerms['message'])),
    });
    expect(tokenize).toMatchObject({ step: 'TOKENIZE', value: '0', error: null });
    const tokenized = await send(tokenize);
    const token = String(eventArgument(tokenized, 'TokensCreated', 'tokenContract'));
    expect(await stateOf('TOKENIZE', 'TOKENIZE_SEEN')).toMatchObject({ step: 5, steps: 5 });
    expect(await client.call('ipTokens', { ipnftId, chainId })).toMatchObject({
      ipTokens: [{ address: token, emitter: wallet.address, symbol: 'YST', agreementCid }],
    });

    // Only once
    expect(await client.codeOf('getIptTermsMessage', { agreementCid, ipnftId, chainId })).toBe(
      'ALREADY_TOKENIZED',
    );

    // 70 blocks later it is final.
    await service.chain.send('anvil_mine', ['0x46']);
    expect(await stateOf('MINT', 'MINTED')).toMatchObject({ next: null });
    expect(await stateOf('TOKENIZE', 'TOKENIZED')).toMatchObject({ next: null });
    const other = service.chain.wallet(2);
    await new Contract(service.chain.contracts.ipnft, contractInterface(), wallet)
      .getFunction('transferFrom')
      .send(wallet.address, other.address, ipnftId);
    const { ipnft } = await client.until(
      'ipnft',
      { id: ipnftId, chainId },
      (answer) => (answer['ipnft'] as { owner: string }).owner === other.address,
    );
    expect(ipnft).toMatchObject({
      finality: 'FINALIZED',
      content: {
        metadataCid: metadata['metadataCid'],
        name: 'Longevity in yeast',
        organization: 'Universität Köln 東京',
        topic: 'Longevity',
        externalUrl: 'https://example.org/yeast',
        imageCid: metadata['imageCid'],
        agreements: [
          {
            type: 'Assignment Agreement',
            uri: agreement['agreementUri'],
            contentHash: agreement['agreementContentHash'],
            cid: agreement['agreementCid'],
          },
        ],
      },
      history: [
        { kind: 'RESERVED', from: null, to: wallet.address, finality: 'FINALIZED' },
        { kind: 'MINTED', from: null, to: wallet.address },
        { kind: 'TOKENIZED', from: null, to: wallet.address },
        { kind: 'TRANSFERRED', from: wallet.address, to: other.address, finality: 'SEEN' },
      ],
    });
    const events = await service.database.query<{ type: string }>(
      `SELECT event ->> 'type' AS type FROM outbox WHERE key = '${chainId}/${ipnftId}' ORDER BY sequence`,
    );
    expect(events.map(({ type }) => type.replace('org.sextant.ipt.flow.', ''))).toEqual([
      'agreement_ready',
      'upload_issued',
      'image_stored',
      'metadata_pinned',
      'terms_issued',
      'signed_off',
      'mint_seen',
      'agreement_ready',
      'terms_issued',
      'tokenize_seen',
      'minted',
      'tokenized',
    ]);
  });
});
