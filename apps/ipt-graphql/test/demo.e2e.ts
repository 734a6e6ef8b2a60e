import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { Contract } from 'ethers';
import { hasSoftHsm } from '../development/softhsm.mjs';
import { ACCOUNT_KEYS, scratch, SIGNER_KEY } from './anvil.js';
import { startService, type StartedService } from './started-service.js';

const UPLOAD_SIGNING_KEY = Buffer.alloc(32, 7).toString('base64');
const API_KEY = 'sxt_P5oStTE1vBlPwBnLY102LAOk6tTNdI0aNYuY';

/** The demonstration as it is called, against a service in the place of `npm start`'s. */
describe('npm run demo:ipt', () => {
  const dataDir = scratch();
  let service: StartedService;

  beforeAll(async () => {
    const content = join(dataDir, 'ipt-graphql');
    mkdirSync(content);
    service = await startService({
      env: {
        ...{ UPLOAD_SIGNING_KEY, BOOTSTRAP_API_KEY: API_KEY },
        CONTENT_DIR: join(content, 'content'),
        UPLOADS_DIR: join(content, 'uploads'),
      },
    });
    const { chain, database, running } = service;
    const credentials = {
      base_url: running.url,
      graphql_url: `${running.url}/graphql`,
      api_key: API_KEY,
      database_url: database.url,
      rpc_url: chain.rpcUrl,
      chain_id: chain.chainId,
      contracts: chain.contracts,
      accounts: ACCOUNT_KEYS.map((key) => ({ private_key: key })),
      signer_key: SIGNER_KEY,
      upload_signing_key: UPLOAD_SIGNING_KEY,
    };
    writeFileSync(
      join(dataDir, 'dev-credentials.json'),
      JSON.stringify({ ipt_graphql: credentials }),
    );
  });

  afterAll(() => service.close());

  const run = async (script: string, ...words: string[]) => {
    const file = join(workspaceRoot(), 'scripts', 'demo', script);
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...[file, ...words, '--data', dataDir],
    ]);
    return stdout;
  };

  /** The proof at its end, which is that of ipt:verify. */
  const expectProven = async (said: string) => {
    const [, id = ''] = /IP-NFT (\d+), its metadata ipfs:/.exec(said) ?? [];
    const [, proof] = said.split('\n\n');
    expect(proof).toMatch(/^Proof of IP-NFT \d+ on chain 11155111\nok {2}is on the chain/);
    expect(proof).toMatch(
      /ok {2}whoever tokenized it has signed the terms.*\nEverything holds\.\n$/,
    );
    expect(await run('ipt-verify.mjs', id)).toBe(proof);
  };

  it('walks all steps with a wallet', async () => {
    const said = await run('ipt.mjs');

    for (let step = 1; step <= 9; step += 1) expect(said).toContain(`mint ${step}/9`);
    for (let step = 1; step <= 5; step += 1) expect(said).toContain(`tokenize ${step}/5`);
    await expectProven(said);
  });

  (hasSoftHsm() ? it : it.skip)(
    'walks them with a Safe, authorized by a key on a token of SoftHSM, needs softhsm2',
    async () => {
      const said = await run('ipt.mjs', '--safe', '--softhsm');

      const [, key = ''] = /SoftHSM.*with the key of (0x\w{40})/.exec(said) ?? [];
      expect(said).toMatch(new RegExp(`mint 8/9, authorization: 0x\\w+\\.\\.\\. by ${key}\n`));
      const [, safe = ''] = /a new Safe 1\.5\.0, (0x\w{40})/.exec(said) ?? [];
      expect(said).toContain(`tokenize 1/5, owner: ${safe}`);
      expect(said.match(/missing: 1\n/g)).toHaveLength(2);
      expect(said.match(/missing: 0\n/g)).toHaveLength(2);
      expect(said.match(/signed as the Safe's transaction [012] by/g)).toHaveLength(3);
      await expectProven(said);
      // The key is trusted for as long as the demonstration takes.
      const abi = ['function trustedSigners(address) view returns (bool)'];
      const { authorizer } = service.chain.contracts;
      const asked = new Contract(authorizer, abi, service.chain.provider);
      expect(await asked.getFunction('trustedSigners')(key)).toBe(false);
    },
  );

  it.each([
    ['no stack runs', ['--data', scratch()], {}, /^Error: .*run "npm start" first/],
    [
      'softhsm2 is not installed',
      ['--softhsm'],
      { PATH: '' },
      /^Error: .*apt-get install softhsm2/,
    ],
  ])('ends with 1 and a sentence where %s', async (_name, words, env, sentence) => {
    const file = join(workspaceRoot(), 'scripts', 'demo', 'ipt.mjs');

    const failed: unknown = await promisify(execFile)(process.execPath, [file, ...words], {
      env: { ...process.env, ...env },
    }).catch((error: unknown) => error);

    expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(sentence) });
  });
});
