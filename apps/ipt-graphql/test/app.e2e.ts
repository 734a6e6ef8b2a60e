import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  describeApp,
  startApp,
  testDatabase,
  workspaceRoot,
  type RunningApp,
  type TestDatabase,
} from '@sextant/platform-testing';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@sextant/platform-config';
import { silentLogger } from '@sextant/platform-logging';
import { Wallet } from 'ethers';
import { KeySigner } from '../src/adapters/chain/keystore-signer.js';
import { iptGraphql } from '../src/app.js';
import { silentObserver } from './silent-observer.js';
import { configuredChains } from '../src/chain.module.js';

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

  it('is the committed one (UPDATE_DOCS=1 writes it anew)', () => {
    const file = join(workspaceRoot(), 'docs', 'api', 'ipt-graphql.graphql');
    const { schema } = running.app.get(GraphQLSchemaHost);
    const generated = `${printSchema(lexicographicSortSchema(schema))}\n`;
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, generated);

    expect(generated).toBe(readFileSync(file, 'utf8'));
  });
});

describe('the configuration', () => {
  const configOf = (more: Record<string, string>) =>
    loadConfig(iptGraphql.settings, { argv: [], env: { ...env, ...more } });

  it('refuses a chain without its contracts', () => {
    const config = configOf({ RPC_URL_1: 'http://127.0.0.1:1' });

    expect(() =>
      configuredChains(config, { logger: silentLogger, observer: silentObserver }),
    ).toThrow(/IPNFT_ADDRESS_1/);
  });

  it('refuses the same signing key on two chains', () => {
    const wallet = new Wallet(`0x${'5'.repeat(64)}`);

    expect(() => new KeySigner(new Map([1, 11155111].map((id) => [id, wallet])))).toThrow(
      /of its own/,
    );
  });

  it('needs a key to sign URLs with in production', () => {
    expect(() => configOf({ NODE_ENV: 'production' })).toThrow(/UPLOAD_SIGNING_KEY/);
  });
});
