import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, it } from 'node:test';

import { verifyToken } from './ipt-proof.mjs';

/** Without a chain and a bundle. */
const verify = (words, env = {}) =>
  spawnSync(process.execPath, [new URL('ipt-verify.mjs', import.meta.url).pathname, ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });

/** A chain whose contracts revert whatever is asked. */
async function startRevertingChain() {
  const answerTo = ({ id, method }) =>
    method === 'eth_chainId'
      ? { jsonrpc: '2.0', id, result: '0xaa36a7' }
      : { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted', data: '0x' } };
  const server = createServer(async (request, response) => {
    const asked = await json(request);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answerTo) : answerTo(asked)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('the key of ipt:verify', () => {
  const KEY = 'a'.repeat(43);

  it('is taken from --key, else from IPT_AGREEMENT_KEY', () => {
    const unreadable = /is not there|cannot be read|no such file/i;
    for (const [words, env, says] of [
      [['none.car', '--key', 'short'], {}, /is 32 bytes in base64url/],
      [['none.car'], { IPT_AGREEMENT_KEY: 'short' }, /is 32 bytes in base64url/],
      [['none.car', '--key', KEY], { IPT_AGREEMENT_KEY: 'short' }, unreadable],
      [['none.car'], { IPT_AGREEMENT_KEY: KEY }, unreadable],
    ]) {
      const { status, stdout } = verify(words, env);
      assert.notEqual(status, 0);
      assert.match(stdout, says);
      assert.doesNotMatch(stdout, /a{43}/);
    }
  });
});

describe('demo:ipt and ipt:verify', () => {
  it('say of a token that was never minted that there is none', async () => {
    const chain = await startRevertingChain();
    const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
    const lines = [];
    const credentials = {
      rpc_url: `http://127.0.0.1:${chain.address().port}`,
      chain_id: 11155111,
      contracts: { ipnft: address, tokenizer: address },
    };

    const isProven = await verifyToken(credentials, '999', (line) => lines.push(line));
    chain.close();

    assert.equal(isProven, false);
    assert.deepEqual(lines, [
      'Proof of IP-NFT 999 on chain 11155111',
      'no  is on the chain: no such token',
      'NOT PROVEN: see the lines that begin with "no".',
    ]);
  });
});
