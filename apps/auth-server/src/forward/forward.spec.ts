import { describe, expect, it } from '@jest/globals';
import type { Clock } from '@sextant/platform-runtime/clock';
import type { Request } from 'express';
import type { GroupAdmin } from '../groups/group-admin.js';
import type { ArtifactStore } from '../sessions/artifact-store.js';
import type { OwnSessions } from '../accounts/pages/own-session.js';
import { ForwardAccess } from './forward-access.js';
import { forwardHosts } from './forward-hosts.js';
import { identityHeaders } from './forward-headers.js';
import { within } from './forward-places.js';
import { forwardedOf } from './forwarded.request.js';

const SENT = {
  accept: 'text/html,*/*;q=0.8',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'Wiki.Example.org',
  'x-forwarded-uri': '/page?a=b&c=d',
  'x-forwarded-method': 'GET',
};

const request = (headers: object, isTrusted = true): Request =>
  ({
    headers: { ...SENT, ...headers },
    socket: { remoteAddress: '10.0.0.1' },
    app: { get: () => () => isTrusted },
  }) as unknown as Request;

describe('what a proxy forwards', () => {
  it('is read from its headers', () => {
    expect(forwardedOf(request({}))).toEqual({
      ...{ scheme: 'https', host: 'wiki.example.org', uri: '/page?a=b&c=d', isPage: true },
    });
  });

  it('may have commas in its address', () => {
    const uri = '/map?at=40.4,-3.7';

    expect(forwardedOf(request({ 'x-forwarded-uri': uri }))?.uri).toBe(uri);
  });

  it.each<[string, object]>([
    ['a script that calls', { accept: 'application/json' }],
    ['a form that is sent', { 'x-forwarded-method': 'POST' }],
  ])('is no page for %s', (_who, headers) => {
    expect(forwardedOf(request(headers))?.isPage).toBe(false);
  });

  it.each<[string, object]>([
    ['no host', { 'x-forwarded-host': undefined }],
    ['two addresses', { 'x-forwarded-uri': '/page, /other' }],
    ['two hosts', { 'x-forwarded-host': 'wiki.example.org, evil.example.org' }],
    ['another scheme', { 'x-forwarded-proto': 'javascript' }],
    ['no path', { 'x-forwarded-uri': 'https://evil.example.org/' }],
    ['a path without end', { 'x-forwarded-uri': `/${'x'.repeat(8000)}` }],
  ])('is nothing with %s', (_what, headers) => {
    expect(forwardedOf(request(headers))).toBeUndefined();
  });

  it('is nothing from anybody else', () => {
    expect(forwardedOf(request({}, false))).toBeUndefined();
  });
});

describe('FORWARD_HOSTS', () => {
  it('is a list of hosts, some with roles', () => {
    const hosts = forwardHosts.parse(
      'wiki.example.org, App.example.org:8443=admin,app.example.org:8443=staff',
    );

    expect([...(hosts ?? [])]).toEqual([
      ['wiki.example.org', []],
      ['app.example.org:8443', ['admin', 'staff']],
    ]);
  });

  it('may hold addresses, and the usual port of the other scheme', () => {
    const hosts = forwardHosts.parse('[2001:db8::1]:8443,192.0.2.1,wiki.example.org:80');

    expect([...(hosts ?? new Map()).keys()]).toEqual([
      ...['[2001:db8::1]:8443', '192.0.2.1', 'wiki.example.org:80'],
    ]);
  });

  it.each([
    '',
    'https://wiki.example.org',
    '*.example.org',
    'wiki=two words',
    'a=b=c',
    'a=b,a',
    'a,a',
    // Browsers ask for none of these: they write them shorter.
    'wiki.example.org:443',
    '[0:0::1]',
    '127.1',
    'wiki.example.org:99999',
  ])('is not "%s"', (value) => {
    expect(forwardHosts.parse(value)).toBeUndefined();
  });
});

describe('a host', () => {
  const placesOf = (issuer: string) => {
    const access = new ForwardAccess(
      { forwardHosts: new Map([['wiki.example.org', []]]) },
      ...([{}, {}, {}, {}] as unknown as [ArtifactStore, OwnSessions, GroupAdmin, Clock]),
      { issuer, brand: 'Sextant' },
    );
    return ['https:', 'http:', 'ftp:'].filter((scheme) =>
      access.isPlace(scheme, 'wiki.example.org'),
    );
  };

  it('has TLS where the issuer has it: anybody on the way reads a code in a plain address', () => {
    expect(placesOf('https://id.example.org')).toEqual(['https:']);
  });

  it('may do without where the issuer does', () => {
    expect(placesOf('http://localhost:8080')).toEqual(['https:', 'http:']);
  });
});

describe('where somebody goes back to', () => {
  it.each([
    ['/page?a=b#c', 'https://wiki.example.org/page?a=b#c'],
    ['//evil.example.org/', 'https://wiki.example.org/'],
    ['/\\evil.example.org', 'https://wiki.example.org/'],
    ['https://evil.example.org/', 'https://wiki.example.org/'],
    ['javascript:alert(1)', 'https://wiki.example.org/'],
    ['', 'https://wiki.example.org/'],
  ])('stays at the host: %s', (path, expected) => {
    expect(within('https://wiki.example.org', path)).toBe(expected);
  });
});

describe('the headers of a person', () => {
  it('are all there, in UTF-8, with lists that commas divide', () => {
    const headers = identityHeaders({
      ...{ username: 'ana', name: 'Ana María Ñ', email: '' },
      ...{ groups: ['Staff', 'one, two', 'Class 1'], roles: ['teacher'] },
    });

    expect(headers).toMatchObject({
      ...{ 'Remote-User': 'ana', 'Remote-Email': '' },
      ...{ 'Remote-Groups': 'Staff,Class 1', 'Remote-Roles': 'teacher' },
    });
    expect(Buffer.from(headers['Remote-Name'] ?? '', 'latin1').toString('utf8')).toContain('Ñ');
  });

  it('end no header before its time', () => {
    const name = 'Ana\r\nRemote-Roles: admin';
    const headers = identityHeaders({ username: 'ana', name, email: '', groups: [], roles: [] });

    expect(headers['Remote-Name']).toBe('Ana  Remote-Roles: admin');
  });
});
