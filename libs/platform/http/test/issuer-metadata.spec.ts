import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IssuerMetadata } from '../src/pages/issuer-metadata.js';

let server: Server;
let issuer: string;
let asked: string[];
let answer: { status: number; body: () => string };

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answer = {
    status: 200,
    body: () => JSON.stringify({ issuer, token_endpoint: `${issuer}/token`, scopes: ['openid'] }),
  };
});

afterEach(() => void server.close());

/** What is known once the issuer was asked. */
async function known(metadata: IssuerMetadata) {
  metadata.current();
  while (asked.length === 0) await setTimeout(5);
  // The answer is on its way: what is to be absent has this long to come.
  for (let turns = 0; turns < 20 && metadata.current() === undefined; turns += 1) {
    await setTimeout(5);
  }
  return metadata.current();
}

describe('what an issuer says of itself', () => {
  it('is asked at the first need, which does not wait for it', async () => {
    const metadata = new IssuerMetadata(issuer);

    expect(metadata.current()).toBeUndefined();
    expect(await known(metadata)).toEqual({ issuer, token_endpoint: `${issuer}/token` });
  });

  it('is asked once, by however many', async () => {
    const metadata = new IssuerMetadata(`${issuer}/`);
    answer.body = () => JSON.stringify({ issuer: `${issuer}/` });
    const first = await known(metadata);

    expect(metadata.current()).toBe(first);
    expect(asked).toEqual(['/.well-known/openid-configuration']);
  });

  it.each([
    ["another issuer's", 200, () => JSON.stringify({ issuer: 'https://evil.example' })],
    ['no JSON', 200, () => '<html>'],
    ['a refusal', 503, () => JSON.stringify({ issuer })],
  ])('is not taken from %s', async (_what, status, body) => {
    answer = { status, body };

    expect(await known(new IssuerMetadata(issuer))).toBeUndefined();
  });
});
