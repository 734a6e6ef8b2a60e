import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { protectedResource } from './index.js';

const BASE = 'https://api.example.org';
const METADATA = `${BASE}/.well-known/oauth-protected-resource/v2`;
const SERVICE = {
  name: 'things',
  paths: ['/v2', '/v3'],
  scopes: ['things:read'],
  documentation: '/docs/things',
};

describe('protectedResource', () => {
  let server: Server;
  beforeAll(async () => {
    const app = express();
    const config = { authIssuer: 'https://login.example.org', authResourceBase: `${BASE}/` };
    app.use(protectedResource(config, SERVICE));
    app.use((request, response) => {
      const { status = '200', challenge } = request.query as Record<string, string>;
      if (challenge !== undefined) response.set('WWW-Authenticate', challenge);
      response.status(Number(status)).json({});
    });
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
  });

  const get = (path: string) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  const challengeOf = async (path: string) => (await get(path)).headers.get('www-authenticate');

  it('tells where tokens for each of its paths come from', async () => {
    const answer = await get('/.well-known/oauth-protected-resource/v2');

    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toEqual({
      resource: `${BASE}/v2`,
      authorization_servers: ['https://login.example.org'],
      scopes_supported: ['things:read'],
      bearer_methods_supported: ['header'],
      resource_name: 'Sextant things',
      resource_documentation: `${BASE}/docs/things`,
    });
  });

  it.each([
    ['/v2/x?status=401', `Bearer resource_metadata="${METADATA}"`],
    ['/v2?status=401&challenge=Bearer', `Bearer resource_metadata="${METADATA}"`],
    [
      `/v2/x?status=403&challenge=${encodeURIComponent('Bearer error="insufficient_scope"')}`,
      `Bearer error="insufficient_scope", resource_metadata="${METADATA}"`,
    ],
    ['/v2/x?status=401&challenge=Basic', 'Basic'],
    ['/v2/x', null],
    ['/v2x?status=401', null],
    ['/other?status=401', null],
  ])('challenges at %s with %s', async (path, challenge) => {
    expect(await challengeOf(path)).toBe(challenge);
  });
});
