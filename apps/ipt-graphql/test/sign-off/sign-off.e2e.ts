import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Contract, ContractFactory, Signature, Wallet } from 'ethers';
import { artifactOf } from '../../src/chain/contracts/artifacts.js';
import { contractInterface } from '../../src/chain/contracts/contracts.js';
import { projectData } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

type Request = Awaited<ReturnType<StartedService['client']['prepareSignOff']>>['request'];

describe('signoffMetadata', () => {
  let service: StartedService;
  let wallet: Wallet;
  let stranger: Wallet;
  let request: Request;
  let message: string;
  let count = 0;

  const codeOf = (change: object = {}) =>
    service.client.codeOf('signoffMetadata', { ...request, ...change });
  const signed = () =>
    service.database
      .query<{ count: string }>('SELECT count(*) FROM authorizations')
      .then(([row]) => Number(row?.count));

  beforeAll(async () => {
    service = await startService();
    wallet = service.chain.wallet(1);
    stranger = service.chain.wallet(2);
  });

  afterAll(() => service.close());

  /** What was refused can be asked for again: nothing was signed of it. */
  const isUnsigned = async () => {
    if (count === 0) return false;
    const query = `SELECT 1 FROM authorizations WHERE ipnft_id = '${request.ipnftId}'`;
    return (await service.database.query(query)).length === 0;
  };

  beforeEach(async () => {
    if (await isUnsigned()) return;
    count += 1;
    const ipnftId = await service.client.reserve(wallet);
    const prepared = await service.client.prepareSignOff(wallet, ipnftId, `SO${count}`);
    request = prepared.request;
    message = String(prepared.terms['message']);
  });

  it('answers the same authorization for the same request, which is signed once', async () => {
    const first = await service.client.call('signoffMetadata', request);
    const before = await signed();
    const second = await service.client.call('signoffMetadata', request);

    expect(second['authorization']).toBe(first['authorization']);
    expect(await signed()).toBe(before);
    const [row] = await service.database.query(
      `SELECT * FROM authorizations WHERE ipnft_id = '${request.ipnftId}'`,
    );
    expect(row).toMatchObject({
      tenant: 'acme',
      minter: wallet.address,
      symbol: `SO${count}`,
      terms_signature: request.termsSignature,
    });
  });

  const forgeries: Record<string, () => Promise<string> | string> = {
    'of another wallet': () => stranger.signMessage(message),
    'of another text': () => wallet.signMessage(`${message} `),
    'of the text with CRLF': () => wallet.signMessage(message.replaceAll('\n', '\r\n')),
    'of another chain': () =>
      wallet.signMessage(message.replace('Chain ID: 11155111', 'Chain ID: 1')),
    'with a high s': () => {
      const { r, s, v } = Signature.from(request.termsSignature);
      const high = (ORDER - BigInt(s)).toString(16).padStart(64, '0');
      return `${r}${high}${(v === 27 ? 28 : 27).toString(16)}`;
    },
    'of nothing': () => '0x',
    'that is no hexadecimal': () => 'signed, me',
    // Without its last byte alone it can be a compact one (EIP-2098).
    'that is cut off': () => request.termsSignature.slice(0, -4),
  };

  it.each(Object.keys(forgeries))('refuses a signature %s', async (name) => {
    const before = await signed();

    const termsSignature = await forgeries[name]?.();

    const expected =
      termsSignature === '0x' ? 'INVALID_TERMS_SIGNATURE' : 'INVALID_TERMS_SIGNATURE';
    expect(await codeOf({ termsSignature })).toBe(expected);
    expect(await signed()).toBe(before);
  });

  it('takes v of 0 or 1 and the compact form, and stores what contracts take', async () => {
    const { r, s, v, compactSerialized } = Signature.from(request.termsSignature);
    const zeroOne = `${r}${s.slice(2)}0${v - 27}`;

    expect(await codeOf({ termsSignature: zeroOne })).toBe('none');
    expect(await codeOf({ termsSignature: compactSerialized })).toBe('none');
    const [row] = await service.database.query(
      `SELECT * FROM authorizations WHERE ipnft_id = '${request.ipnftId}'`,
    );
    expect(row).toMatchObject({ terms_signature: request.termsSignature });
  });

  it('refuses a minter who is not the signer, and one who does not hold the reservation', async () => {
    expect(await codeOf({ minter: stranger.address })).toBe('INVALID_TERMS_SIGNATURE');

    const foreign = await service.client.reserve(stranger);
    const { request: own } = await service.client.prepareSignOff(wallet, foreign, 'FOREIGN');
    expect(await service.client.codeOf('signoffMetadata', own)).toBe('MUST_CONTROL_IPNFT');
    expect(
      await service.client.call('symbolAvailable', { symbol: 'foreign', chainId: 11155111 }),
    ).toMatchObject({ available: true });
  });

  it('takes addresses in lower case, and refuses a wrong checksum and the zero address', async () => {
    expect(await codeOf({ to: `0x${'0'.repeat(40)}` })).toBe('INVALID_INPUT');
    expect(
      await codeOf({ to: wallet.address.replace(/[a-f]/, (letter) => letter.toUpperCase()) }),
    ).toBe('INVALID_INPUT');
    expect(await codeOf({ minter: wallet.address.toLowerCase() })).toBe('none');
  });

  it.each([
    ['ipnftId', '007'],
    ['ipnftId', '-1'],
    ['ipnftId', (2n ** 256n).toString()],
    ['ipnftId', '999999'],
    ['ipnftId', null],
    ['tokenURI', 'https://example.org'],
    ['tokenURI', 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'],
    ['tokenURI', null],
    ['chainId', 1],
    ['chainId', 5],
    ['chainId', null],
    ['minter', '0x1'],
    ['minter', null],
    ['to', null],
    ['termsSignature', null],
  ])('refuses %s = %s', async (name, value) => {
    expect(await codeOf({ [name]: value })).toBe('INVALID_INPUT');
  });

  it('refuses the documents of another tenant', async () => {
    const other = await service.clientOf('other');

    expect(await other.codeOf('signoffMetadata', request)).toBe('INVALID_INPUT');
    expect(
      await other.codeOf('getTermsMessage', {
        metadataCid: request.tokenURI.slice(7),
        minter: wallet.address,
        chainId: 11155111,
      }),
    ).toBe('INVALID_INPUT');
  });

  it('gives a symbol to exactly one of two who sign off at once, whatever its case', async () => {
    const [one, two] = await Promise.all(
      ['Race', 'RACE'].map(async (symbol) => {
        const ipnftId = await service.client.reserve(
          service.chain.wallet(symbol === 'Race' ? 1 : 3),
        );
        return await service.client.prepareSignOff(
          service.chain.wallet(symbol === 'Race' ? 1 : 3),
          ipnftId,
          symbol,
        );
      }),
    );

    const codes = await Promise.all(
      [one, two].map((each) => service.client.codeOf('signoffMetadata', { ...each?.request })),
    );

    expect(codes.sort()).toEqual(['SYMBOL_ALREADY_TAKEN', 'none']);
    // Earlier steps report it from now on.
    const taken = projectData({
      ipnftId: '77',
      symbol: 'rAcE',
      wallet: wallet.address,
      chainId: 11155111,
    });
    expect(
      await service.client.codeOf('generateAssignmentAgreement', {
        projectData: JSON.stringify(taken),
      }),
    ).toBe('SYMBOL_ALREADY_TAKEN');
  });

  it('signs nothing new after the mint, but answers what it had signed', async () => {
    const { authorization } = await service.client.call('signoffMetadata', request);
    const contract = new Contract(service.chain.contracts.ipnft, contractInterface(), wallet);
    const values = [wallet.address, request.ipnftId, request.tokenURI, `SO${count}`, authorization];
    const sent = (await contract.getFunction('mintReservation')(...values, {
      value: 10n ** 15n,
    })) as { wait(): Promise<unknown> };
    await sent.wait();

    expect(await service.client.call('signoffMetadata', request)).toMatchObject({ authorization });
    expect(await codeOf({ to: stranger.address })).toBe('MUST_CONTROL_IPNFT');
  });

  describe('with a wallet that is a contract (ERC-1271)', () => {
    const deploy = async (answer: string) => {
      const { abi, bytecode } = artifactOf('ContractWallet');
      const contract = await new ContractFactory(abi as never, bytecode, wallet).deploy(
        wallet.address,
        answer,
      );
      await contract.waitForDeployment();
      return await contract.getAddress();
    };
    /** Terms for the contract as the minter, signed by its owner's key. */
    const withMinter = async (minter: string) => {
      const { message: text } = await service.client.call('getTermsMessage', {
        metadataCid: request.tokenURI.slice(7),
        minter,
        chainId: 11155111,
      });
      return { minter, termsSignature: await wallet.signMessage(String(text)) };
    };

    it('asks the contract, then the chain whose reservation it is', async () => {
      const change = await withMinter(await deploy('0x00000000'));

      expect(await codeOf(change)).toBe('MUST_CONTROL_IPNFT'); // the signature was accepted
      expect(await codeOf({ ...change, termsSignature: await stranger.signMessage('x') })).toBe(
        'INVALID_TERMS_SIGNATURE',
      );
    });

    it.each(['0xffffffff', '0x00000001', '0x1626ba7f'])(
      'refuses a contract that answers %s to anything',
      async (answer) => {
        expect(await codeOf(await withMinter(await deploy(answer)))).toBe(
          'INVALID_TERMS_SIGNATURE',
        );
      },
    );
  });

  it('answers SIGNOFF_FAILED while the chain cannot be reached, and the symbol stays free', async () => {
    const { app } = service.running;
    const { ConfiguredChains } = await import('../../src/chain/indexer/configured-chains.js');
    const chain = app.get(ConfiguredChains).get(11155111) as unknown as {
      options: { rpc: { options: { urls: string[] } } };
    };
    const endpoint = Reflect.get(chain.options, 'rpc') as unknown as { send: unknown };
    const send = endpoint.send;
    const { IPT_ERRORS } = await import('../../src/errors/ipt-errors.js');
    endpoint.send = () => Promise.reject(IPT_ERRORS.chainUnavailable());

    const { error } = await service.client.call('signoffMetadata', request);
    endpoint.send = send;

    expect(error).toMatchObject({ code: 'SIGNOFF_FAILED', retryable: true });
    expect(
      await service.client.call('symbolAvailable', { symbol: `SO${count}`, chainId: 11155111 }),
    ).toMatchObject({ available: true });
    expect(await codeOf()).toBe('none');
  });
});
