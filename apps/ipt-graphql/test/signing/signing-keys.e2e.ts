import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encryptKeystoreJson, getBytes, verifyMessage, Wallet } from 'ethers';
import { loadConfig } from '@sextant/platform-runtime/config';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { iptGraphql } from '../../src/app.js';
import { keySigner } from '../../src/chain/keys/signing-keys.js';
import { scratch, SIGNER_KEY } from '../anvil.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;
const PASSWORD = 'correct horse battery staple';
const wallet = new Wallet(SIGNER_KEY);
const folder = scratch();
const file = join(folder, 'signer.json');

beforeAll(async () => {
  // As `geth account new` writes it, but for the rounds, which would take a second.
  writeFileSync(file, await encryptKeystoreJson(wallet, PASSWORD, { scrypt: { N: 2 ** 12 } }));
});

const signerOf = (settings: Record<string, string>) => {
  const config = loadConfig(iptGraphql.settings, {
    argv: [],
    env: { DATABASE_URL: 'postgres://localhost/x', ...settings },
  });
  return keySigner(config, config, silentLogger);
};
const keystore = (chain: number, more: Record<string, string> = {}) => ({
  [`SIGNER_KEYSTORE_${chain}`]: file,
  [`SIGNER_PASSWORD_${chain}`]: PASSWORD,
  ...more,
});

describe('keys that sign authorizations', () => {
  it('come from an encrypted keystore', async () => {
    const signer = await signerOf(keystore(chainId));
    const hash = getBytes(`0x${'ab'.repeat(32)}`);

    expect(signer.address(chainId)).toBe(wallet.address);
    expect(signer.address(1)).toBeUndefined();
    expect(verifyMessage(hash, await signer.sign(chainId, hash))).toBe(wallet.address);
  });

  it.each([
    ['a wrong password', { [`SIGNER_PASSWORD_${chainId}`]: 'wrong-secret' }],
    ['no file', { [`SIGNER_KEYSTORE_${chainId}`]: join(folder, 'nothing.json') }],
    ['a file that is no keystore', { [`SIGNER_KEYSTORE_${chainId}`]: import.meta.filename }],
  ])(
    'are refused with %s, by the name of the setting and without the password',
    async (_name, more) => {
      const refusal = await signerOf(keystore(chainId, more)).catch((error: unknown) => error);

      expect(String(refusal)).toContain(`SIGNER_KEYSTORE_${chainId}`);
      expect(String(refusal)).not.toMatch(/wrong-secret|correct horse/);
    },
  );

  it('are refused when both chains have the same', async () => {
    await expect(signerOf({ ...keystore(1), ...keystore(chainId) })).rejects.toThrow(/of its own/);
  });

  it('are refused when a chain has a keystore and a key', async () => {
    await expect(
      signerOf(keystore(chainId, { [`SIGNER_KEY_${chainId}`]: `0x${'7'.repeat(64)}` })),
    ).rejects.toThrow(/both/);
  });

  describe('in production', () => {
    const { NODE_ENV } = process.env;

    beforeAll(() => {
      process.env['NODE_ENV'] = 'production';
    });
    afterAll(() => {
      process.env['NODE_ENV'] = NODE_ENV;
    });
    const inProduction = (settings: Record<string, string>) =>
      signerOf({ UPLOAD_SIGNING_KEY: 'k'.repeat(32), ...settings });

    it('are refused from a file, unless a setting says so', async () => {
      await expect(inProduction(keystore(chainId))).rejects.toThrow(/ALLOW_KEYSTORE_FILES/);

      const signer = await inProduction(keystore(chainId, { ALLOW_KEYSTORE_FILES: 'true' }));
      expect(signer.address(chainId)).toBe(wallet.address);
    });

    it('are refused as they are, whatever else is set', async () => {
      const settings = { [`SIGNER_KEY_${chainId}`]: SIGNER_KEY, ALLOW_KEYSTORE_FILES: 'true' };

      await expect(inProduction(settings)).rejects.toThrow(/for development/);
    });
  });

  describe('of a keystore', () => {
    let service: StartedService;

    beforeAll(async () => {
      service = await startService({ env: keystore(chainId), without: [`SIGNER_KEY_${chainId}`] });
    });

    afterAll(() => service.close());

    it('are accepted by the contract', async () => {
      const { client, chain } = service;

      const ipnftId = await client.mint(chain.wallet(1), 'KEYSTORE');

      expect(ipnftId).toMatch(/^\d+$/);
    });
  });
});
