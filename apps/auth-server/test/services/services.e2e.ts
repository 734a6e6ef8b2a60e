import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { json } from '../flows.js';
import { startAuth, type RunningAuth } from '../running-auth.js';

interface Services {
  readonly services: readonly {
    readonly name: string;
    readonly docs: string;
    readonly pages: readonly { readonly id: string; readonly url: string; roles: string[] }[];
  }[];
}

describe('the list of services', () => {
  let auth: RunningAuth;
  beforeAll(async () => {
    auth = await startAuth({
      env: { SERVICES: 'auth-server, relay, speech=https://speech.example.org/' },
    });
  });
  afterAll(() => auth.close());

  const list = () => fetch(`${auth.url}/.well-known/sextant`);

  it('names those that run here with their pages, and whom a page is for', async () => {
    const issuer = auth.env['ISSUER'] ?? '';

    const { services } = await json<Services>(await list());

    expect(services).toEqual([
      {
        name: 'auth-server',
        docs: `${issuer}/docs/auth-server`,
        pages: [
          { id: 'account', url: `${issuer}/account`, roles: [] },
          { id: 'administration', url: `${issuer}/admin/console`, roles: ['admin'] },
        ],
      },
      {
        name: 'relay',
        docs: `${issuer}/docs/relay`,
        pages: [{ id: 'relay', url: `${issuer}/relay/console`, roles: ['admin'] }],
      },
      {
        name: 'speech',
        docs: 'https://speech.example.org/docs/speech',
        pages: [{ id: 'speech', url: 'https://speech.example.org/speech/studio', roles: [] }],
      },
    ]);
  });

  it('is for pages of every origin', async () => {
    const answer = await list();

    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('is empty where an operator has not said what runs', async () => {
    const alone = await startAuth();

    const { services } = await json<Services>(await fetch(`${alone.url}/.well-known/sextant`));

    expect(services).toEqual([]);
    await alone.close();
  });
});

it.each(['translate,billing', 'translate,translate', 'speech=ftp://x', 'speech=https://x/path'])(
  'SERVICES=%s is refused with what it may be',
  async (SERVICES) => {
    await expect(startAuth({ env: { SERVICES } })).rejects.toThrow('SERVICES');
  },
);
