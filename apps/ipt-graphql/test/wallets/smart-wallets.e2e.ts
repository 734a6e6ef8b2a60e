import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  AbiCoder,
  concat,
  Contract,
  ContractFactory,
  getCreate2Address,
  id,
  Interface,
  keccak256,
  type InterfaceAbi,
  type Wallet,
} from 'ethers';
import { artifactOf } from '../../src/chain/contracts/artifacts.js';
import { eventArgument, type Answer } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;
/** The factory at the same address on every chain (github.com/Arachnid/deterministic-deployment-proxy). */
const FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const { abi, bytecode } = artifactOf('ContractWallet');

/** What the Transaction Builder of Safe takes for a file of its own (`BatchFile` in its sources). */
interface BatchFile {
  readonly version: string;
  readonly chainId: string;
  readonly createdAt: number;
  readonly meta: Readonly<Record<string, string>>;
  readonly transactions: readonly { to: string; value: string; data: string }[];
}

describe('wallets that are contracts', () => {
  let service: StartedService;
  let owner: Wallet;

  beforeAll(async () => {
    service = await startService();
    owner = service.chain.wallet(1);
  });

  afterAll(() => service.close());

  describe('a multi-signature wallet', () => {
    let wallet: Contract;
    let address: string;

    beforeAll(async () => {
      const made = await new ContractFactory(abi as InterfaceAbi, bytecode, owner).deploy(
        owner.address,
        '0x00000000',
      );
      await made.waitForDeployment();
      address = await made.getAddress();
      wallet = new Contract(address, abi as InterfaceAbi, owner);
    });

    /** Sends what the file says, as Safe does after importing it. */
    const sendFile = async (prepared: Answer) => {
      const file = JSON.parse(String(prepared['safeTransaction'])) as BatchFile;
      const [only, ...others] = file.transactions;
      expect(others).toEqual([]);
      const values = [only?.to, only?.data] as const;
      const sent = (await wallet.getFunction('execute')(...values, {
        value: BigInt(only?.value ?? 0),
      })) as { wait(): Promise<never> };
      return await sent.wait();
    };

    it('reserves, mints and tokenizes with the files for the Transaction Builder of Safe', async () => {
      const { client } = service;
      const reserve = await client.call('prepareMint', { chainId, from: address });
      const ipnftId = String(eventArgument(await sendFile(reserve), 'Reserved', 'reservationId'));
      const { request } = await client.prepareSignOff(owner, ipnftId, 'MULTI', { minter: address });
      expect(await client.codeOf('signoffMetadata', request)).toBe('none');
      const mint = await client.call('prepareMint', { ipnftId, chainId });
      expect(mint['from']).toBe(address);
      await sendFile(mint);
      await client.until('ipnft', { id: ipnftId, chainId }, ({ isSuccess }) => isSuccess);

      const { agreementCid } = await client.call('generateIptMembershipAgreement', {
        agreementData: JSON.stringify({ ipnftId, symbol: 'MLT', title: 'Shares', chainId }),
      });
      const terms = await client.call('getIptTermsMessage', { agreementCid, ipnftId, chainId });
      const tokenize = await client.call('prepareTokenize', {
        ...{ ipnftId, chainId, agreementCid, from: address },
        ...{ tokenAmount: '1000', tokenSymbol: 'MLT' },
        termsSignature: await owner.signMessage(String(terms['message'])),
      });
      const receipt = await sendFile(tokenize);

      expect(String(eventArgument(receipt, 'TokensCreated', 'emitter'))).toBe(address);
    });

    it('is given files in the format of the Transaction Builder', async () => {
      const { safeTransaction, data, to } = await service.client.call('prepareMint', {
        ...{ chainId, from: address },
      });

      expect(JSON.parse(String(safeTransaction))).toEqual({
        version: '1.0',
        chainId: '11155111',
        createdAt: expect.any(Number),
        meta: { name: expect.any(String), description: expect.any(String) },
        transactions: [{ to, value: '1000000000000000', data }],
      });
    });
  });

  describe('a wallet that its factory has yet to make (ERC-6492)', () => {
    const initCode = () =>
      concat([
        bytecode,
        new Interface(abi as InterfaceAbi).encodeDeploy([owner.address, '0x00000000']),
      ]);
    const walletOf = (salt: string) => getCreate2Address(FACTORY, salt, keccak256(initCode()));
    const wrap = (salt: string, signature: string, factory = FACTORY): string =>
      concat([
        AbiCoder.defaultAbiCoder().encode(
          ['address', 'bytes', 'bytes'],
          [factory, concat([salt, initCode()]), signature],
        ),
        `0x${'6492'.repeat(16)}`,
      ]);
    /** A proof of idea needs no reservation, which such a wallet could not make. */
    const signOffOf = async (name: string) => {
      const salt = id(name);
      const minter = walletOf(salt);
      const ipnftId = BigInt(id(`idea of ${name}`)).toString();
      const symbol = name.toUpperCase();
      const { request } = await service.client.prepareSignOff(owner, ipnftId, symbol, { minter });
      return { salt, signature: request.termsSignature, request };
    };
    const codeOf = (request: object, termsSignature: string) =>
      service.client.codeOf('signoffMetadata', { ...request, termsSignature });

    it('signs off, before and after it is made', async () => {
      const { salt, signature, request } = await signOffOf('future');
      expect(await service.chain.provider.getCode(request.minter)).toBe('0x');

      expect(await codeOf(request, signature)).toBe('INVALID_TERMS_SIGNATURE'); // not wrapped
      expect(await codeOf(request, wrap(salt, signature))).toBe('none');

      const sent = await owner.sendTransaction({ to: FACTORY, data: concat([salt, initCode()]) });
      await sent.wait();
      expect(await service.chain.provider.getCode(request.minter)).not.toBe('0x');
      expect(await codeOf({ ...request, to: owner.address }, wrap(salt, signature))).toBe('none');
      const rows = await service.database.query<{ terms_signature: string }>(
        `SELECT terms_signature FROM authorizations WHERE ipnft_id = '${request.ipnftId}'`,
      );
      // What contracts take: the wrapper is for verifiers outside of the chain.
      expect(rows).toEqual([{ terms_signature: signature }, { terms_signature: signature }]);
    });

    it.each([
      [
        'a signature of somebody else',
        async (salt: string, _own: string) => {
          const stranger = service.chain.wallet(2);
          return wrap(salt, await stranger.signMessage('something'));
        },
      ],
      [
        'a factory that makes another wallet',
        (_salt: string, own: string) => wrap(id('other'), own),
      ],
      ['a factory that is none', (salt: string, own: string) => wrap(salt, own, owner.address)],
      ['a wrapper around nothing', () => `0x${'6492'.repeat(16)}`],
      ['a wrapper that cannot be read', () => `0x${'ab'.repeat(50)}${'6492'.repeat(16)}`],
    ])('is refused with %s', async (name, forge) => {
      const { salt, signature, request } = await signOffOf(`forged${name.length}`);

      expect(await codeOf(request, await forge(salt, signature))).toBe('INVALID_TERMS_SIGNATURE');
    });
  });
});
