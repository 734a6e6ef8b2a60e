import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Contract,
  getBytes,
  id,
  keccak256,
  solidityPacked,
  solidityPackedKeccak256,
  Wallet,
} from 'ethers';
import { join } from 'node:path';
import { artifactOf } from '../../src/chain/contracts/artifacts.js';
import { contractInterface } from '../../src/chain/contracts/contracts.js';
import { run, SIGNER_KEY, startChain, type TestChain } from '../anvil.js';
import { appFolder } from '../client.js';

const FEE = 10n ** 15n;

/** contracts.long.e2e.ts compiles them. */
it('the committed bytecode and ABI were compiled from these sources by this compiler', () => {
  expect(run(join(appFolder(), 'contracts', 'compile.mjs'), '--check-digest')).toBe('');
});

/** Selectors and topics of the deployed contracts, from their published ABI. */
describe('the signatures are those of the deployed contracts', () => {
  it.each([
    ['IPNFT', 'function', 'reserve()'],
    ['IPNFT', 'function', 'mintReservation(address,uint256,string,string,bytes)'],
    ['IPNFT', 'function', 'reservations(uint256)'],
    ['IPNFT', 'function', 'symbol(uint256)'],
    ['IPNFT', 'event', 'Reserved(address,uint256)'],
    ['IPNFT', 'event', 'IPNFTMinted(address,uint256,string,string)'],
    ['IPNFT', 'event', 'AuthorizerUpdated(address)'],
    ['IPNFT', 'error', 'NotOwningReservation(uint256)'],
    ['IPNFT', 'error', 'ToZeroAddress()'],
    ['IPNFT', 'error', 'Unauthorized()'],
    ['IPNFT', 'error', 'MintingFeeTooLow()'],
    ['Tokenizer', 'function', 'tokenizeIpnft(uint256,uint256,string,string,bytes)'],
    ['Tokenizer', 'function', 'synthesized(uint256)'],
    [
      'Tokenizer',
      'event',
      'TokensCreated(uint256,uint256,address,address,uint256,string,string,string)',
    ],
    ['Tokenizer', 'error', 'MustControlIpnft()'],
    ['Tokenizer', 'error', 'AlreadyTokenized()'],
    ['TermsAcceptedPermissioner', 'event', 'TermsAccepted(address,address,bytes)'],
    ['TermsAcceptedPermissioner', 'error', 'InvalidSignature()'],
    ['SignedMintAuthorizer', 'event', 'SignerTrustChanged(address,bool)'],
  ])('%s has the %s %s', (contract, kind, signature) => {
    const fragments = artifactOf(contract).abi as {
      type: string;
      name?: string;
      inputs?: { type: string }[];
    }[];
    const found = fragments
      .filter(({ type }) => type === kind)
      .map(({ name = '', inputs = [] }) => `${name}(${inputs.map(({ type }) => type).join()})`);

    expect(found).toContain(signature);
  });
});

describe('IPNFT and Tokenizer', () => {
  let chain: TestChain;
  let wallet: Wallet;
  let stranger: Wallet;
  const signer = new Wallet(SIGNER_KEY);

  const ipnft = (as = wallet) => new Contract(chain.contracts.ipnft, contractInterface(), as);
  const tokenizer = (as = wallet) =>
    new Contract(chain.contracts.tokenizer, contractInterface(), as);
  const authorize = (minter: string, to: string, tokenId: bigint, uri: string) =>
    signer.signMessage(
      getBytes(
        solidityPackedKeccak256(
          ['address', 'address', 'uint256', 'string'],
          [minter, to, tokenId, uri],
        ),
      ),
    );
  const reserve = async (): Promise<bigint> => {
    const tokenId = (await ipnft().getFunction('reserve').staticCall({ value: FEE })) as bigint;
    await done(ipnft().getFunction('reserve')({ value: FEE }));
    return tokenId;
  };
  const done = async (sending: Promise<unknown>): Promise<bigint> => {
    const sent = (await sending) as { wait(): Promise<{ gasUsed: bigint }> };
    return (await sent.wait()).gasUsed;
  };
  const revertOf = async (call: Promise<unknown>): Promise<string> => {
    try {
      await call;
      return 'none';
    } catch (error) {
      const { revert, data } = error as { revert?: { name: string } | null; data?: string };
      return revert?.name ?? contractInterface().parseError(data ?? '0x')?.name ?? 'nameless';
    }
  };
  const mint = (values: unknown[], as = wallet, value = FEE) =>
    ipnft(as)
      .getFunction('mintReservation')
      .staticCall(...values, { value });

  beforeAll(async () => {
    chain = await startChain();
    wallet = chain.wallet(1);
    stranger = chain.wallet(2);
  });

  afterAll(() => chain.close());

  it('takes the fee for a reservation', async () => {
    expect(
      await revertOf(
        ipnft()
          .getFunction('reserve')
          .staticCall({ value: FEE - 1n }),
      ),
    ).toBe('MintingFeeTooLow');
    expect(await revertOf(ipnft().getFunction('reserve').staticCall({ value: FEE }))).toBe('none');
  });

  it('mints for the holder of the reservation, the fee and a signature of the trusted key only', async () => {
    const tokenId = await reserve();
    const uri = 'ipfs://x';
    const good = await authorize(wallet.address, stranger.address, tokenId, uri);
    const values = [stranger.address, tokenId, uri, 'SYM', good];

    expect(await revertOf(mint(values, stranger))).toBe('NotOwningReservation');
    expect(await revertOf(mint(values, wallet, FEE - 1n))).toBe('MintingFeeTooLow');
    expect(await revertOf(mint([wallet.address, ...values.slice(1)]))).toBe('Unauthorized');
    expect(await revertOf(mint([...values.slice(0, 2), 'ipfs://y', 'SYM', good]))).toBe(
      'Unauthorized',
    );
    expect(await revertOf(mint([...values.slice(0, 4), '0x']))).toBe('Unauthorized');
    expect(await revertOf(mint([`0x${'0'.repeat(40)}`, ...values.slice(1)]))).toBe('ToZeroAddress');
    expect(
      await done(ipnft().getFunction('mintReservation')(...values, { value: FEE })),
    ).toBeLessThan(300_000n);
    expect(await ipnft().getFunction('ownerOf')(tokenId)).toBe(stranger.address);
    expect(await ipnft().getFunction('tokenURI')(tokenId)).toBe(uri);
    expect(await ipnft().getFunction('symbol(uint256)')(tokenId)).toBe('SYM');
    expect(await revertOf(mint(values))).toBe('NotOwningReservation');
  });

  it('mints a proof of idea without a reservation', async () => {
    const tokenId = BigInt(id('an idea'));
    const good = await authorize(wallet.address, wallet.address, tokenId, 'ipfs://x');

    expect(await revertOf(mint([wallet.address, tokenId, 'ipfs://x', 'SYM', good]))).toBe('none');
  });

  it('pauses and pays out for its owner only', async () => {
    const owner = chain.wallet(0);
    const abi = artifactOf('IPNFT').abi as never;
    const own = (as: Wallet) => new Contract(chain.contracts.ipnft, abi, as);
    await expect(own(stranger).getFunction('pause').staticCall()).rejects.toThrow();
    await done(own(owner).getFunction('pause')());
    await expect(own(wallet).getFunction('reserve').staticCall({ value: FEE })).rejects.toThrow();
    await done(own(owner).getFunction('unpause')());
    await expect(own(stranger).getFunction('withdrawAll').staticCall()).rejects.toThrow();
    await done(own(owner).getFunction('withdrawAll')());

    expect(await chain.provider.getBalance(chain.contracts.ipnft)).toBe(0n);
  });

  it('tokenizes for the owner, with signed terms, once', async () => {
    const tokenId = await reserve();
    const authorization = await authorize(wallet.address, wallet.address, tokenId, 'ipfs://x');
    await done(
      ipnft().getFunction('mintReservation')(
        wallet.address,
        tokenId,
        'ipfs://x',
        'S',
        authorization,
        { value: FEE },
      ),
    );
    const terms = `As an IP token holder of IPNFT #${tokenId}, I accept all terms that I've read here: ipfs://cid\n\nChain Id: 11155111\nVersion: 1`;
    const signature = await wallet.signMessage(terms);
    const call = (as: Wallet, sig = signature) =>
      tokenizer(as).getFunction('tokenizeIpnft').staticCall(tokenId, 1000n, 'TOK', 'cid', sig);

    expect(await revertOf(call(stranger))).toBe('MustControlIpnft');
    expect(await revertOf(call(wallet, await stranger.signMessage(terms)))).toBe(
      'InvalidSignature',
    );
    await done(tokenizer().getFunction('tokenizeIpnft')(tokenId, 1000n, 'TOK', 'cid', signature));
    expect(await revertOf(call(wallet))).toBe('AlreadyTokenized');

    const address = (await tokenizer().getFunction('synthesized')(tokenId)) as string;
    const token = new Contract(address, artifactOf('IPToken').abi as never, wallet);
    expect(await token.getFunction('balanceOf')(wallet.address)).toBe(1000n);
    expect(await token.getFunction('name')()).toBe(`IP Tokens of IPNFT #${tokenId}`);
    expect(await chain.provider.getCode(address)).toHaveLength(2 + 2 * 45); // ERC-1167
    expect(await revertOf(token.getFunction('issue').staticCall(wallet.address, 1n))).not.toBe(
      'none',
    );
    const [event] = await tokenizer().queryFilter(
      tokenizer().filters['TokensCreated']?.() as never,
    );
    expect(event?.topics[1]).toBe(keccak256(solidityPacked(['uint256'], [tokenId])));
  });
});
