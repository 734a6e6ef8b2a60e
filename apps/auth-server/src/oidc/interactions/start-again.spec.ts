import { describe, expect, it } from '@jest/globals';
import type { Client } from 'oidc-provider';
import { requestAgain } from './start-again.js';

const PARAMS = { client_id: 'web', state: 'a b', scope: 'openid', resource: ['a', 'b'] };
const client = (more: object = {}): Client => ({ clientId: 'web', ...more }) as unknown as Client;

describe('a request that is made again', () => {
  it('has all parameters, in the language of its page', () => {
    const again = new URLSearchParams(
      requestAgain({ ...PARAMS, nonce: undefined, ui_locales: 'xx de' }, client(), 'de'),
    );

    expect([...again]).toEqual([
      ['client_id', 'web'],
      ['state', 'a b'],
      ['scope', 'openid'],
      ['resource', 'a'],
      ['resource', 'b'],
      ['ui_locales', 'de'],
    ]);
  });

  it.each<[string, object, Client | undefined]>([
    ['the client is not known', {}, undefined],
    ['the client pushes', {}, client({ requirePushedAuthorizationRequests: true })],
    ['the client signs', {}, client({ requireSignedRequestObject: true })],
    ['the client is held to FAPI', {}, client({ fapi_profile: '2.0' })],
    ['it is too long for an address', { state: 'x'.repeat(3000) }, client()],
  ])('is none where %s', (_why, more, of) => {
    expect(requestAgain({ ...PARAMS, ...more }, of, 'en')).toBeUndefined();
  });
});
