import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startApp, type RunningApp } from '@sextant/platform-testing';
import { Contract, ContractFactory, type InterfaceAbi, type Wallet } from 'ethers';
import { base64url, compactDecrypt } from 'jose';
import { artifactOf } from '../../src/chain/contracts/artifacts.js';
import { contractInterface } from '../../src/chain/contracts/contracts.js';
import { iptGraphql } from '../../src/app.js';
import { keyIdOf } from '../../src/agreements/sealed-document.js';
import { scratch } from '../anvil.js';
import { verify, verifyToken } from '../bundles.js';
import { IptClient, projectData, type Answer } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;
const ORIGIN = 'https://ipt.example';

interface Sealed {
  readonly ipnftId: string;
  readonly agreement: Answer;
  readonly cid: string;
}

describe('encrypted agreements', () => {
  let service: StartedService;
  let client: IptClient;
  let minter: Wallet;
  let buyer: Wallet;
  let keyFile: string;
  /** The same without PUBLIC_URL, where images can be uploaded to. */
  let nameless: RunningApp;

  beforeAll(async () => {
    keyFile = join(scratch(), 'agreements.key');
    writeFileSync(keyFile, randomBytes(32).toString('base64'));
    service = await startService({ env: { AGREEMENT_KEY_FILE: keyFile, PUBLIC_URL: ORIGIN } });
    const env = Object.entries(service.env).filter(([name]) => name !== 'PUBLIC_URL');
    nameless = await startApp(iptGraphql, Object.fromEntries(env));
    ({ client } = service);
    [minter, buyer] = [service.chain.wallet(1), service.chain.wallet(2)];
  });
  afterAll(async () => {
    await nameless.close();
    await service.close();
  });
  afterEach(() => service.database.query('DELETE FROM key_challenges'));

  const projectOf = (ipnftId: string, symbol: string, wallet = minter.address) => ({
    projectData: JSON.stringify(projectData({ ipnftId, symbol, wallet, chainId })),
    encrypted: true,
  });
  const sealedFor = async (ipnftId: string, symbol: string, wallet?: string): Promise<Sealed> => {
    const request = projectOf(ipnftId, symbol, wallet);
    const agreement = await client.call('generateAssignmentAgreement', request);
    expect(agreement.error).toBeNull();
    return { ipnftId, agreement, cid: String(agreement['agreementCid']) };
  };
  const challenge = (cid: string, wallet: string, by = client) =>
    by.call('createAgreementChallenge', { agreementCid: cid, chainId, wallet });
  const signed = async (cid: string, wallet: Wallet, as = wallet.address) => {
    const { nonce, message } = await challenge(cid, as);
    return { nonce, signature: await wallet.signMessage(String(message)) };
  };
  const release = async (cid: string, wallet: Wallet, as?: string) =>
    await client.call('releaseAgreementKey', await signed(cid, wallet, as));
  const codeFor = async (cid: string, wallet: Wallet) =>
    (await release(cid, wallet)).error?.code ?? 'none';
  const content = async (cid: string) =>
    await (await fetch(`${service.running.url}/ipfs/${cid}`)).text();
  const ipnft = () => new Contract(service.chain.contracts.ipnft, contractInterface(), minter);
  const transfer = async (ipnftId: string, to: string) => {
    const sent = (await ipnft().getFunction('transferFrom')(minter.address, to, ipnftId)) as {
      wait(): Promise<unknown>;
    };
    await sent.wait();
  };

  describe('of an IP-NFT from its reservation to its second owner', () => {
    let sealed: Sealed;

    it('are a JWE whose key the holder of the reservation gets', async () => {
      sealed = await sealedFor(await client.reserve(minter), 'SEALED');

      const released = await release(sealed.cid, minter);

      expect(released).toMatchObject({ isSuccess: true, agreementCid: sealed.cid });
      expect(sealed.agreement['agreementEncrypted']).toBe(true);
      const key = base64url.decode(String(released['key']));
      expect(keyIdOf(key)).toBe(released['keyId']);
      const jwe = await content(sealed.cid);
      const { plaintext, protectedHeader } = await compactDecrypt(jwe, key);
      expect(protectedHeader).toMatchObject({
        ...{ alg: 'dir', enc: 'A256GCM', kid: released['keyId'] },
        ...{ chainId, ipnftId: sealed.ipnftId },
      });
      expect(JSON.parse(Buffer.from(plaintext).toString())).toMatchObject({
        ...{ type: 'ASSIGNMENT_AGREEMENT', ipnftId: sealed.ipnftId, wallet: minter.address },
      });
      const print = await compactDecrypt(await content(String(released['agreementPdfCid'])), key);
      expect(Buffer.from(print.plaintext).toString('latin1', 0, 5)).toBe('%PDF-');
      expect(jwe).not.toContain('yeast');
    });

    it('are made once: the same again is the same CID, and so is another replica at once', async () => {
      const again = await Promise.all([
        sealedFor(sealed.ipnftId, 'SEALED'),
        new IptClient(nameless.url, client.apiKey, service.chain).call(
          'generateAssignmentAgreement',
          projectOf(sealed.ipnftId, 'SEALED'),
        ),
      ]);
      expect(again[0].agreement).toEqual(sealed.agreement);
      expect(again[1]).toEqual(sealed.agreement);

      const first = projectOf(sealed.ipnftId, 'RACE');
      const both = await Promise.all(
        [client, new IptClient(nameless.url, client.apiKey, service.chain)].map((each) =>
          each.call('generateAssignmentAgreement', first),
        ),
      );
      expect(both[0]).toEqual(both[1]);
    });

    it('goes on after a crash between the key and the content, with the same bytes', async () => {
      await service.database.query(
        'UPDATE sealed_agreements SET cid = NULL, pdf_cid = NULL, content_hash = NULL',
      );
      expect((await sealedFor(sealed.ipnftId, 'SEALED')).agreement).toEqual(sealed.agreement);
    });

    it('are named so by the metadata, and minted', async () => {
      const uploader = new IptClient(nameless.url, client.apiKey, service.chain);
      const { request, metadata } = await uploader.prepareSignOff(
        minter,
        sealed.ipnftId,
        'SEALED',
        { encrypted: true },
      );
      const document = JSON.parse(await content(String(metadata['metadataCid']))) as {
        properties: { agreements: unknown[] };
      };
      expect(document.properties.agreements).toEqual([
        expect.objectContaining({
          url: `ipfs://${sealed.cid}`,
          mime_type: 'application/jose',
          encryption: {
            ...{ protocol: 'jwe', alg: 'dir', enc: 'A256GCM', content_type: 'application/json' },
            key_id: expect.any(String),
          },
        }),
      ]);

      await client.mintSignedOff(minter, 'SEALED', request);

      expect(await codeFor(sealed.cid, minter)).toBe('none');
      expect(await codeFor(sealed.cid, buyer)).toBe('MUST_CONTROL_IPNFT');
    });

    it('are opened for the new owner, once the transfer is safe, and not for the old one', async () => {
      const early = await signed(sealed.cid, minter);
      await transfer(sealed.ipnftId, buyer.address);

      expect(await client.codeOf('releaseAgreementKey', early)).toBe('MUST_CONTROL_IPNFT');
      expect(await codeFor(sealed.cid, minter)).toBe('MUST_CONTROL_IPNFT');
      const refused = await release(sealed.cid, buyer);
      expect(refused.error).toMatchObject({ code: 'OWNERSHIP_NOT_SETTLED', retryable: true });

      await service.chain.send('anvil_mine', ['0x60']);
      expect(await codeFor(sealed.cid, buyer)).toBe('none');
      expect(await codeFor(sealed.cid, minter)).toBe('MUST_CONTROL_IPNFT');
    });

    it('are proven from the bundle: with the key what they say, without it what they are', async () => {
      const response = await fetch(
        `${service.running.url}/ipt/ipnfts/${chainId}/${sealed.ipnftId}/bundle`,
        { headers: { 'x-api-key': client.apiKey } },
      );
      const bundle = new Uint8Array(await response.arrayBuffer());
      const { key } = await release(sealed.cid, buyer);

      const shut = await verify(bundle);
      expect(shut.text).toContain('is encrypted for this IP-NFT on this chain');
      expect(shut.text).toContain('not checked: what is in the Assignment Agreement');
      expect(shut.code).toBe(0);
      const opened = await verify(bundle, undefined, String(key));
      expect(opened.text).toContain('the key opens it, and it is what its header says');
      expect(opened.text).toContain("ok  Assignment Agreement: is the minter's");
      expect(opened.code).toBe(0);
      const wrong = await verify(bundle, undefined, randomBytes(32).toString('base64url'));
      expect(wrong.text).toMatch(/no {2}.*is not opened by the key/);
      expect(wrong.code).toBe(1);
    });

    it('are proven by the id of the token, and are about it once the key has opened them', async () => {
      const { chain, running } = service;
      const place = { rpc_url: chain.rpcUrl, base_url: running.url, chain_id: chainId };
      const credentials = { ...place, contracts: chain.contracts };
      const { key } = await release(sealed.cid, buyer);

      const shut = await verifyToken(credentials, sealed.ipnftId);
      expect(shut.text).toContain('is encrypted for this IP-NFT on this chain');
      expect(shut.text).not.toContain('is about this IP-NFT');
      expect(shut.isProven).toBe(true);
      const opened = await verifyToken(credentials, sealed.ipnftId, String(key));
      expect(opened.text).toContain('the key opens it, and it is what its header says');
      expect(opened.text).toContain('is about this IP-NFT on this chain');
      expect(opened.isProven).toBe(true);
    });

    it('have an audit of who got the key, which nothing changes', async () => {
      const rows = await service.database.query<Record<string, unknown>>(
        'SELECT tenant, wallet, cid, ipnft_id FROM key_releases ORDER BY sequence DESC LIMIT 1',
      );
      expect(rows).toEqual([
        { tenant: 'acme', wallet: buyer.address, cid: sealed.cid, ipnft_id: sealed.ipnftId },
      ]);
      await expect(service.database.query('DELETE FROM key_releases')).rejects.toThrow(/never/);
    });
  });

  describe('are not opened', () => {
    let cid: string;

    beforeAll(async () => {
      ({ cid } = await sealedFor(await client.reserve(minter), 'SHUT'));
    });

    it('twice by one challenge, however often at once', async () => {
      const request = await signed(cid, minter);
      const codes = await Promise.all(
        Array.from({ length: 6 }, () => client.codeOf('releaseAgreementKey', request)),
      );
      expect(codes.toSorted()).toEqual([...Array<string>(5).fill('INVALID_INPUT'), 'none']);
    });

    it('by a signature of somebody else, or of another text', async () => {
      const { nonce } = await challenge(cid, minter.address);
      const message = (await challenge(cid, minter.address))['message'];
      const other = { nonce, signature: await minter.signMessage(String(message)) };
      expect(await client.codeOf('releaseAgreementKey', other)).toBe('INVALID_WALLET_SIGNATURE');
      expect((await release(cid, buyer, minter.address)).error?.code).toBe(
        'INVALID_WALLET_SIGNATURE',
      );
    });

    it('after ten minutes', async () => {
      const request = await signed(cid, minter);
      await service.database.query("UPDATE key_challenges SET expires_at = now() - interval '1s'");
      expect(await client.codeOf('releaseAgreementKey', request)).toBe('INVALID_INPUT');
    });

    it('for another tenant, or another key of the tenant with that challenge', async () => {
      const stranger = await service.clientOf('stranger');
      const ours = await service.clientOf('acme');
      const missing = 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e';
      const [known, unknown] = await Promise.all(
        [cid, missing].map((each) => challenge(each, minter.address, stranger)),
      );
      expect(known?.error?.code).toBe('NOT_FOUND');
      expect(known?.error?.message).toBe(unknown?.error?.message);

      const request = await signed(cid, minter);
      expect(await stranger.codeOf('releaseAgreementKey', request)).toBe('INVALID_INPUT');
      expect(await ours.codeOf('releaseAgreementKey', request)).toBe('INVALID_INPUT');
      expect(await client.codeOf('releaseAgreementKey', request)).toBe('none');
    });

    it('for another chain, or a key that may not use the chain', async () => {
      const elsewhere = { agreementCid: cid, chainId: 1, wallet: minter.address };
      expect(await client.codeOf('createAgreementChallenge', elsewhere)).toBe('INVALID_INPUT');
      const bound = await service.clientOf('acme', { chains: [1] });
      expect((await challenge(cid, minter.address, bound)).error?.code).toBe('FORBIDDEN');
    });

    it('with a wrapped key that was changed, or is of another agreement', async () => {
      const other = await sealedFor(await client.reserve(minter), 'OTHER');
      const [row] = await service.database.query<{ wrapped: string }>(
        `SELECT wrapped_key AS wrapped FROM sealed_agreements WHERE cid = '${cid}'`,
      );
      const wrapped = row?.wrapped ?? '';
      const set = (value: string) =>
        service.database.query(
          `UPDATE sealed_agreements SET wrapped_key = '${value}' WHERE cid = '${other.cid}'`,
        );
      for (const value of [wrapped, `${wrapped.slice(0, -6)}AAAA==`, 'local:', 'vault:v1:AAAA']) {
        await set(value);
        expect((await release(other.cid, minter)).error).toMatchObject({
          code: 'KEY_REFUSED',
          retryable: false,
        });
      }
    });

    it('for a wallet without a signature of its own: a contract decides', async () => {
      const { abi, bytecode } = artifactOf('ContractWallet');
      const made = await new ContractFactory(abi as InterfaceAbi, bytecode, buyer).deploy(
        buyer.address,
        '0x00000000',
      );
      await made.waitForDeployment();
      const address = await made.getAddress();
      const id = String(2n ** 200n + 7n);
      const sealed = await sealedFor(id, 'CONTRACT', address);

      expect((await release(sealed.cid, minter, address)).error?.code).toBe(
        'INVALID_WALLET_SIGNATURE',
      );
      expect((await release(sealed.cid, buyer, address)).error).toBeNull();
    });
  });

  it('need a service that knows its key and its address', async () => {
    const shown = new IptClient(nameless.url, client.apiKey, service.chain);
    const { cid } = await sealedFor(await client.reserve(minter), 'NEEDS');
    expect((await challenge(cid, minter.address, shown)).error?.code).toBe('FORBIDDEN');

    const env = { ...service.env, AGREEMENT_KEY_FILE: '' };
    const keyless = await startApp(iptGraphql, env);
    const without = new IptClient(keyless.url, client.apiKey, service.chain);
    expect(await without.codeOf('generateAssignmentAgreement', projectOf('9', 'NONE'))).toBe(
      'FORBIDDEN',
    );
    await keyless.close();
  });

  it('wait for a key service that is away, and lose nothing by it', async () => {
    const { cid } = await sealedFor(await client.reserve(minter), 'AWAY');
    const away = await startApp(iptGraphql, {
      ...service.env,
      ...{ AGREEMENT_KEY_FILE: '', AGREEMENT_VAULT_KEY: 'transit/agreements' },
      ...{ VAULT_ADDR: 'http://127.0.0.1:1', VAULT_TOKEN: 'hvs.token' },
    });
    const other = new IptClient(away.url, client.apiKey, service.chain);
    const outage = { code: 'KEY_SERVICE_UNAVAILABLE', retryable: true };
    const fresh = projectOf(await client.reserve(minter), 'FRESH');
    const request = await signed(cid, minter);
    const [row] = await service.database.query<{ wrapped: string }>(
      `SELECT wrapped_key AS wrapped FROM sealed_agreements WHERE cid = '${cid}'`,
    );
    const set = (value = '') =>
      service.database.query(
        `UPDATE sealed_agreements SET wrapped_key = '${value}' WHERE cid = '${cid}'`,
      );
    try {
      expect((await other.call('generateAssignmentAgreement', fresh)).error).toMatchObject(outage);
      await set('vault:v1:AAAA');
      expect((await other.call('releaseAgreementKey', request)).error).toMatchObject(outage);
    } finally {
      await away.close();
      await set(row?.wrapped);
    }

    expect(await client.codeOf('generateAssignmentAgreement', fresh)).toBe('none');
    expect(await client.codeOf('releaseAgreementKey', request)).toBe('none');
  });

  it('leave neither key nor row behind of a tenant that has no room for them', async () => {
    const full = await startApp(iptGraphql, { ...service.env, MAX_TENANT_BYTES: '500' });
    const tenant = await service.clientOf('full');
    const other = new IptClient(full.url, tenant.apiKey, service.chain);

    const code = await other.codeOf('generateAssignmentAgreement', projectOf('77', 'FULL'));

    expect(code).toBe('QUOTA_EXCEEDED');
    const rows = await service.database.query(
      "SELECT 1 FROM sealed_agreements WHERE tenant = 'full'",
    );
    expect(rows).toEqual([]);
    await full.close();
  });

  it('hold up nobody else while the key service hangs', async () => {
    const { cid } = await sealedFor(await client.reserve(minter), 'HANGS');
    const held: ServerResponse[] = [];
    const vault = createServer((request, response) => held.push(response) && request.resume());
    await once(vault.listen(0, '127.0.0.1'), 'listening');
    const hanging = await startApp(iptGraphql, {
      ...service.env,
      ...{ AGREEMENT_KEY_FILE: '', AGREEMENT_VAULT_KEY: 'transit/agreements' },
      ...{ VAULT_ADDR: `http://127.0.0.1:${(vault.address() as AddressInfo).port}` },
      ...{ VAULT_TOKEN: 'hvs.token', DATABASE_POOL_SIZE: '4' },
    });
    const other = new IptClient(hanging.url, client.apiKey, service.chain);
    try {
      await service.database.query(
        `UPDATE sealed_agreements SET wrapped_key = 'vault:v1:AAAA' WHERE cid = '${cid}'`,
      );
      let ended = 0;
      const requests = await Promise.all([1, 2, 3, 4].map(() => signed(cid, minter)));
      const releases = requests.map(async (request) => {
        const code = await other.codeOf('releaseAgreementKey', request);
        ended += 1;
        return code;
      });
      while (held.length < releases.length && ended === 0) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }

      expect((await challenge(cid, minter.address, other)).error).toBeNull();

      expect(ended).toBe(0);
      for (const response of held) response.writeHead(503).end();
      expect(new Set(await Promise.all(releases))).toEqual(new Set(['KEY_SERVICE_UNAVAILABLE']));
    } finally {
      vault.closeAllConnections();
      vault.close();
      await hanging.close();
    }
  });

  it('are in no table', async () => {
    const { cid } = await sealedFor(await client.reserve(minter), 'QUIET');
    const { key } = await release(cid, minter);
    const tables = await service.database.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    for (const { name } of tables) {
      const rows = await service.database.query(`SELECT * FROM "${name}"`);
      expect(JSON.stringify(rows)).not.toContain(String(key));
    }
  });

  it('is refused as a file in production', async () => {
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      const { contentKeyWrapper } = await import('../../src/content/keys/configured-wrapper.js');
      const encryption = { agreementKeyFile: keyFile } as never;
      const signing = { allowKeystoreFiles: false } as never;
      expect(() => contentKeyWrapper(encryption, signing)).toThrow(/AGREEMENT_KEY_FILE is refused/);
    } finally {
      process.env['NODE_ENV'] = before;
      rmSync(keyFile, { force: true });
    }
  });
});
