import { describe, expect, it } from '@jest/globals';
import { faultOfRedirect, isOwnOrigin, isRegistered } from './redirect-addresses.js';

describe('a redirect address', () => {
  it.each([
    'https://app.example/callback',
    'https://localhost:8443/callback',
    'http://127.0.0.1/',
    'http://[::1]:7/cb',
    'http://localhost:3118/callback',
    'cursor://anysphere.cursor-retrieval/oauth/user-x/callback',
    'vscode://vscode.github-authentication/did-authenticate',
    'com.example.app:/oauth2redirect/example-provider',
  ])('is taken, whatever the client calls itself: %s', (uri) => {
    expect([faultOfRedirect(uri, false), faultOfRedirect(uri, true)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'intent://x#Intent;end',
    'mailto:a@b.example',
    'cursor://host/cb#fragment',
    'https://app.example/#',
    'callback',
    '',
    7,
    null,
  ])('is refused: %s', (uri) => {
    expect(faultOfRedirect(uri, false)).toEqual(expect.any(String));
  });

  it('of a program is never plain http elsewhere', () => {
    expect(faultOfRedirect('http://app.example/cb', true)).toContain('loopback');
    expect(faultOfRedirect('http://localhost.evil.example/cb', true)).toContain('loopback');
  });

  it.each([
    ['http://localhost:3118/callback', 'http://localhost:51234/callback'],
    ['http://127.0.0.1/', 'http://127.0.0.1:33418/'],
    ['http://127.0.0.1:33418/', 'http://127.0.0.1'],
    ['http://[::1]:7/cb?a=1', 'http://[::1]:8/cb?a=1'],
    ['https://app.example/cb', 'https://app.example/cb'],
  ])('is the registered %s: %s', (registered, uri) => {
    expect(isRegistered(uri, [registered])).toBe(true);
  });

  it.each([
    ['http://localhost:3118/callback', 'http://127.0.0.1:3118/callback'],
    ['http://localhost:3118/callback', 'http://localhost:3118/callback/'],
    ['http://localhost:3118/callback', 'http://localhost:3118/CALLBACK'],
    ['http://localhost:3118/callback', 'http://localhost:3118/callback?x=1'],
    ['http://localhost:3118/callback', 'http://localhost:99999/callback'],
    ['http://localhost:3118/callback', 'http://localhost:1@evil.example/callback'],
    ['http://localhost:3118/callback', 'http://localhost.:3118/callback'],
    ['http://localhost:3118/callback', 'https://localhost:3118/callback'],
    ['https://localhost:1/cb', 'https://localhost:2/cb'],
    ['http://app.example:1/cb', 'http://app.example:2/cb'],
    ['cursor://a/cb', 'cursor://b/cb'],
  ])('is not the registered %s: %s', (registered, uri) => {
    expect(isRegistered(uri, [registered])).toBe(false);
  });

  it('says which pages may call', () => {
    const own = ['http://localhost:6274/oauth/callback', 'cursor://x/cb', 'https://app.example/cb'];

    const origins = ['http://localhost:6274', 'http://localhost:6280', 'https://app.example'];
    expect(origins.map((origin) => isOwnOrigin(origin, own))).toEqual([true, true, true]);
    const strangers = [
      'http://127.0.0.1:6274',
      'https://app.example:8443',
      'null',
      'https://evil.example',
    ];
    expect(strangers.map((origin) => isOwnOrigin(origin, own))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
