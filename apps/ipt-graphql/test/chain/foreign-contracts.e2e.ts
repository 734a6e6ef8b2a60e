import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ContractFactory, Wallet, type InterfaceAbi } from 'ethers';
import {
  startApp,
  testDatabase,
  type RunningApp,
  type TestDatabase,
} from '@sextant/platform-testing';
import { ApiKeys } from '@sextant/platform-security/api-keys';
import { artifactOf, type Artifact } from '../../src/chain/contracts/artifacts.js';
import { iptGraphql } from '../../src/app.js';
import { SCOPES } from '../../src/access/caller.js';
import { scratch, SIGNER_KEY, startChain, type TestChain } from '../anvil.js';
import { appFolder, eventArgument, IptClient, type Answer } from '../client.js';
import { environment } from '../started-service.js';

const require = createRequire(import.meta.url);
const chainId = 11155111;

/** IPNFT as it is deployed in this respect: `reserve()` takes no value at all. */
function withoutReserveFee(): Artifact {
  const folder = join(appFolder(), 'contracts');
  const source = readFileSync(join(folder, 'IPNFT.sol'), 'utf8');
  const changed = source.replace(
    /function reserve\(\) external payable (.*) \{\n.*MintingFeeTooLow\(\);/,
    'function reserve() external $1 {',
  );
  expect(changed).not.toBe(source);
  const solc = require('solc') as {
    compile(input: string, callbacks: { import(path: string): { contents: string } }): string;
  };
  const input = {
    language: 'Solidity',
    sources: { 'IPNFT.sol': { content: changed } },
    settings: {
      // What it does is what counts here; to make it small takes seconds.
      optimizer: { enabled: false },
      evmVersion: 'cancun',
      outputSelection: { 'IPNFT.sol': { IPNFT: ['abi', 'evm.bytecode.object'] } },
    },
  };
  const fileOf = (path: string) =>
    path.startsWith('@') ? require.resolve(path) : join(folder, path);
  const output = JSON.parse(
    solc.compile(JSON.stringify(input), {
      import: (path) => ({ contents: readFileSync(fileOf(path), 'utf8') }),
    }),
  ) as {
    contracts: {
      'IPNFT.sol': { IPNFT: { abi: unknown[]; evm: { bytecode: { object: string } } } };
    };
  };
  const { abi, evm } = output.contracts['IPNFT.sol'].IPNFT;
  return { abi, bytecode: `0x${evm.bytecode.object}` };
}

/** The contracts of somebody else, told by settings: other addresses, another ABI, no fee for reservations. */
describe('contracts that are deployed already', () => {
  let chain: TestChain;
  let database: TestDatabase;
  let running: RunningApp;
  let client: IptClient;
  let wallet: Wallet;

  beforeAll(async () => {
    [chain, database] = await Promise.all([startChain(chainId), testDatabase()]);
    const deployer = chain.wallet(2);
    const deploy = async ({ abi, bytecode }: Artifact, ...values: unknown[]): Promise<string> => {
      const factory = new ContractFactory(abi as InterfaceAbi, bytecode, deployer);
      const contract = await factory.deploy(...values);
      await contract.waitForDeployment();
      return await contract.getAddress();
    };
    const theirs = withoutReserveFee();
    const authorizer = await deploy(
      artifactOf('SignedMintAuthorizer'),
      new Wallet(SIGNER_KEY).address,
    );
    const ipnft = await deploy(theirs, authorizer);
    const permissioner = await deploy(artifactOf('TermsAcceptedPermissioner'));
    const tokenizer = await deploy(artifactOf('Tokenizer'), ipnft, permissioner);
    const abiFile = join(scratch(), 'abi.json');
    writeFileSync(abiFile, JSON.stringify(theirs.abi));

    running = await startApp(iptGraphql, {
      ...environment(chain, database.url),
      [`IPNFT_ADDRESS_${chainId}`]: ipnft,
      [`TOKENIZER_ADDRESS_${chainId}`]: tokenizer,
      [`FROM_BLOCK_${chainId}`]: String(await chain.provider.getBlockNumber()),
      [`RESERVE_FEE_WEI_${chainId}`]: '0',
      CONTRACTS_ABI_FILE: abiFile,
    });
    const scopes = Object.values(SCOPES);
    const { secret } = await running.app
      .get(ApiKeys)
      .create({ owner: 'acme', label: 'test', scopes });
    client = new IptClient(running.url, secret, chain);
    wallet = chain.wallet(1);
    expect(ipnft).not.toBe(chain.contracts.ipnft);
  });

  afterAll(async () => {
    await running.close();
    await Promise.all([chain.close(), database.drop()]);
  });

  const send = async (prepared: Answer) => {
    const sent = await wallet.sendTransaction({
      to: String(prepared['to']),
      data: String(prepared['data']),
      value: BigInt(String(prepared['value'])),
    });
    return (await sent.wait()) as never;
  };

  it('are minted and tokenized with', async () => {
    const reserve = await client.call('prepareMint', { chainId, from: wallet.address });
    expect(reserve).toMatchObject({ value: '0', gasEstimate: expect.stringMatching(/^\d+$/) });
    const ipnftId = String(eventArgument(await send(reserve), 'Reserved', 'reservationId'));

    const { request } = await client.prepareSignOff(wallet, ipnftId, 'THEIRS');
    expect(await client.codeOf('signoffMetadata', request)).toBe('none');
    const mint = await client.call('prepareMint', { ipnftId, chainId });
    expect(mint['value']).toBe('1000000000000000');
    await send(mint);
    await client.until('ipnft', { id: ipnftId, chainId }, ({ isSuccess }) => isSuccess);

    const { agreementCid } = await client.call('generateIptMembershipAgreement', {
      agreementData: JSON.stringify({ ipnftId, symbol: 'THR', title: 'Shares' }),
    });
    const terms = await client.call('getIptTermsMessage', { agreementCid, ipnftId, chainId });
    const tokenize = await client.call('prepareTokenize', {
      ...{ ipnftId, chainId, agreementCid, from: wallet.address },
      ...{ tokenAmount: '1000', tokenSymbol: 'THR' },
      termsSignature: await wallet.signMessage(String(terms['message'])),
    });
    await send(tokenize);
    const { ipTokens } = await client.until(
      'ipTokens',
      { ipnftId, chainId },
      (answer) => (answer['ipTokens'] as unknown[]).length === 1,
    );

    expect(ipTokens).toMatchObject([{ symbol: 'THR', agreementCid }]);
  });
});
