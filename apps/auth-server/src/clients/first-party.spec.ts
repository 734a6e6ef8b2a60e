import { describe, expect, it } from '@jest/globals';
import { isTrustedAddress } from './first-party.js';

describe('the addresses at which a first-party client is trusted', () => {
  it.each([
    ['https on a host of its own', 'https://app.example.org/translate'],
    ['the issuer itself', 'https://id.example.org/admin/console'],
  ])('%s', (_name, address) => {
    expect(isTrustedAddress(address, 'https://id.example.org')).toBe(true);
  });

  it('a loopback address where the issuer itself is there', () => {
    expect(isTrustedAddress('http://localhost:8080/translate', 'http://localhost:8080')).toBe(true);
  });

  it.each([
    ['another port of the machine', 'http://localhost:9090/translate'],
    ['another name of the machine', 'http://127.0.0.1:8080/translate'],
    ['loopback with TLS', 'https://localhost:8443/translate'],
    ['a name below localhost', 'https://app.localhost/translate'],
    ['localhost with the dot of the root', 'https://localhost.:8443/translate'],
    ['loopback of IPv6', 'https://[::1]:8443/translate'],
    ['loopback of IPv4 within IPv6', 'https://[::ffff:127.0.0.1]:8443/translate'],
    ['every address of the machine', 'https://0.0.0.0:8443/translate'],
    ['every address of IPv6 of the machine', 'https://[::]:8443/translate'],
    ['plain http elsewhere', 'http://app.example.org/translate'],
    ['a private scheme', 'org.example.app:/callback'],
    ['nonsense', 'translate'],
  ])('no: %s', (_name, address) => {
    expect(isTrustedAddress(address, 'http://localhost:8080')).toBe(false);
  });
});
