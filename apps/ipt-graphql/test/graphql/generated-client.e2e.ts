import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ContractTransactionReceipt, Wallet } from 'ethers';
import type ts from 'typescript';
import { eventArgument, pngImage, projectData } from '../client.js';
import {
  castsOf,
  compileClient,
  complaintsOf,
  generateClient,
  loosePathsOf,
  readmeConfig,
} from '../generated-client.js';
import { startService, type StartedService } from '../started-service.js';

interface Transaction {
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
}

/** What the example's program offers; its own types exist once it is generated. */
interface Walk {
  reserve(service: object, wallet: Wallet): Promise<Transaction>;
  mint(service: object, wallet: Wallet, project: object): Promise<Transaction>;
  tokenize(service: object, wallet: Wallet, wish: object): Promise<Transaction>;
  progress(service: object, ipnftId: string): Promise<readonly { state: string }[]>;
}

describe('a client that @graphql-codegen makes from the committed schema', () => {
  let folder: string;
  let program: ts.Program;

  beforeAll(async () => {
    folder = await generateClient(readmeConfig());
    program = compileClient(folder);
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('compiles strictly with a program that uses it, without a cast', () => {
    expect(complaintsOf(program)).toEqual([]);
    expect(castsOf(program, folder)).toEqual([]);
  });

  it('has all operations of the nine and the five steps, and knows the type of each value', () => {
    const { operations, loose } = loosePathsOf(program, folder);

    expect(operations.filter((name) => !name.endsWith('Variables')).toSorted()).toEqual([
      'FlowProgressSubscription',
      'FlowQuery',
      'GenerateAssignmentAgreementMutation',
      'GenerateImageUploadUrlMutation',
      'GenerateIptMembershipAgreementMutation',
      'GetIptTermsMessageQuery',
      'GetTermsMessageQuery',
      'IpnftQuery',
      'PrepareMintQuery',
      'PrepareTokenizeQuery',
      'SignoffMetadataMutation',
      'UploadMetadataWithImageKeyMutation',
    ]);
    expect(loose).toEqual([]);
  });

  it('walks all steps', async () => {
    const service = await startService();
    try {
      const walk = (await import(pathToFileURL(join(folder, 'walk.js')).href)) as Walk;

      const ipnftId = await walkAll(service, walk);

      const url = `${service.running.url}/graphql`;
      const { chainId } = service.chain;
      const place = { url, apiKey: service.client.apiKey, chainId };
      await service.client.until('ipTokens', { ipnftId, chainId }, (answer) =>
        (answer['ipTokens'] as { symbol: string }[]).some(({ symbol }) => symbol === 'GENT'),
      );
      const states = (await walk.progress(place, ipnftId)).map(({ state }) => state);
      expect(states).toEqual(['MINT_SEEN', 'TOKENIZE_SEEN']);
      // A failure is an error with its code.
      const again = walk.tokenize(place, service.chain.wallet(1), {
        ipnftId,
        symbol: 'GENT',
        amountWei: 1n,
      });
      await expect(again).rejects.toThrow(/^ALREADY_TOKENIZED: /);
    } finally {
      await service.close();
    }
  });

  it('would not compile so if the scalars were not mapped', async () => {
    const { config, presetConfig } = readmeConfig();
    const { scalars, ...rest } = config;
    const other = await generateClient({ presetConfig, config: { ...rest, strictScalars: false } });
    const { loose } = loosePathsOf(compileClient(other), other);
    await rm(other, { recursive: true });

    expect(scalars).toEqual({ AWSJSON: 'string', DateTime: 'string' });
    expect(loose).toContain('GenerateAssignmentAgreementMutationVariables.projectData');
  });
});

/** @returns the id of the IP-NFT that was minted and tokenized */
async function walkAll({ chain, client, running }: StartedService, walk: Walk): Promise<string> {
  const wallet = chain.wallet(1);
  const { chainId } = chain;
  const service = { url: `${running.url}/graphql`, apiKey: client.apiKey, chainId };
  const send = async (transaction: Transaction) => {
    const receipt = await (await wallet.sendTransaction(transaction)).wait();
    return receipt as ContractTransactionReceipt | null;
  };
  const reserved = await send(await walk.reserve(service, wallet));
  const ipnftId = String(eventArgument(reserved, 'Reserved', 'reservationId'));
  const { project } = projectData({ ipnftId, symbol: 'GEN', wallet: wallet.address, chainId });
  const { name, description, initialSymbol: symbol, ...details } = project;
  const image = new Blob([Uint8Array.from(await pngImage())], { type: 'image/png' });
  await send(
    await walk.mint(service, wallet, { ipnftId, symbol, name, description, details, image }),
  );
  await client.until('ipnft', { id: ipnftId, chainId }, ({ isSuccess }) => isSuccess);
  await send(
    await walk.tokenize(service, wallet, { ipnftId, symbol: 'GENT', amountWei: 10n ** 24n }),
  );
  return ipnftId;
}
