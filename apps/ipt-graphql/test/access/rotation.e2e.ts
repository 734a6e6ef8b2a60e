import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, startOf, type RunningApp } from '@sextant/platform-testing';
import { Contract, Wallet } from 'ethers';
import { DataSource } from 'typeorm';
import { artifactOf } from '../../src/chain/contracts/artifacts.js';
import { contractInterface } from '../../src/chain/contracts/contracts.js';
import { KeepSignatures1763700000057 } from '../../src/sign-off/signer.migration.js';
import { iptGraphql } from '../../src/app.js';
import { SIGNER_KEY } from '../anvil.js';
import { IptClient, type Answer } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;
const START = startOf('ipt-graphql');
const NEXT_KEY = `0x${'4'.repeat(64)}`;
const former = new Wallet(SIGNER_KEY).address;
const next = new Wallet(NEXT_KEY).address;

interface Sent {
  wait(): Promise<unknown>;
}

describe('a new signing key', () => {
  let service: StartedService;
  let renewed: RunningApp;
  let client: IptClient;

  beforeAll(async () => {
    service = await startService();
    // A second replica has the new key already, while the first still signs with the former.
    renewed = await startApp(iptGraphql, { ...service.env, [`SIGNER_KEY_${chainId}`]: NEXT_KEY });
    client = new IptClient(renewed.url, service.client.apiKey, service.chain);
  });
  afterAll(async () => {
    await renewed.close();
    await service.close();
  });

  const trust = async (signer: string, isTrusted: boolean): Promise<void> => {
    const { abi } = artifactOf('SignedMintAuthorizer');
    const { contracts } = service.chain;
    const contract = new Contract(contracts.authorizer, abi as never, service.chain.wallet(0));
    const sent = (await contract.getFunction('trustSigner')(signer, isTrusted)) as Sent;
    await sent.wait();
  };
  const prepared = async (symbol: string) => {
    const wallet = service.chain.wallet(1);
    const ipnftId = await service.client.reserve(wallet);
    const { request } = await service.client.prepareSignOff(wallet, ipnftId, symbol);
    const mint = async ({ authorization }: Answer): Promise<boolean> => {
      const contract = new Contract(service.chain.contracts.ipnft, contractInterface(), wallet);
      const sent = contract.getFunction('mintReservation')(
        ...[wallet.address, ipnftId, request.tokenURI, symbol, authorization],
        { value: 10n ** 15n },
      ) as Promise<Sent>;
      return await sent
        .then((transaction) => transaction.wait())
        .then(
          () => true,
          () => false,
        );
    };
    return { request, mint };
  };
  const signed = async (by: IptClient, request: Readonly<Record<string, unknown>>) => {
    const answer = await by.call('signoffMetadata', request);
    expect(answer.error).toBeNull();
    return answer;
  };

  it('signs beside the former one while the contract trusts both, and alone after that', async () => {
    await trust(next, true);
    const [one, two, three] = [
      await prepared('FORMER'),
      await prepared('NEXT'),
      await prepared('LATE'),
    ];
    const byFormer = await signed(service.client, one.request);
    const byNext = await signed(client, two.request);
    const late = await signed(service.client, three.request);

    expect(await one.mint(byFormer)).toBe(true);
    expect(await two.mint(byNext)).toBe(true);

    await trust(former, false);
    expect(await three.mint(late)).toBe(false);
    const again = await signed(client, three.request);
    expect(again['authorization']).not.toBe(late['authorization']);
    expect(await signed(client, three.request)).toEqual(again);
    expect(await three.mint(again)).toBe(true);
  });

  it('leaves all signatures written down, by whom and for whom, and they cannot be changed', async () => {
    const database = ['--database-url', service.database.url];
    const listed = execFileSync(
      process.execPath,
      [...START, 'signatures', '--chain', String(chainId), ...database],
      { encoding: 'utf8' },
    );
    const rows = listed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

    expect(rows.map(({ symbol, signer, verified }) => [symbol, signer, verified])).toEqual([
      ['FORMER', former, true],
      ['NEXT', next, true],
      ['LATE', former, true],
      ['LATE', next, true],
    ]);
    const logged = renewed.logs.filter(({ msg }) => msg === 'authorization.signed');
    expect(logged.map(({ signer }) => signer)).toEqual([next, next]);

    for (const change of ["UPDATE authorizations SET tenant = 'x'", 'DELETE FROM authorizations']) {
      await expect(service.database.query(change)).rejects.toThrow(/never changed/);
    }
  });

  it('are one each in the schema of before, with the last; the others come back with the next update', async () => {
    const all = `SELECT a.*, l.sequence = a.sequence AS is_last FROM authorizations a
      LEFT JOIN last_authorizations l USING (tenant, chain_id, ipnft_id) ORDER BY sequence`;
    const before = await service.database.query<{ symbol: string; signer: string }>(all);
    const runner = service.running.app.get(DataSource).createQueryRunner();
    const migration = new KeepSignatures1763700000057();

    await migration.down(runner);

    const former = await service.database.query<{ symbol: string; signer: string }>(all);
    expect(former.map(({ symbol, signer }) => [symbol, signer])).toEqual(
      before.filter((_row, index) => index !== 2).map(({ symbol, signer }) => [symbol, signer]),
    );

    await migration.up(runner);
    await runner.release();

    expect(await service.database.query(all)).toEqual(before);
    await expect(service.database.query('DELETE FROM authorizations')).rejects.toThrow(
      /never changed/,
    );
  });
});
