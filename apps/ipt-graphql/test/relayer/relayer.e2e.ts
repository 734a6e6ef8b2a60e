import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp } from '@sextant/platform-testing';
import { computeAddress, SigningKey, Transaction, type Wallet } from 'ethers';
import { KmsKey } from '../../src/signing/kms-key.js';
import { ORDER, spkiOf } from '../signing-stub.js';
import { safeContracts, type TestSafe } from '../../development/safe.mjs';
import { iptGraphql } from '../../src/app.js';
import { eventArgument, IptClient, type Answer } from '../client.js';
import {
  ETHER,
  fund,
  relayed,
  RELAYER,
  relaying,
  signedRequest,
  untilState,
} from '../relayed-safes.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;

describe('the relayer', () => {
  let service: StartedService;
  let client: IptClient;
  let owners: readonly [Wallet, Wallet, Wallet];
  let make: Awaited<ReturnType<typeof safeContracts>>;

  beforeAll(async () => {
    service = await startService({ env: relaying(chainId) });
    ({ client } = service);
    owners = [service.chain.wallet(0), service.chain.wallet(1), service.chain.wallet(2)];
    make = await safeContracts(owners[0]);
    await fund(service.chain, RELAYER, ETHER);
  });

  afterAll(() => service.close());

  const newSafe = async (): Promise<TestSafe> => {
    const addresses = owners.map(({ address }) => address);
    const safe = await make(addresses, 2);
    await fund(service.chain, safe.address, ETHER);
    return safe;
  };
  const sign = (safe: TestSafe, wish: Parameters<typeof signedRequest>[3] = {}) =>
    signedRequest(service.chain, safe, [owners[2], owners[0]], wish);
  const balance = () => service.chain.provider.getBalance(RELAYER);
  const receiptOf = (hash: string | null) =>
    service.chain.provider.getTransactionReceipt(hash ?? '');

  it('reserves, mints and tokenizes for a Safe, which pays for it', async () => {
    const safe = await newSafe();
    const before = await balance();
    const run = async (prepared: Answer, safeTxGas: bigint) => {
      expect(prepared.error).toBeNull();
      const { to, data, value } = prepared as unknown as Record<'to' | 'data' | 'value', string>;
      const wish = { to, data, value: BigInt(value), safeTxGas };
      const { id } = await relayed(client, await sign(safe, wish));
      const mined = await untilState(client, id, 'MINED');
      expect(mined).toMatchObject({ reason: null, problem: null, relayer: RELAYER });
      const receipt = await receiptOf(mined.transactionHash);
      expect(receipt).toMatchObject({ from: RELAYER, to: safe.address, status: 1 });
      return receipt;
    };
    const reserved = await run(
      await client.call('prepareMint', { chainId, from: safe.address }),
      120_000n,
    );
    const ipnftId = String(eventArgument(reserved, 'Reserved', 'reservationId'));
    const { request, metadata } = await client.prepareSignOff(owners[0], ipnftId, 'RELAYED', {
      minter: safe.address,
    });
    const sendTerms = async (text: Readonly<Record<string, unknown>>) => {
      const shown = (await client.call('safeTerms', text))['safeTerms'] as {
        messageHash: string;
      };
      for (const owner of [owners[0], owners[1]]) {
        const signature = owner.signingKey.sign(shown.messageHash).serialized;
        await client.call('addSafeSignature', { ...text, signature });
      }
    };
    await sendTerms({ safe: safe.address, chainId, metadataCid: metadata['metadataCid'] });
    await client.call('signoffMetadata', { ...request, termsSignature: undefined });
    await run(await client.call('prepareMint', { ipnftId, chainId }), 300_000n);
    await client.until('ipnft', { id: ipnftId, chainId }, ({ isSuccess }) => isSuccess);
    const { agreementCid } = await client.call('generateIptMembershipAgreement', {
      agreementData: JSON.stringify({ ipnftId, symbol: 'RLT', title: 'Shares', chainId }),
    });
    await sendTerms({ safe: safe.address, chainId, agreementCid, ipnftId });
    const wish = {
      ...{ ipnftId, chainId, agreementCid, from: safe.address },
      ...{ tokenAmount: '1000', tokenSymbol: 'RLT' },
    };
    const tokenized = await run(await client.call('prepareTokenize', wish), 500_000n);

    expect(String(eventArgument(tokenized, 'TokensCreated', 'emitter'))).toBe(safe.address);
    expect(await balance()).toBeGreaterThanOrEqual(before);
  });

  it('says who it is and what gas may cost, and lists what it has of a tenant', async () => {
    const tenant = await service.clientOf('lister');
    const relayer =
      '{ relayer(chainId: 11155111) { relayer { account gasPrice maxGas } error { code } } }';
    const shown = (await tenant.post({ query: relayer })).body as {
      data: { relayer: { relayer: { account: string; gasPrice: string } } };
    };
    const { account, gasPrice } = shown.data.relayer.relayer;
    const safe = await newSafe();
    const first = await relayed(tenant, await sign(safe, { gasPrice: BigInt(gasPrice) }));
    const second = await relayed(tenant, await sign(safe, { nonce: 9n }));
    await untilState(tenant, first.id, 'MINED');
    const listed = async (wish: string) => {
      const query = `{ relayedTransactionConnection(${wish}) { totalCount edges { node { id } } pageInfo { hasNextPage } } }`;
      const { body } = await tenant.post({ query });
      return (body as { data: { relayedTransactionConnection: object } }).data
        .relayedTransactionConnection;
    };

    expect(account).toBe(RELAYER);
    expect(await listed('first: 1')).toEqual({
      totalCount: 2,
      edges: [{ node: { id: first.id } }],
      pageInfo: { hasNextPage: true },
    });
    expect(await listed(`state: "QUEUED", safe: "${safe.address}", chainId: 11155111`)).toEqual({
      totalCount: 1,
      edges: [{ node: { id: second.id } }],
      pageInfo: { hasNextPage: false },
    });
    expect(await listed(`safe: "${RELAYER}"`)).toMatchObject({ totalCount: 0, edges: [] });
  });

  it('signs with a key that a management service holds, which gives any s', async () => {
    const key = new SigningKey(`0x${'8'.repeat(64)}`);
    const managed = await KmsKey.open({
      publicKey: () => Promise.resolve(spkiOf(key)),
      signDigest: (digest) => {
        const { r, s } = key.sign(digest);
        return Promise.resolve({ r: BigInt(r), s: ORDER - BigInt(s) });
      },
    });
    const unsigned = Transaction.from({
      type: 2,
      chainId,
      nonce: 0,
      to: RELAYER,
      gasLimit: 21_000,
    });

    unsigned.signature = await managed.signDigest(unsigned.unsignedHash);

    expect(Transaction.from(unsigned.serialized).from).toBe(computeAddress(key.publicKey));
  });

  it('is FINALIZED when its block is', async () => {
    const { id } = await relayed(client, await sign(await newSafe()));
    await untilState(client, id, 'MINED');
    await service.chain.send('anvil_mine', ['0x80']);

    const final = await untilState(client, id, 'FINALIZED');

    expect(final).toMatchObject({ reason: null, blockNumber: expect.any(Number) });
  });

  it('sends what two replicas accept with one sequence of nonces', async () => {
    const other = await startApp(iptGraphql, service.env);
    const second = new IptClient(other.url, client.apiKey, service.chain);
    const first = await service.chain.provider.getTransactionCount(RELAYER);
    const safes = [];
    for (let count = 0; count < 6; count += 1) safes.push(await newSafe());

    const accepted = await Promise.all(
      safes.map(async (safe, place) =>
        relayed(place % 2 === 0 ? client : second, await sign(safe)),
      ),
    );
    const mined = await Promise.all(accepted.map(({ id }) => untilState(second, id, 'MINED')));
    await other.close();

    const receipts = await Promise.all(
      mined.map(({ transactionHash }) =>
        service.chain.provider.getTransaction(transactionHash ?? ''),
      ),
    );
    const nonces = receipts.map((each) => each?.nonce ?? -1).toSorted((a, b) => a - b);
    expect(nonces).toEqual(safes.map((_safe, place) => first + place));
  });
});
