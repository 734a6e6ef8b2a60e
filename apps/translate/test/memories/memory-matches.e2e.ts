import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anotherOrganization } from '../organizations.js';
import { errorOf, startTranslate, type RunningTranslate } from '../running-translate.js';

let running: RunningTranslate;
let memory: string;
beforeAll(async () => {
  running = await startTranslate({ APERTIUM_ENABLED: 'false' });
  const made = await running.request('POST', '/v3/translation_memories?name=ways', {
    body: '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Turn right after 5 houses.</seg></tuv><tuv xml:lang="es"><seg>Gire a la derecha tras 5 casas.</seg></tuv></tu></body></tmx>',
    headers: { 'content-type': 'application/xml' },
  });
  ({ translation_memory_id: memory } = (await made.json()) as { translation_memory_id: string });
});
afterAll(() => running.close());

const look = (body: object, key?: string) =>
  running.request('POST', `/v3/translation_memories/${memory}/matches`, {
    body: { target_language: 'es', ...body },
    ...(key === undefined ? {} : { key }),
  });

describe('texts that are looked up in a memory', () => {
  it('have its best match, repaired or as a suggestion, without a translation or a charge', async () => {
    const usage = async () => await (await running.get('/v2/usage')).text();
    const before = await usage();

    const answer = await look({
      text: ['Turn right after 7 houses.', 'Nothing like it', 'Turn left after 5 houses.'],
    });

    expect(await answer.json()).toEqual({
      matches: [
        {
          index: 0,
          segment_id: expect.any(String),
          source: 'Turn right after 5 houses.',
          target: 'Gire a la derecha tras 7 casas.',
          score: expect.any(Number),
          is_suggestion: false,
        },
        expect.objectContaining({
          index: 2,
          target: 'Gire a la derecha tras 5 casas.',
          is_suggestion: true,
        }),
      ],
    });
    expect(await usage()).toBe(before);
  });

  it.each([
    ['no text', { text: [] }, undefined],
    ['an unknown language', { text: ['a'], target_language: '?' }, /'target_language'/],
    ['a threshold of nothing', { text: ['a'], threshold: 0 }, /'threshold'/],
  ])('are refused with %s, or found without', async (_what, body, message) => {
    const { status, message: told } = await errorOf(await look(body));

    expect([status, message === undefined || message.test(told ?? '')]).toEqual([
      message === undefined ? 200 : 400,
      true,
    ]);
  });

  it('are those of the organization alone', async () => {
    expect((await look({ text: ['a'] }, await anotherOrganization(running))).status).toBe(404);
  });
});
