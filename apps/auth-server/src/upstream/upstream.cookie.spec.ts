import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { AesSealer } from '../keys/aes-sealer.js';
import { hasJourney, keepJourney, takeJourney, type CookieBox } from './upstream.cookie.js';

const sealer = new AesSealer({ keyEncryptionKey: Buffer.alloc(32, 1), keyLifetimeDays: 90 });
const box = (nowMs: number): CookieBox => ({ sealer, isSecure: true, nowMs });

function answered(): { readonly response: Response; readonly cookies: string[] } {
  const cookies: string[] = [];
  const appendHeader = (_name: string, value: string) => cookies.push(value);
  return { response: { appendHeader } as unknown as Response, cookies };
}

describe('what a browser holds while somebody is at a provider', () => {
  it('counts for ten minutes', () => {
    const { response, cookies } = answered();
    const checks = { state: 'state', nonce: '_id', verifier: '' };
    keepJourney(box(0), response, { upstream: 'school', checks, returnTo: '/x', atMs: 0 });
    const [cookie = ''] = (cookies[0] ?? '').split(';');
    const request = { headers: { cookie } } as Request;

    expect(cookies[0]).toContain('HttpOnly; SameSite=Lax; Secure');
    expect(takeJourney(box(599_999), { request, response })).toMatchObject({ checks });
    expect(hasJourney(box(600_000), request)).toBe(false);
    expect(takeJourney(box(600_000), { request, response })).toBeUndefined();
  });
});
