import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasPython } from '@sextant/platform-testing';
import { request } from 'node:http';
import { runPython } from '../documents/programs.js';
import { AUTH_KEY, startTranslate, type RunningTranslate } from '../running-translate.js';

interface Found {
  readonly sources: readonly (readonly [string, boolean | null])[];
  readonly targets: readonly (readonly [string, boolean | null])[];
  readonly pairs: readonly (readonly [string, string])[];
}

let running: RunningTranslate;

beforeAll(async () => {
  running = await startTranslate();
});
afterAll(() => running.close());

(hasPython() ? describe : describe.skip)('deepl-python, needs python3 with venv', () => {
  it('makes each call of its quick start', async () => {
    const found = JSON.parse(await runPython('deepl_sdk.py', running.url, AUTH_KEY)) as Found;

    // A variant is a target and no source.
    expect(found.sources).toContainEqual(['EN', null]);
    expect(found.sources.map(([code]) => code)).not.toContain('EN-US');
    expect(found.targets).toContainEqual(['EN-US', false]);
    expect(found.targets.map(([code]) => code)).not.toContain('EN');
    expect(found.pairs).toContainEqual(['en', 'es']);
    expect(found).toMatchObject({
      one: ['La casa es grande.', 'EN', 17],
      many: ['La casa', 'El jardín'],
      tagged: 'La casa <b>roja</b>.',
      glossary: { text: 'El can come.', entries: { dog: 'can' }, listed: true },
      multilingual: { entries: 'dog\tcan', listed: true },
      usage: [true, false],
      refused: ['DeepLException', expect.stringContaining('target_lang')],
      unauthorized: 'AuthorizationException',
    });
  });
});

describe('parameters that a GET carries as a form', () => {
  /** `fetch` sends no body with GET. */
  const get = async (path: string, form: string, type = 'application/x-www-form-urlencoded') =>
    new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const headers = {
        authorization: `DeepL-Auth-Key ${AUTH_KEY}`,
        'content-type': type,
        'content-length': String(form.length),
      };
      const sent = request(`${running.url}${path}`, { method: 'GET', headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown }),
        );
      });
      sent.on('error', reject).end(form);
    });

  it('are read, and give way to those of the address', async () => {
    const targets = await get('/v2/languages', 'type=target');
    expect(targets.body).toContainEqual(expect.objectContaining({ language: 'EN-US' }));

    const sources = await get('/v2/languages?type=source', 'type=target');
    expect(sources.body).toContainEqual({ language: 'EN', name: 'English' });
  });

  it('are checked as those of the address are', async () => {
    const { status, body } = await get('/v2/languages', 'type=both');

    expect(status).toBe(400);
    expect(body).toMatchObject({ message: expect.stringContaining('type') as unknown });
  });

  it('are no parameters in another encoding', async () => {
    const { body } = await get('/v2/languages', '{"type":"target"}', 'application/json');

    expect(body).toContainEqual({ language: 'EN', name: 'English' });
  });
});
