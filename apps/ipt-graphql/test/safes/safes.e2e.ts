import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getBytes, type Wallet } from 'ethers';
import { eventArgument, type Answer, type IptClient } from '../client.js';
import { safeContracts, type TestSafe } from '../../development/safe.mjs';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;

interface SafeTerms {
  readonly message: string;
  readonly messageHash: string;
  readonly typedData: string;
  readonly threshold: number;
  readonly owners: readonly { owner: string; kind: string | null; signedAt: string | null }[];
  readonly missing: number;
  readonly signature: string | null;
}

const termsOf = (answer: Answer): SafeTerms => {
  expect(answer.error).toBeNull();
  return answer['safeTerms'] as SafeTerms;
};

/** As a wallet's `eth_signTypedData_v4` does it. */
async function signTyped(owner: Wallet, { typedData }: SafeTerms): Promise<string> {
  const { types, domain, message } = JSON.parse(typedData) as {
    types: Record<string, { name: string; type: string }[]>;
    domain: object;
    message: Record<string, unknown>;
  };
  // Of the domain's own members ethers makes the type itself.
  const others = Object.entries(types).filter(([name]) => name !== 'EIP712Domain');
  return await owner.signTypedData(domain, Object.fromEntries(others), message);
}

const signText = (owner: Wallet, { messageHash }: SafeTerms): Promise<string> =>
  owner.signMessage(getBytes(messageHash));

describe("a Safe's owners, who sign one after the other", () => {
  let service: StartedService;
  let client: IptClient;
  let make: Awaited<ReturnType<typeof safeContracts>>;
  let owners: readonly [Wallet, Wallet, Wallet];
  let safe: TestSafe;
  let ideas = 2n ** 200n;

  beforeAll(async () => {
    service = await startService();
    ({ client } = service);
    owners = [service.chain.wallet(0), service.chain.wallet(1), service.chain.wallet(2)];
    make = await safeContracts(owners[0]);
    safe = await make(addresses(), 2);
  });

  afterAll(() => service.close());

  const addresses = () => owners.map(({ address }) => address);

  /** Everything before the signature, for a proof of an idea, which needs no reservation. */
  const begin = async (symbol: string, minter = safe.address) => {
    ideas += 1n;
    const prepared = await client.prepareSignOff(owners[0], String(ideas), symbol, { minter });
    const request = { ...prepared.request, termsSignature: undefined };
    const text = { safe: minter, chainId, metadataCid: prepared.metadata['metadataCid'] };
    const terms = termsOf(await client.call('safeTerms', text));
    return { request, text, terms };
  };

  it('mint and tokenize: typed data, a signed hash, a hash approved on the chain', async () => {
    const [one, two, three] = owners;
    await (await one.sendTransaction({ to: safe.address, value: 10n ** 17n })).wait();
    const sendPrepared = async (prepared: Answer) => {
      expect(prepared.error).toBeNull();
      const { to, data, value } = prepared as unknown as Record<'to' | 'data' | 'value', string>;
      return await safe.execute([three, one], { to, data, value: BigInt(value) });
    };
    const reserve = await client.call('prepareMint', { chainId, from: safe.address });
    const ipnftId = String(eventArgument(await sendPrepared(reserve), 'Reserved', 'reservationId'));
    const { request, metadata } = await client.prepareSignOff(one, ipnftId, 'SAFE', {
      minter: safe.address,
    });
    const { termsSignature: ofOne, ...unsigned } = request;
    const text = { safe: safe.address, chainId, metadataCid: metadata['metadataCid'] };

    const before = termsOf(await client.call('safeTerms', text));
    expect(before).toMatchObject({ threshold: 2, missing: 2, signature: null });
    expect(before.owners.map(({ owner }) => owner).toSorted()).toEqual(addresses().toSorted());
    // One owner's wallet is not the Safe.
    expect(await client.codeOf('signoffMetadata', { ...unsigned, termsSignature: ofOne })).toBe(
      'INVALID_TERMS_SIGNATURE',
    );

    const first = { ...text, signature: await signTyped(two, before) };
    const half = termsOf(await client.call('addSafeSignature', first));
    expect(half).toMatchObject({ missing: 1, signature: null });
    expect(half.owners.find(({ owner }) => owner === two.address)).toMatchObject({
      kind: 'EIP712',
      signedAt: expect.any(String),
    });
    const refused = await client.call('signoffMetadata', unsigned);
    expect(refused.error).toMatchObject({
      code: 'INVALID_TERMS_SIGNATURE',
      message: '1 of the 2 owners whom the Safe needs have signed.',
    });
    const second = { ...text, signature: await signText(one, before) };
    const whole = termsOf(await client.call('addSafeSignature', second));
    expect(whole).toMatchObject({ missing: 0, signature: expect.stringMatching(/^0x/) });

    // What is shown can be given as well, and is the same.
    const given = await client.call('signoffMetadata', {
      ...unsigned,
      termsSignature: whole.signature,
    });
    const signedOff = await client.call('signoffMetadata', unsigned);
    expect(signedOff).toMatchObject({ isSuccess: true, authorization: given['authorization'] });
    await sendPrepared(await client.call('prepareMint', { ipnftId, chainId }));
    await client.until('ipnft', { id: ipnftId, chainId }, ({ isSuccess }) => isSuccess);

    const { agreementCid } = await client.call('generateIptMembershipAgreement', {
      agreementData: JSON.stringify({ ipnftId, symbol: 'SFT', title: 'Shares', chainId }),
    });
    const shares = { safe: safe.address, chainId, agreementCid, ipnftId };
    const open = termsOf(await client.call('safeTerms', shares));
    const wish = {
      ...{ ipnftId, chainId, agreementCid, from: safe.address },
      ...{ tokenAmount: '1000', tokenSymbol: 'SFT' },
    };
    expect(await client.codeOf('prepareTokenize', wish)).toBe('INVALID_INPUT');
    const approval = { ...shares, owner: three.address };
    expect(await client.codeOf('addSafeSignature', approval)).toBe('INVALID_TERMS_SIGNATURE');
    const approving = safe.contract.connect(three) as typeof safe.contract;
    await (
      (await approving.getFunction('approveHash')(open.messageHash)) as { wait(): Promise<unknown> }
    ).wait();
    expect(termsOf(await client.call('addSafeSignature', approval))).toMatchObject({ missing: 1 });
    const signature = await signTyped(one, open);
    await client.call('addSafeSignature', { ...shares, signature });
    const receipt = await sendPrepared(await client.call('prepareTokenize', wish));

    expect(String(eventArgument(receipt, 'TokensCreated', 'emitter'))).toBe(safe.address);
  });

  it('may be contracts: a Safe that owns a Safe signs by its own owners', async () => {
    const [one, two, three] = owners;
    const inner = await make([three.address], 1);
    const outer = await make([inner.address, one.address, two.address], 2);
    const { request, text, terms } = await begin('NESTED', outer.address);
    // The outer Safe asks the inner one about the hash, which the inner one's owner signs in its turn.
    const types = { SafeMessage: [{ name: 'message', type: 'bytes' }] };
    const signature = await three.signTypedData(
      { chainId, verifyingContract: inner.address },
      types,
      { message: terms.messageHash },
    );

    expect(await client.codeOf('addSafeSignature', { ...text, signature })).toBe(
      'INVALID_TERMS_SIGNATURE',
    );
    const named = { ...text, owner: inner.address, signature };
    const half = termsOf(await client.call('addSafeSignature', named));
    expect(half.owners.find(({ owner }) => owner === inner.address)?.kind).toBe('CONTRACT');
    await client.call('addSafeSignature', { ...text, signature: await signTyped(one, terms) });

    expect(await client.codeOf('signoffMetadata', request)).toBe('none');
    // When the inner Safe has another owner, what it said before counts no more.
    const swap = inner.contract.interface.encodeFunctionData('addOwnerWithThreshold', [
      two.address,
      2,
    ]);
    await inner.execute([three], { to: inner.address, data: swap });
    expect(termsOf(await client.call('safeTerms', text))).toMatchObject({ missing: 1 });
  });

  it('are few, where they are contracts: each costs calls of the chain', async () => {
    const [, , three] = owners;
    const inner: TestSafe[] = [];
    for (let count = 0; count < 11; count += 1) inner.push(await make([three.address], 1));
    const outer = await make(
      inner.map(({ address }) => address),
      1,
    );
    const { text, terms } = await begin('MANY', outer.address);
    const types = { SafeMessage: [{ name: 'message', type: 'bytes' }] };
    const sign = async ({ address }: TestSafe) => {
      const domain = { chainId, verifyingContract: address };
      const signature = await three.signTypedData(domain, types, { message: terms.messageHash });
      return await client.codeOf('addSafeSignature', { ...text, owner: address, signature });
    };

    const codes = await Promise.all(inner.slice(0, 9).map(sign));
    expect(new Set(codes)).toEqual(new Set(['none']));
    expect(await Promise.all(inner.slice(9, 10).map(sign))).toEqual(['none']);
    expect(await Promise.all(inner.slice(9).map(sign))).toEqual(['none', 'QUOTA_EXCEEDED']);
  });

  it('are read again at the sign-off: who was removed has not signed, and more may be needed', async () => {
    const [one, two, three] = owners;
    const own = await make(addresses(), 2);
    const { request, text, terms } = await begin('LATER', own.address);
    for (const owner of [one, two]) {
      await client.call('addSafeSignature', { ...text, signature: await signTyped(owner, terms) });
    }
    const whole = termsOf(await client.call('safeTerms', text));
    expect(whole.missing).toBe(0);
    const listed = (await own.contract.getFunction('getOwners')()) as string[];
    const place = listed.indexOf(two.address);
    const previous = listed[place - 1] ?? '0x0000000000000000000000000000000000000001';
    const remove = own.contract.interface.encodeFunctionData('removeOwner', [
      ...[previous, two.address, 2],
    ]);
    await own.execute([one, three], { to: own.address, data: remove });

    expect((await client.call('signoffMetadata', request)).error).toMatchObject({
      code: 'INVALID_TERMS_SIGNATURE',
      message: '1 of the 2 owners whom the Safe needs have signed.',
    });
    const stale = { ...request, termsSignature: whole.signature };
    expect(await client.codeOf('signoffMetadata', stale)).toBe('INVALID_TERMS_SIGNATURE');
    expect(
      await client.codeOf('addSafeSignature', { ...text, signature: await signTyped(two, terms) }),
    ).toBe('INVALID_TERMS_SIGNATURE');
    await client.call('addSafeSignature', { ...text, signature: await signTyped(three, terms) });
    expect(await client.codeOf('signoffMetadata', request)).toBe('none');
  });

  it('count once each, however often and at the same time they sign', async () => {
    const [one, two] = owners;
    const { text, terms } = await begin('ONCE');
    const signature = await signTyped(one, terms);
    const same = await Promise.all(
      Array.from({ length: 5 }, () => client.call('addSafeSignature', { ...text, signature })),
    );
    const times = same.map(
      (answer) => termsOf(answer).owners.find((each) => each.signedAt)?.signedAt,
    );

    expect(new Set(times).size).toBe(1);
    expect(termsOf(await client.call('safeTerms', text)).missing).toBe(1);
    // The same owner in another form is the same owner.
    const otherwise = { ...text, signature: await signText(one, terms) };
    expect(termsOf(await client.call('addSafeSignature', otherwise)).missing).toBe(1);
    const last = { ...text, owner: two.address, signature: await signTyped(two, terms) };
    expect(termsOf(await client.call('addSafeSignature', last)).missing).toBe(0);
  });

  it.each([
    ['of somebody else', (terms: SafeTerms, stranger: Wallet) => signTyped(stranger, terms)],
    [
      'of another text',
      ({ message }: SafeTerms, _stranger: Wallet) => owners[0].signMessage(message),
    ],
    ['that is none', () => Promise.resolve(`0x${'12'.repeat(65)}`)],
    ['that is no hexadecimal text', () => Promise.resolve('signed')],
  ])('are refused a signature %s', async (name, sign) => {
    const { text, terms } = await begin(`WRONG${name.length}`);
    const signature = await sign(terms, service.chain.wallet(3));

    expect(await client.codeOf('addSafeSignature', { ...text, signature })).toBe(
      'INVALID_TERMS_SIGNATURE',
    );
    const ofOwner = { ...text, owner: owners[1].address, signature };
    expect(await client.codeOf('addSafeSignature', ofOwner)).toBe('INVALID_TERMS_SIGNATURE');
    expect(termsOf(await client.call('safeTerms', text)).missing).toBe(2);
  });

  it('sign for their tenant alone, and nothing for what is no Safe', async () => {
    const [one] = owners;
    const { request, text } = await begin('TENANT');
    const stranger = await service.clientOf('other');

    expect(await stranger.codeOf('safeTerms', text)).toBe('INVALID_INPUT');
    const signature = `0x${'12'.repeat(65)}`;
    for (const wrong of [
      { ...text, safe: one.address },
      { ...text, safe: service.chain.contracts.ipnft },
      { ...text, agreementCid: text.metadataCid },
      { ...text, metadataCid: null },
    ]) {
      expect(await client.codeOf('addSafeSignature', { ...wrong, signature })).toBe(
        'INVALID_INPUT',
      );
    }
    expect((await client.call('addSafeSignature', text)).error).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('signature is missing'),
    });
    expect((await client.call('signoffMetadata', request)).error).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'termsSignature is missing.',
    });
    const reader = await service.clientOf('acme', { scopes: ['read'] });
    expect(await reader.codeOf('safeTerms', text)).toBe('FORBIDDEN');
  });
});
