import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startApp, type RunningApp } from '@sextant/platform-testing';
import { Contract, type Wallet } from 'ethers';
import { contractInterface } from '../../src/chain/contracts/contracts.js';
import { iptGraphql } from '../../src/app.js';
import { symbolsCommand } from '../../src/cli/symbols-command.js';
import { IptClient, type Answer } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;
const WEEK_MS = 7 * 86_400_000;
const QUOTA = 4;

describe('the symbols of sign-offs (two replicas)', () => {
  let service: StartedService;
  let replica: RunningApp;
  let acme: IptClient;
  let rival: IptClient;
  let owner: Wallet;
  let other: Wallet;
  let count = 0;

  beforeAll(async () => {
    service = await startService();
    replica = await startApp(iptGraphql, service.env);
    acme = service.client;
    rival = await service.clientOf('rival');
    [owner, other] = [service.chain.wallet(1), service.chain.wallet(2)];
  });

  afterAll(async () => {
    await replica.close();
    await service.close();
  });

  const idea = (): string => (2n ** 128n + BigInt((count += 1))).toString();
  const symbol = (): string => `SYM${(count += 1)}`;
  const onReplica = (client: IptClient) => new IptClient(replica.url, client.apiKey, client.chain);

  /** What a client asks for; every wish is ready to be signed off. */
  const wish = async (client: IptClient, wallet: Wallet, ipnftId: string, wanted: string) =>
    (await client.prepareSignOff(wallet, ipnftId, wanted)).request;
  const signOff = (client: IptClient, request: object) =>
    client.call('signoffMetadata', { ...request });
  const codeOf = ({ isSuccess, error }: Answer) => (isSuccess ? 'none' : error?.code);
  const isAvailable = async (wanted: string) =>
    (await acme.call('symbolAvailable', { symbol: wanted, chainId }))['available'];
  const holdOf = async (client: IptClient, wanted: string) => {
    const { symbolHolds } = await client.call('symbolHolds', { first: 100 });
    return (symbolHolds as Record<string, unknown>[]).find((hold) => hold['symbol'] === wanted);
  };
  /** As if so much time had passed since all sign-offs. */
  const pass = (ms: number) =>
    service.database.query(
      `UPDATE symbols SET expires_at = expires_at - interval '${ms} milliseconds'`,
    );

  interface Mint {
    readonly wallet: Wallet;
    readonly request: { readonly ipnftId: string; readonly tokenURI: string };
    readonly symbol: string;
    readonly authorization: unknown;
  }

  const mint = async ({ wallet, request, symbol: minted, authorization }: Mint) => {
    const contract = new Contract(service.chain.contracts.ipnft, contractInterface(), wallet);
    const { ipnftId, tokenURI } = request;
    const sent = (await contract.getFunction('mintReservation')(
      ...[wallet.address, ipnftId, tokenURI, minted, authorization],
      { value: 10n ** 15n },
    )) as { wait(): Promise<unknown> };
    await sent.wait();
    return await acme.until('ipnft', { id: ipnftId, chainId }, ({ isSuccess }) => isSuccess);
  };

  describe('of proofs of ideas', () => {
    it('are held for seven days, and the answer says until when', async () => {
      const wanted = symbol();
      const signed = await signOff(acme, await wish(acme, owner, idea(), wanted));

      const heldMs = Date.parse(String(signed['symbolHeldUntil'])) - Date.now();
      expect(heldMs).toBeGreaterThan(WEEK_MS - 60_000);
      expect(heldMs).toBeLessThanOrEqual(WEEK_MS);
      expect(await holdOf(acme, wanted)).toMatchObject({ state: 'HELD', minter: owner.address });
      expect(await holdOf(rival, wanted)).toBeUndefined();
      expect(await isAvailable(wanted)).toBe(false);
      await acme.call('releaseSymbol', {
        ipnftId: String((await holdOf(acme, wanted))?.['ipnftId']),
        chainId,
      });
    });

    it('expire, and are then whoever signs off first; the earlier authorization is no more answered', async () => {
      const wanted = symbol();
      const [first, second] = [
        await wish(acme, owner, idea(), wanted),
        await wish(rival, other, idea(), wanted),
      ];
      await signOff(acme, first);
      expect(codeOf(await signOff(rival, second))).toBe('SYMBOL_ALREADY_TAKEN');

      await pass(WEEK_MS);

      expect(await isAvailable(wanted)).toBe(true);
      expect(await holdOf(acme, wanted)).toMatchObject({ state: 'EXPIRED' });
      expect(codeOf(await signOff(rival, second))).toBe('none');
      expect(codeOf(await signOff(acme, first))).toBe('SYMBOL_ALREADY_TAKEN');
      expect(await holdOf(acme, wanted)).toBeUndefined();
      await rival.call('releaseSymbol', { ipnftId: second.ipnftId, chainId });
    });

    it('are renewed, late as well, while nobody else has taken them', async () => {
      const wanted = symbol();
      const request = await wish(acme, owner, idea(), wanted);
      const { ipnftId } = request;
      await signOff(acme, request);
      await pass(WEEK_MS / 2);
      const before = Date.parse(String((await holdOf(acme, wanted))?.['expiresAt']));

      const { symbolHold } = await acme.call('renewSymbol', { ipnftId, chainId });
      const { expiresAt } = symbolHold as { expiresAt: string };
      await pass(2 * WEEK_MS);
      const late = await acme.call('renewSymbol', { ipnftId, chainId });

      expect(Date.parse(expiresAt) - before).toBeGreaterThan(WEEK_MS / 2 - 60_000);
      expect(late['symbolHold']).toMatchObject({ symbol: wanted, state: 'HELD' });
      expect(await isAvailable(wanted)).toBe(false);
      await acme.call('releaseSymbol', { ipnftId, chainId });
    });

    it('are for good once they are minted, however much time passes', async () => {
      const wanted = symbol();
      const request = await wish(acme, owner, idea(), wanted);
      const { authorization } = await signOff(acme, request);
      await mint({ wallet: owner, request, symbol: wanted, authorization });
      await pass(52 * WEEK_MS);

      expect(await isAvailable(wanted)).toBe(false);
      expect(await holdOf(acme, wanted)).toMatchObject({ state: 'MINTED' });
      for (const change of ['renewSymbol', 'releaseSymbol'] as const) {
        expect(await acme.codeOf(change, { ipnftId: request.ipnftId, chainId })).toBe(
          'INVALID_INPUT',
        );
      }
      // What was signed is still answered.
      expect(await signOff(acme, request)).toMatchObject({ authorization });
    });
  });

  describe('that are given back', () => {
    it('are free at once, and the IP-NFT may take another: a typing error is mended', async () => {
      const [wrong, right] = [symbol(), symbol()];
      const ipnftId = await acme.reserve(owner);
      const [typo, meant] = [
        await wish(acme, owner, ipnftId, wrong),
        await wish(acme, owner, ipnftId, right),
      ];
      await signOff(acme, typo);
      const refused = await signOff(acme, meant);

      const { symbolHold } = await acme.call('releaseSymbol', { ipnftId, chainId });

      expect(refused.error).toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining('releaseSymbol'),
      });
      expect(symbolHold).toMatchObject({ symbol: wrong });
      expect(await isAvailable(wrong)).toBe(true);
      expect(codeOf(await signOff(acme, meant))).toBe('none');
      expect((await signOff(rival, await wish(rival, other, idea(), wrong))).isSuccess).toBe(true);
    });

    it('are those of the own tenant, and need the right to mint', async () => {
      const wanted = symbol();
      const request = await wish(acme, owner, await acme.reserve(owner), wanted);
      await signOff(acme, request);
      const where = { ipnftId: request.ipnftId, chainId };
      const reader = await service.clientOf('acme', { scopes: ['read'] });

      expect(await rival.codeOf('releaseSymbol', where)).toBe('NOT_FOUND');
      expect(await rival.codeOf('renewSymbol', { ...where, ipnftId: idea() })).toBe('NOT_FOUND');
      expect(await reader.codeOf('releaseSymbol', where)).toBe('FORBIDDEN');
      expect(await acme.codeOf('renewSymbol', where)).toBe('INVALID_INPUT'); // reservations have no end
      expect(await isAvailable(wanted)).toBe(false);
    });

    it('come in pages', async () => {
      const seen: unknown[] = [];
      let after: unknown = null;
      do {
        const page = await acme.call('symbolHolds', { first: 1, after });
        seen.push(...(page['symbolHolds'] as { symbol: string }[]).map((hold) => hold.symbol));
        after = page['cursor'];
      } while (after !== null);

      const { symbolHolds } = await acme.call('symbolHolds', { first: 100 });
      expect(seen.length).toBeGreaterThan(1);
      expect(seen).toEqual((symbolHolds as { symbol: string }[]).map((hold) => hold.symbol));
      expect(await acme.codeOf('symbolHolds', { after: 'nonsense' })).toBe('INVALID_INPUT');
    });
  });

  describe('of reservations', () => {
    it('are lost with the reservation, which a reorganization may take back', async () => {
      const wanted = symbol();
      const request = await wish(rival, other, idea(), wanted);
      const snapshot = await service.chain.send('evm_snapshot');
      const ipnftId = await acme.reserve(owner);
      await signOff(acme, await wish(acme, owner, ipnftId, wanted));
      expect(codeOf(await signOff(rival, request))).toBe('SYMBOL_ALREADY_TAKEN');

      await service.chain.send('evm_revert', [snapshot]);

      expect(await isAvailable(wanted)).toBe(true);
      expect(codeOf(await signOff(rival, request))).toBe('none');
      expect(await holdOf(rival, wanted)).toMatchObject({ state: 'HELD' });
      await rival.call('releaseSymbol', { ipnftId: request.ipnftId, chainId });
    });

    it('are free again when another symbol was minted, finally', async () => {
      const [wanted, minted] = [symbol(), symbol()];
      const request = await wish(acme, owner, await acme.reserve(owner), wanted);
      const { authorization } = await signOff(acme, request);
      await mint({ wallet: owner, request, symbol: minted, authorization });
      expect(await isAvailable(wanted)).toBe(false);

      await service.chain.send('anvil_mine', ['0x100']);

      await acme.until('symbolAvailable', { symbol: wanted, chainId }, (answer) =>
        Boolean(answer['available']),
      );
      expect(await holdOf(acme, wanted)).toMatchObject({ state: 'SPENT' });
      expect(await isAvailable(minted)).toBe(false);
      expect((await signOff(rival, await wish(rival, other, idea(), wanted))).isSuccess).toBe(true);
    });
  });

  describe('that are minted twice', () => {
    let wanted: string;
    let late: { ipnftId: string; tokenURI: string };
    let punctual: { ipnftId: string; tokenURI: string };

    beforeAll(async () => {
      await service.database.query('DELETE FROM symbols');
      wanted = symbol();
      late = await wish(acme, owner, idea(), wanted);
      const first = await signOff(acme, late);
      await pass(WEEK_MS);
      punctual = await wish(rival, other, idea(), wanted);
      const second = await signOff(rival, punctual);
      await mint({
        wallet: other,
        request: punctual,
        symbol: wanted,
        ...second,
        authorization: second['authorization'],
      });

      // An authorization never expires: the contract takes it.
      await mint({
        wallet: owner,
        request: late,
        symbol: wanted.toLowerCase(),
        authorization: first['authorization'],
      });
    });

    it('stay both; the later one is flagged, and its flow is warned', async () => {
      const flagsOf = async ({ ipnftId }: { ipnftId: string }) =>
        ((await acme.call('ipnft', { id: ipnftId, chainId }))['ipnft'] as { flags: string[] })
          .flags;
      const { flows } = await acme.until(
        'flow',
        { ipnftId: late.ipnftId, chainId },
        (answer) => (answer['flows'] as { state: string }[])[0]?.state === 'MINT_SEEN',
      );

      expect(await flagsOf(punctual)).toEqual([]);
      expect(await flagsOf(late)).toEqual(['SYMBOL_CONFLICT']);
      expect(flows).toMatchObject([
        {
          warning: expect.stringContaining(
            `SYMBOL_CONFLICT: the symbol was taken before, by IP-NFT ${punctual.ipnftId}`,
          ),
        },
      ]);
    });

    it('are listed, counted, and told to operators', async () => {
      const listed = await acme.call('ipnfts', { chainId, flag: 'SYMBOL_CONFLICT' });
      const metrics = await (await fetch(`${service.running.url}/metrics`)).text();
      const replicas = await (await fetch(`${replica.url}/metrics`)).text();

      expect(listed['ipnfts']).toMatchObject([{ tokenId: late.ipnftId }]);
      expect(await acme.codeOf('ipnfts', { chainId, flag: 'OTHER' })).toBe('INVALID_INPUT');
      // One of the two has read the mint.
      expect(metrics + replicas).toMatch(/^ipt_symbol_conflicts_total\{[^}]*\} 1$/m);
      expect(await command('conflicts')).toMatchObject([
        { ipnftId: late.ipnftId, holderIpnftId: punctual.ipnftId, symbol: wanted },
      ]);
    });

    it('are no conflict any more when the chain takes the later mint back', async () => {
      const snapshot = await service.chain.send('evm_snapshot');
      const third = await wish(acme, owner, idea(), symbol());
      const { authorization } = await signOff(acme, third);
      await mint({ wallet: owner, request: third, symbol: wanted, authorization });
      const listed = () => acme.call('ipnfts', { chainId, flag: 'SYMBOL_CONFLICT' });
      expect((await listed())['ipnfts']).toHaveLength(2);

      await service.chain.send('evm_revert', [snapshot]);
      await service.chain.send('anvil_mine', ['0x2']);

      await acme.until(
        'ipnfts',
        { chainId, flag: 'SYMBOL_CONFLICT' },
        (answer) => (answer['ipnfts'] as unknown[]).length === 1,
      );
    });
  });

  describe('that an operator looks after', () => {
    it('are listed, and released without their tenant; minted ones are not', async () => {
      const [held, minted] = [symbol(), symbol()];
      const request = await wish(acme, owner, idea(), minted);
      const { authorization } = await signOff(acme, request);
      await mint({ wallet: owner, request, symbol: minted, authorization });
      await signOff(acme, await wish(acme, owner, idea(), held));
      const release = (name: string) =>
        symbolsCommand(['release', '--chain', String(chainId), '--symbol', name], service.env);

      const listed = await command('list', '--tenant', 'acme');
      const codes = [
        await release(held.toLowerCase()),
        await release(minted),
        await release('NONE'),
      ];

      expect(listed).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ symbol: held, state: 'HELD' }),
          expect.objectContaining({ symbol: minted, state: 'MINTED' }),
        ]),
      );
      expect(codes).toEqual([0, 1, 1]);
      expect([await isAvailable(held), await isAvailable(minted)]).toEqual([true, false]);
    });

    it.each([
      [[], 2],
      [['nothing'], 2],
      [['release'], 2],
      [['list', '--chain', 'x'], 2],
      [['list', '--nothing'], 2],
      [['--help'], 0],
    ])('%j ends with %i', async (words, code) => {
      expect(await symbolsCommand(words, service.env)).toBe(code);
    });
  });

  describe('that several want at once', () => {
    it('are of one tenant alone when they expire, whoever asks where', async () => {
      const wanted = symbol();
      const [first, ...others] = await Promise.all([
        wish(acme, owner, idea(), wanted),
        wish(rival, other, idea(), wanted),
        wish(acme, owner, idea(), wanted),
        wish(rival, other, idea(), wanted),
      ]);
      await signOff(acme, first);
      await pass(WEEK_MS);

      const answers = await Promise.all([
        acme.call('renewSymbol', { ipnftId: first.ipnftId, chainId }),
        ...others.map((request, index) =>
          signOff(index % 2 === 0 ? onReplica(rival) : acme, { ...request }),
        ),
      ]);

      const codes = answers.map(codeOf);
      expect(codes.filter((code) => code === 'none')).toHaveLength(1);
      expect(
        codes.filter((code) => code === 'SYMBOL_ALREADY_TAKEN' || code === 'NOT_FOUND'),
      ).toHaveLength(3);
      expect(
        await service.database.query(`SELECT FROM symbols WHERE symbol = '${wanted}'`),
      ).toHaveLength(1);
    });

    it('are released once, and taken by one', async () => {
      const wanted = symbol();
      const request = await wish(acme, owner, await acme.reserve(owner), wanted);
      const rivals = await Promise.all([
        wish(rival, other, idea(), wanted),
        wish(rival, other, idea(), wanted),
      ]);
      await signOff(acme, request);
      const where = { ipnftId: request.ipnftId, chainId };

      const [one, two, ...taken] = await Promise.all([
        acme.call('releaseSymbol', where),
        onReplica(acme).call('releaseSymbol', where),
        ...rivals.map((each, index) => signOff(index === 0 ? rival : onReplica(rival), each)),
      ]);

      expect([one, two].map(codeOf).toSorted()).toEqual(['NOT_FOUND', 'none']);
      const won = taken.map(codeOf).filter((code) => code === 'none').length;
      expect(won).toBeLessThanOrEqual(1);
      expect(await isAvailable(wanted)).toBe(won === 0);
    });
  });

  describe('of which proofs of ideas hold at most so many', () => {
    let limited: RunningApp;
    let limitedToo: RunningApp;

    beforeAll(async () => {
      await service.database.query('DELETE FROM symbols');
      const env = {
        ...service.env,
        MAX_IDEAS_PER_TENANT: String(QUOTA),
        MAX_IDEAS_PER_WALLET: String(QUOTA - 1),
      };
      limited = await startApp(iptGraphql, env);
      limitedToo = await startApp(iptGraphql, env);
    });

    afterAll(async () => {
      await limited.close();
      await limitedToo.close();
    });

    it('for a wallet and for a tenant, also at once and over two replicas', async () => {
      const clients = [limited, limitedToo].map(
        ({ url }) => new IptClient(url, acme.apiKey, acme.chain),
      );
      const wishes = await Promise.all(
        Array.from({ length: 8 }, (_unused, index) =>
          wish(acme, index < 5 ? owner : other, idea(), symbol()),
        ),
      );
      const at = (index: number) => clients[index % 2] ?? acme;

      const ofOwner = await Promise.all(
        wishes.slice(0, 5).map((request, index) => signOff(at(index), request)),
      );
      const ofOther = await Promise.all(
        wishes.slice(5).map((request, index) => signOff(at(index), request)),
      );

      expect(ofOwner.filter(({ isSuccess }) => isSuccess)).toHaveLength(QUOTA - 1);
      expect(ofOther.filter(({ isSuccess }) => isSuccess)).toHaveLength(1);
      const refused = [...ofOwner, ...ofOther].filter(({ isSuccess }) => !isSuccess);
      expect(new Set(refused.map(codeOf))).toEqual(new Set(['QUOTA_EXCEEDED']));
      expect(refused.some(({ error }) => error?.message.includes('wallet holds 3'))).toBe(true);
      expect(refused.some(({ error }) => error?.message.includes('tenant holds 4'))).toBe(true);
    });

    it('and none more by renewing what has expired; releasing makes room', async () => {
      const client = new IptClient(limited.url, acme.apiKey, acme.chain);
      const { symbolHolds } = await client.call('symbolHolds', {});
      const [first, second] = symbolHolds as { ipnftId: string; symbol: string }[];
      await service.database.query(
        `UPDATE symbols SET expires_at = now() WHERE symbol = '${first?.symbol}'`,
      );
      const request = await wish(acme, service.chain.wallet(3), idea(), symbol());
      await signOff(client, request);

      const renew = () => client.codeOf('renewSymbol', { ipnftId: first?.ipnftId, chainId });
      expect(await renew()).toBe('QUOTA_EXCEEDED');
      await client.call('releaseSymbol', { ipnftId: second?.ipnftId, chainId });
      expect(await renew()).toBe('none');
    });

    it('while reservations, which cost a fee, are not counted', async () => {
      const client = new IptClient(limited.url, acme.apiKey, acme.chain);

      const request = await wish(acme, owner, await acme.reserve(owner), symbol());

      expect(await signOff(client, request)).toMatchObject({
        isSuccess: true,
        symbolHeldUntil: null,
      });
    });
  });

  /** What the command line prints. */
  async function command(...words: string[]): Promise<unknown[]> {
    const lines: string[] = [];
    const written = jest
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => lines.push(String(text)) > 0);
    await symbolsCommand(words, service.env);
    written.mockRestore();
    return lines.map((line) => JSON.parse(line) as unknown);
  }
});
