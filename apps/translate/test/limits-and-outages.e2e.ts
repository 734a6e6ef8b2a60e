import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apertiumOf, startTranslate, textsOf, type RunningTranslate } from './running-translate.js';

let running: RunningTranslate;

afterEach(() => running.close());

const house = { text: ['The house is big.'], source_lang: 'EN', target_lang: 'ES' };

describe('rate limit', () => {
  it('answers 429 with what is left and when to come again', async () => {
    running = await startTranslate({ REQUESTS_PER_MINUTE: '2' });

    const answers = [await running.get('/v2/languages'), await running.get('/v2/languages')];
    const refused = await running.translate(house);

    expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['1', '0']);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({ message: 'Too many requests. Try again later.' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await running.get('/health/live')).status).toBe(200);
  });
});

describe('an installation without pairs', () => {
  it('starts, says in readiness what to install, and answers 503', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'modes-'));
    running = await startTranslate({ APERTIUM_MODES_DIR: empty });

    const ready = await running.get('/health/ready');
    const answer = await running.translate(house);

    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      checks: {
        apertium: { status: 'down', message: expect.stringContaining('apertium-eng-spa') },
        database: { status: 'up' },
      },
    });
    expect(answer.status).toBe(503);
    expect((await running.get('/health/live')).status).toBe(200);
  });
});

describe('an outage of the database', () => {
  it('is over as soon as the database is back, and known keys go on meanwhile', async () => {
    running = await startTranslate();
    await running.translate(house);

    await running.database.disconnectAll();
    const known = await running.translate(house);
    const stranger = () =>
      fetch(`${running.url}/v2/languages`, {
        headers: { authorization: 'DeepL-Auth-Key sxt_TestAdm000000000000000000000000rr4Gu' },
      });
    await stranger();
    const back = await stranger();

    expect(await textsOf(known)).toEqual(['La casa es grande.']);
    expect(back.status).toBe(200);
  });
});

describe('an engine that hangs', () => {
  it('is replaced, and the request is answered', async () => {
    running = await startTranslate();
    await running.translate(house);
    const engine = apertiumOf(running);
    const direction = engine
      .directions()
      .find(({ source, target }) => source === 'en' && target === 'es');
    const pids = direction === undefined ? [] : engine.pids(direction);
    const [first] = pids;
    if (first === undefined) throw new Error('the engine does not run');

    process.kill(first, 'SIGSTOP');
    const answer = await running.translate({ ...house, text: ['The dog eats.'] });

    expect(await textsOf(answer)).toEqual(['El perro come.']);
    expect(engine.pids(direction as never)).not.toContain(first);
  });
});
