import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, type Share, type TestDatabase } from '@sextant/platform-testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPS, ended, launchApp } from '../app-process.js';

type Env = Readonly<Record<string, string>>;
type Case = readonly [env: Env, told: RegExp];

const folder = mkdtempSync(join(tmpdir(), 'settings-'));

/** Its words must not be told: files hold keys and passwords. */
const NOISE = join(folder, 'noise.txt');
writeFileSync(NOISE, 'hunter2 is in here');

const NOWHERE = join(folder, 'nowhere');
const UNREADABLE = /must be a file that the service can read \(ENOENT/;
const NOT_A_FOLDER = /must be a folder that the service can read \(ENOTDIR/;
const IN_A_FILE = join(NOISE, 'x');
const BLOBS: readonly Case[] = [
  [{ BLOB_DIR: IN_A_FILE }, /BLOB_DIR: .* must be a folder that the service can write to/],
  [{ BLOB_ENDPOINT: 'http://127.0.0.1:9' }, /BLOB_ENDPOINT needs BLOB_BUCKET/],
];
const MAIL = { SMTP_URL: 'smtp://user:hunter2@mail.test', MAIL_FROM: 'a@mail.test' };
const CHAIN = {
  RPC_URL_1: 'http://127.0.0.1:9',
  IPNFT_ADDRESS_1: `0x${'1'.repeat(40)}`,
  TOKENIZER_ADDRESS_1: `0x${'2'.repeat(40)}`,
};
const KEY = `0x${'5'.repeat(64)}`;
const PRODUCTION = { NODE_ENV: 'production', UPLOAD_SIGNING_KEY: 'hunter2-hunter2-hunter2' };
const LISTENS = { EVENTS_HTTPS_LISTEN: '127.0.0.1:0' };

const MAILS: readonly Case[] = [
  [{ SMTP_URL: MAIL.SMTP_URL }, /MAIL_FROM: must be set with SMTP_URL/],
  [{ ...MAIL, MAIL_DKIM_KEY_FILE: NOWHERE }, UNREADABLE],
  [{ ...MAIL, MAIL_DKIM_KEY_FILE: NOISE }, /MAIL_DKIM_KEY_FILE: .* must hold a private key/],
  [{ MAIL_TEMPLATES: folder }, /MAIL_TEMPLATES: .*noise\.txt belongs to no mail/],
];

const CASES: Readonly<Record<(typeof APPS)[number], readonly Case[]>> = {
  translate: [
    [{ PHRASEBOOK_DIR: NOISE }, NOT_A_FOLDER],
    [{ ONNX_MODELS_DIR: NOISE }, NOT_A_FOLDER],
    [{ APERTIUM_MODES_DIR: NOISE }, NOT_A_FOLDER],
    [{ APERTIUM_ENABLED: 'false' }, /APERTIUM_ENABLED is false/],
    [{ FONTS_DIR: NOISE }, /FONTS_DIR: .* must be a folder, or the path of a new one/],
    [
      { FONTS_REGISTRY: 'ftp://robot:hunter2@127.0.0.1' },
      /FONTS_REGISTRY: the value must be a URL/,
    ],
    ...BLOBS,
  ],
  'auth-server': [
    [{ LDAP_FILE: NOWHERE }, UNREADABLE],
    [{ LDAP_FILE: NOISE }, /LDAP_FILE: It is not JSON/],
    [{ UPSTREAMS_FILE: NOISE }, /UPSTREAMS_FILE: It is not JSON/],
    [{ BOOTSTRAP_FILE: NOISE }, /BOOTSTRAP_FILE: It is not JSON/],
    [{ THEME_FILE: folder }, /THEME_FILE: must be a file that the service can read \(EISDIR/],
    [
      { MTLS_CERTIFICATE_HEADER: 'client-cert', MTLS_CA_FILE: NOISE },
      /MTLS_CA_FILE: .* must hold certificates in PEM/,
    ],
    [{ MTLS_CA_FILE: NOISE }, /MTLS_CA_FILE and MTLS_BASE need MTLS_CERTIFICATE_HEADER/],
    ...MAILS,
  ],
  notifications: [
    [{ DATABASE_URL: '' }, /set DATABASE_URL or MONGODB_URI/],
    [{ VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url') }, /VAPID_PUBLIC_KEY and /],
    [{ PUSH_CA_FILE: NOISE }, /PUSH_CA_FILE: .* must hold certificates in PEM/],
    ...MAILS,
  ],
  speech: [
    [{ ESPEAK_LIBRARY: NOISE }, /ESPEAK_LIBRARY: .*: file too short/],
    [{ SPEECH_MODELS_DIR: NOISE }, NOT_A_FOLDER],
    [{ RECOGNISER_DIR: folder }, /RECOGNISER_DIR: There is no recogniser/],
    [{ RECOGNISERS_DIR: NOISE }, NOT_A_FOLDER],
    [{ LIVE_RECOGNISER_DIR: NOISE }, NOT_A_FOLDER],
    ...BLOBS,
  ],
  'ipt-graphql': [
    [{ RPC_URL_1: CHAIN.RPC_URL_1 }, /RPC_URL_1 needs IPNFT_ADDRESS_1 and TOKENIZER_ADDRESS_1/],
    [{ ...CHAIN, RPC_QUORUM_1: '2' }, /RPC_QUORUM_1 is 2: RPC_URL_1 must name as many/],
    [
      { ...PRODUCTION, ...CHAIN, DEVELOPMENT_WALLET_1: CHAIN.IPNFT_ADDRESS_1 },
      /DEVELOPMENT_WALLET_1 is for development/,
    ],
    [{ CONTRACTS_ABI_FILE: NOISE }, /CONTRACTS_ABI_FILE: It is not JSON/],
    [{ SIGNER_KEYSTORE_1: NOISE }, /SIGNER_KEYSTORE_1 cannot be opened with SIGNER_PASSWORD_1/],
    [{ SIGNER_KEYSTORE_1: NOISE, SIGNER_KEY_1: KEY }, /SIGNER_KEY_1 and .* are both set/],
    [{ SIGNER_KEY_1: KEY, SIGNER_KEY_5: KEY }, /each chain needs a signing key of its own/],
    [{ ...PRODUCTION, SIGNER_KEY_1: KEY }, /SIGNER_KEY_1 is for development/],
    [{ SIGNER_VAULT_PATH_1: 'secret/a' }, /SIGNER_VAULT_PATH_1 needs VAULT_ADDR/],
    [{ ...CHAIN, SIGNER_KEY_1: KEY, RELAYER_KEY_1: KEY }, /the relayer needs one of its own/],
    [{ AGREEMENT_KEY_FILE: NOISE }, /AGREEMENT_KEY_FILE: .* 32 bytes/],
    [{ AGREEMENT_KEY_FILE: NOISE, AGREEMENT_KMS_KEY: 'a' }, /AGREEMENT_KMS_KEY and .* both set/],
    [{ AGREEMENT_VAULT_KEY: 'transit/a' }, /AGREEMENT_VAULT_KEY needs VAULT_ADDR/],
    [{ PINNING_SERVICE_URL: CHAIN.RPC_URL_1 }, /PINNING_SERVICE_URL needs PINNING_SERVICE_TOKEN/],
    [{ S3_BUCKET: 'a', S3_ACCESS_KEY_ID: 'b' }, /S3_ACCESS_KEY_ID and .* set both or none/],
    [{ PERSISTED_OPERATIONS_FILES: NOISE }, /PERSISTED_OPERATIONS_FILES: It is not JSON/],
    [{ CONTENT_DIR: IN_A_FILE }, /CONTENT_DIR: .* must be a folder that the service can write to/],
    [{ UPLOADS_DIR: NOISE }, /UPLOADS_DIR: .* must be a folder that the service can write to/],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9' }, /S3_ENDPOINT needs S3_BUCKET/],
    [{ FONTS_DIR: IN_A_FILE }, /FONTS_DIR: .* must be a folder, or the path of a new one/],
    [{ REQUIRE_LINKED_WALLETS: 'true' }, /REQUIRE_LINKED_WALLETS needs PUBLIC_URL/],
  ],
  relay: [
    [{ EVENTS_HTTP_JSON_TEMPLATE: '{{ .a' }, /http-json-template: .* unclosed action/],
    [{ EVENTS_TEAMCHAT_OUT_TOKEN: 'hunter2' }, /--teamchat-out-token needs/],
    [
      { ...LISTENS, EVENTS_HTTPS_CERT: NOISE, EVENTS_HTTPS_KEY: NOISE },
      /--https-cert and --https-key must be in PEM/,
    ],
    [
      {
        ...{ EVENTS_SYSLOG_IN_LISTEN: '127.0.0.1:0', EVENTS_SYSLOG_IN_CERT: NOISE },
        EVENTS_SYSLOG_IN_KEY: NOISE,
      },
      /--syslog-in-cert and --syslog-in-key must be in PEM/,
    ],
    [{ DATABASE_URL: '', EVENTS_SPOOL_DIR: NOISE }, /EVENTS_SPOOL_DIR: .* can write to/],
    [
      { DATABASE_URL: '', EVENTS_SPOOL_DIR: '/proc/sextant/spool' },
      /EVENTS_SPOOL_DIR: "\/proc\/sextant" .* can write to/,
    ],
  ],
};

const ELSEWHERE: Case = [
  { HOST: '203.0.113.9' },
  /HOST: "203\.0\.113\.9" must be an address of this machine/,
];

/** Declares that settings that contradict themselves, and files that cannot be used, are refused by each service. */
export function describeUnusableSettings(share: Share): void {
  afterAll(() => rmSync(folder, { recursive: true }));
  describe.each(APPS)('%s', (app) => describeApp(app, share));
  describe('auth-server with another key than the one of before', itNamesTheKey);
}

function describeApp(app: (typeof APPS)[number], share: Share): void {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
  });

  afterAll(() => database.drop());

  const start = (env: Env) => {
    const child = launchApp(app, [], { DATABASE_URL: database.url, MONGODB_URI: '', ...env });
    // One that takes what it is given would run for ever.
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('"msg":"started"')) child.kill('SIGKILL');
    });
    return ended(child);
  };

  const chosen = [...CASES[app], ELSEWHERE].filter((_, index) => share.has(index));
  it.each(chosen)(`ends with 2 and one plain line for %j${share.told}`, async (env, told) => {
    const { code, output } = await start(env);

    const plain = output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
    expect([code, plain.at(-1)]).toEqual([2, expect.stringMatching(told)]);
    // The heading that all complaints have, and no stack in the log.
    expect(plain.length).toBeLessThanOrEqual(2);
    expect(output).not.toMatch(/start\.failed|hunter2/);
  });
}

function itNamesTheKey(): void {
  it('names KEY_ENCRYPTION_KEY', async () => {
    const database = await testDatabase();
    const start = (byte: number, env: Env = {}) =>
      ended(
        launchApp('auth-server', [], {
          ...{ DATABASE_URL: database.url, ...env },
          KEY_ENCRYPTION_KEY: Buffer.alloc(32, byte).toString('base64'),
        }),
      );
    // Its keys are made before it listens.
    await start(1, { HOST: '203.0.113.9' });
    const { code, output } = await start(2);
    await database.drop();

    expect([code, output]).toEqual([
      2,
      expect.stringMatching(/KEY_ENCRYPTION_KEY: is not the key/),
    ]);
  });
}
