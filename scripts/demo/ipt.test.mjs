import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, it } from 'node:test';

import { verifyToken } from './ipt-proof.mjs';

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
