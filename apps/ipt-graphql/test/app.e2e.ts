import { systemClock } from '@sextant/platform-runtime/clock';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  describeApp,
  startApp,
  testDatabase,
  workspaceRoot,
  type RunningApp,
  type TestDatabase,
} from '@sextant/platform-testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@sextant/platform-runtime/config';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { Wallet } from 'ethers';
import { KeySigner } from '../src/signing/keystore-signer.js';
import { iptGraphql } from '../src/app.js';
import { silentObserver } from './silent-observer.js';
import { ConfiguredChains } from '../src/chain/indexer/configured-chains.js';
import { WalletService } from '../src/wallets/wallet-service.js';

const database = await testDatabase();
const env = { DATABASE_URL: database.url };

afterAll(() => database.drop());

describeApp(iptGraphql, {
  env,
  health: { status: 'up', checks: expect.any(Object), timestamp: expect.any(String) },
  notFound: {
    isSuccess: false,
    error: {
      code: 'NOT_FOUND',
      message: expect.any(String),
      retryable: false,
      trace_id: expect.any(String),
    },
    errors: [{ message: expect.any(String), extensions: { code: 'NOT_FOUND' } }],
  },
});

describe('the schema', () => {
  let own: TestDatabase;
  let running: RunningApp;

  beforeAll(async () => {
    own = await testDatabase();
    running = await startApp(iptGraphql, { DATABASE_URL: own.url });
  });

  afterAll(async () => {
    await running.close();
    await own.drop();
  });

  it('is the committed one, for whoever asks (UPDATE_DOCS=1 writes it anew)', async () => {
    const file = join(workspaceRoot(), 'docs', 'api', 'ipt-graphql.graphql');
    const answer = await fetch(`${running.url}/docs/ipt-graphql/schema.graphql`);
    const generated = await answer.text();
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, generated);

    expect(answer.status).toBe(200);
    expect(generated).toBe(readFileSync(file, 'utf8'));
  });

  it.each(['/docs', '/docs/ipt-graphql'])('is linked at %s, and so is GraphiQL', async (path) => {
    const document = await fetch(`${running.url}${path}/openapi.json`);
    const { info } = (await document.json()) as { info: { description: string } };
    const links = [...info.description.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? '');
    const found = await Promise.all(
      links.map((link) => fetch(running.url + link, { headers: { accept: 'text/html' } })),
    );

    expect(links).toEqual(['/docs/ipt-graphql/schema.graphql', '/graphql']);
    expect(found.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('the configuration', () => {
  const configOf = (more: Record<string, string>) =>
    loadConfig(iptGraphql.settings, { argv: [], env: { ...env, ...more } });

  it('refuses a chain without its contracts', () => {
    const config = configOf({ RPC_URL_1: 'http://127.0.0.1:1' });

    expect(
      () => new ConfiguredChains(config, config, silentObserver, silentLogger, systemClock),
    ).toThrow(/IPNFT_ADDRESS_1/);
  });

  it('refuses the same signing key on two chains', () => {
    const wallet = new Wallet(`0x${'5'.repeat(64)}`);

    expect(
      () => new KeySigner(new Map([1, 11155111].map((id) => [id, wallet])), silentLogger),
    ).toThrow(/of its own/);
  });

  it('refuses a development account in production', () => {
    const config = configOf({
      RPC_URL_1: 'http://127.0.0.1:1',
      IPNFT_ADDRESS_1: `0x${'1'.repeat(40)}`,
      TOKENIZER_ADDRESS_1: `0x${'2'.repeat(40)}`,
      DEVELOPMENT_WALLET_1: `0x${'3'.repeat(40)}`,
    });
    const { NODE_ENV } = process.env;
    process.env['NODE_ENV'] = 'production';
    try {
      expect(
        () => new ConfiguredChains(config, config, silentObserver, silentLogger, systemClock),
      ).toThrow(/DEVELOPMENT_WALLET_1/);
    } finally {
      process.env['NODE_ENV'] = NODE_ENV;
    }
  });

  it('refuses to demand wallets that nobody can link', () => {
    const unused = undefined as never;
    const address = { publicUrl: undefined };

    expect(
      () =>
        new WalletService(unused, unused, unused, unused, address, { requireLinkedWallets: true }),
    ).toThrow(/needs PUBLIC_URL/);
  });

  it('needs a key to sign URLs with in production', () => {
    expect(() => configOf({ NODE_ENV: 'production' })).toThrow(/UPLOAD_SIGNING_KEY/);
  });
});
