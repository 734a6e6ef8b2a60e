import { describe, expect, it } from '@jest/globals';
import { plainHealthBody, Readiness } from './index.js';

describe('Readiness', () => {
  it('drains once and for all', () => {
    const readiness = new Readiness();
    expect(readiness.isDraining).toBe(false);

    readiness.drain();

    expect(readiness.isDraining).toBe(true);
  });
});

describe('plainHealthBody', () => {
  it('shows status, checks and time', () => {
    const timestamp = '2026-01-01T00:00:00.000Z';

    const body = plainHealthBody({ kind: 'ready', status: 'up', checks: {}, timestamp });

    expect(body).toEqual({ status: 'up', checks: {}, timestamp });
  });
});
