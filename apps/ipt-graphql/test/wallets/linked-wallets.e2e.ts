import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type RunningApp } from '@sextant/platform-testing';
import { ContractFactory, type InterfaceAbi, type Wallet } from 'ethers';
import { artifactOf } from '../../src/chain/contracts/artifacts.js';
import { iptGraphql } from '../../src/app.js';
import { IptClient, type Answer } from '../client.js';
import { safeContracts } from '../../development/safe.mjs';
import { codeOf, ETHER, fund, RELAYER, RELAYER_KEY, signedRequest } from '../relayed-safes.js';
import { startService, type StartedService } from '../started-service.js';
import { BearerClient, startIssuer } from '../token-issuer.js';

const chainId = 11155111;
const HOST = 'ipt.example:8443';
const ORIGIN = `https://${HOST}`;

interface MessageFields {
  readonly domain: string;
  readonly address: string;
  readonly uri: string;
  readonly version: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expirationTime?: Date;
  readonly notBefore?: Date;
}

/** By the ABNF of EIP-4361. */
const messageOf = ({ expirationTime, notBefore, ...fields }: MessageFields): string =>
  [
    `${fields.domain} wants you to sign in with your Ethereum account:`,
    fields.address,
    '',
    'Link this wallet.',
    '',
    `URI: ${fields.uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${fields.chainId}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt.toISOString()}`,
    ...(expirationTime ? [`Expiration Time: ${expirationTime.toISOString()}`] : []),
    ...(notBefore ? [`Not Before: ${notBefore.toISOString()}`] : []),
  ].join('\n');

const fromNow = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

describe("a person's wallets, linked by sign-in with Ethereum", () => {
  let service: StartedService;
  let issuer: Awaited<ReturnType<typeof startIssuer>>;
  /** The same without PUBLIC_URL and what needs it, where images can be uploaded to. */
  let nameless: RunningApp;
  let ada: IptClient;
  let bob: IptClient;
  let wallet: Wallet;

  beforeAll(async () => {
    issuer = await startIssuer();
    const relayer = { [`RELAYER_KEY_${chainId}`]: RELAYER_KEY };
    service = await startService({
      env: { ...issuer.env, PUBLIC_URL: ORIGIN, REQUIRE_LINKED_WALLETS: 'true', ...relayer },
    });
    const env = Object.entries(service.env).filter(
      ([name]) => !/^(PUBLIC_URL|REQUIRE_LINKED_WALLETS)$/.test(name),
    );
    await fund(service.chain, RELAYER, ETHER);
    nameless = await startApp(iptGraphql, Object.fromEntries(env));
    ada = await clientOf('ada');
    bob = await clientOf('bob');
    wallet = service.chain.wallet(1);
  });

  beforeEach(() => service.database.query('DELETE FROM linked_wallets'));

  afterAll(async () => {
    await nameless.close();
    await service.close();
    issuer.close();
  });

  const clientOf = async (subject: string, url = service.running.url) =>
    new BearerClient(url, await issuer.token(subject), service.chain);
  const program = () => new IptClient(nameless.url, service.client.apiKey, service.chain);
  const nonceOf = async (client: IptClient) =>
    String((await client.call('createWalletNonce', {}))['nonce']);
  const fieldsFor = async (client: IptClient, address: string): Promise<MessageFields> => ({
    ...{ domain: HOST, address, uri: `${ORIGIN}/ipt`, version: '1', chainId },
    ...{ nonce: await nonceOf(client), issuedAt: new Date() },
  });
  const signed = async (fields: MessageFields, by = wallet) => {
    const message = messageOf(fields);
    return { message, signature: await by.signMessage(message) };
  };
  const linkedBy = async (client: IptClient) =>
    ((await client.call('linkedWallets', {}))['wallets'] as { address: string }[]).map(
      ({ address }) => address,
    );
  const link = async (client: IptClient, address: string, by = wallet): Promise<Answer> =>
    await client.call('linkWallet', await signed(await fieldsFor(client, address), by));

  it('are linked by one signature, listed, and unlinked', async () => {
    const offer = await ada.call('createWalletNonce', {});
    expect(offer).toMatchObject({ domain: HOST, uri: ORIGIN, isSuccess: true });

    const linked = await link(ada, wallet.address);

    expect(linked['wallet']).toEqual({
      ...{ address: wallet.address, chainId, isContract: false },
      linkedAt: expect.any(String),
    });
    expect(await linkedBy(ada)).toEqual([wallet.address]);
    expect(await linkedBy(bob)).toEqual([]);
    expect(await ada.codeOf('unlinkWallet', { address: wallet.address })).toBe('none');
    expect(await linkedBy(ada)).toEqual([]);
    expect(await ada.codeOf('unlinkWallet', { address: wallet.address })).toBe('NOT_FOUND');
  });

  it('need a nonce each, which is used once however often it is tried at the same time', async () => {
    const request = await signed(await fieldsFor(ada, wallet.address));

    const codes = await Promise.all(
      Array.from({ length: 6 }, () => ada.codeOf('linkWallet', request)),
    );

    expect(codes.toSorted()).toEqual([...Array<string>(5).fill('INVALID_INPUT'), 'none']);
    expect(await ada.codeOf('linkWallet', request)).toBe('INVALID_INPUT');
  });

  it('are not linked with the nonce of somebody else, or one that has expired', async () => {
    const ofBob = await signed(await fieldsFor(bob, wallet.address));
    expect(await ada.codeOf('linkWallet', ofBob)).toBe('INVALID_INPUT');
    const late = await signed(await fieldsFor(ada, wallet.address));
    await service.database.query(
      "UPDATE wallet_nonces SET expires_at = now() - interval '1 second'",
    );

    expect((await ada.call('linkWallet', late)).error).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('has expired'),
    });
    expect(await linkedBy(ada)).toEqual([]);
  });

  it.each<[string, () => Partial<MessageFields>, string]>([
    ['for another site', () => ({ domain: 'evil.example' }), 'domain must be'],
    ['for another port', () => ({ domain: 'ipt.example' }), 'domain must be'],
    ['with a URI elsewhere', () => ({ uri: 'https://evil.example/ipt' }), 'URI must be at'],
    ['of another version', () => ({ version: '2' }), 'refused'],
    ['that has expired', () => ({ expirationTime: fromNow(-1) }), 'has expired'],
    ['that is not valid yet', () => ({ notBefore: fromNow(300) }), 'not valid yet'],
    ['of long ago', () => ({ issuedAt: fromNow(-3600) }), 'too long ago'],
    ['of the future', () => ({ issuedAt: fromNow(3600) }), 'in the future'],
    ['for a chain that is not served', () => ({ chainId: 5 }), 'not served'],
    ['with a nonce that nobody gave', () => ({ nonce: 'a'.repeat(32) }), 'nonce'],
  ])('are refused a message %s', async (_name, change, why) => {
    const fields = { ...(await fieldsFor(ada, wallet.address)), ...change() };

    expect((await ada.call('linkWallet', await signed(fields))).error).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(why),
    });
    expect(await linkedBy(ada)).toEqual([]);
  });

  it('are refused signatures that are not theirs, and texts that are no message', async () => {
    const fields = await fieldsFor(ada, wallet.address);
    const stranger = await signed(fields, service.chain.wallet(2));
    const { signature } = await signed({ ...fields, chainId: 1 });

    expect(await ada.codeOf('linkWallet', stranger)).toBe('INVALID_WALLET_SIGNATURE');
    for (const wrong of [signature, '0x12', 'signed']) {
      const request = { message: messageOf(fields), signature: wrong };
      expect(await ada.codeOf('linkWallet', request)).toBe('INVALID_WALLET_SIGNATURE');
    }
    const long = `${messageOf(fields)}\nResources:${'\n- https://example.org'.repeat(60)}`;
    for (const message of ['sign in', `${messageOf(fields)}\nRole: admin`, long, '', null]) {
      expect(await ada.codeOf('linkWallet', { message, signature })).toBe('INVALID_INPUT');
    }
    // None of that has used the nonce up.
    expect(await ada.codeOf('linkWallet', await signed(fields))).toBe('none');
  });

  it('may be contracts, on the chain where they answered (ERC-1271)', async () => {
    const { abi, bytecode } = artifactOf('ContractWallet');
    const made = await new ContractFactory(abi as InterfaceAbi, bytecode, wallet).deploy(
      wallet.address,
      '0x00000000',
    );
    await made.waitForDeployment();

    const linked = await link(ada, await made.getAddress());

    expect(linked['wallet']).toMatchObject({ isContract: true, chainId });
    expect((await link(ada, await made.getAddress(), service.chain.wallet(2))).error?.code).toBe(
      'INVALID_WALLET_SIGNATURE',
    );
  });

  it('are no matter of keys, and not of a service that does not know its address', async () => {
    expect(await service.client.codeOf('linkedWallets', {})).toBe('FORBIDDEN');
    expect(await service.client.codeOf('createWalletNonce', {})).toBe('FORBIDDEN');
    const client = await clientOf('ada', nameless.url);
    expect(await client.codeOf('createWalletNonce', {})).toBe('FORBIDDEN');
    const request = await signed(await fieldsFor(ada, wallet.address));
    expect(await client.codeOf('linkWallet', request)).toBe('FORBIDDEN');
  });

  it('are, with REQUIRE_LINKED_WALLETS, the only ones that people mint and tokenize with', async () => {
    const ipnftId = String(2n ** 201n);
    // Keys are programs: nothing changes for them.
    const { request } = await program().prepareSignOff(wallet, ipnftId, 'LINKED');
    const refused = await ada.call('signoffMetadata', request);
    expect(refused.error).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining(wallet.address),
    });
    const tokenize = {
      ...{ ipnftId, chainId, from: wallet.address, tokenAmount: '1', tokenSymbol: 'LINKED' },
      agreementCid: request.tokenURI.replace('ipfs://', ''),
    };
    expect(await ada.codeOf('prepareTokenize', tokenize)).toBe('FORBIDDEN');

    await link(ada, wallet.address);

    expect(await ada.codeOf('signoffMetadata', request)).toBe('none');
    expect(await ada.codeOf('prepareTokenize', tokenize)).toBe('NOT_FOUND');
    expect(await bob.codeOf('signoffMetadata', request)).toBe('FORBIDDEN');
    expect(await service.client.codeOf('signoffMetadata', request)).toBe('none');
  });

  it('stand for the Safes that they own', async () => {
    const make = await safeContracts(service.chain.wallet(0));
    const safe = await make([wallet.address, service.chain.wallet(2).address], 1);
    const ipnftId = String(2n ** 202n);
    const minter = safe.address;
    const { request, metadata } = await program().prepareSignOff(wallet, ipnftId, 'OWNED', {
      minter,
    });
    const unsigned = { ...request, termsSignature: undefined };
    const text = { safe: minter, chainId, metadataCid: metadata['metadataCid'] };
    const { messageHash } = (await ada.call('safeTerms', text))['safeTerms'] as {
      messageHash: string;
    };
    const signature = await wallet.signMessage(Buffer.from(messageHash.slice(2), 'hex'));
    expect(await ada.codeOf('addSafeSignature', { ...text, signature })).toBe('none');

    const relay = await signedRequest(service.chain, safe, [wallet]);
    expect(await ada.codeOf('signoffMetadata', unsigned)).toBe('FORBIDDEN');
    expect(await codeOf(ada, relay)).toBe('FORBIDDEN');
    await link(ada, wallet.address);
    expect(await ada.codeOf('signoffMetadata', unsigned)).toBe('none');
    // Whose it is has been asked before whether it pays.
    expect(await codeOf(ada, relay)).toBe('RELAY_FEE_TOO_LOW');
  });
});
