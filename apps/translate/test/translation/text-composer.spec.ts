import { afterAll, describe, expect, it } from '@jest/globals';
import { TextComposer } from '../../src/translation/composing/text-composer.js';

const composer = new TextComposer();
afterAll(async () => await composer.onApplicationShutdown());

describe('texts with patterns of the caller', () => {
  it('keep no other texts waiting, however slow they are and however many', async () => {
    const order: string[] = [];
    const slow = Array.from({ length: 3 }, async (_none, at) => {
      const patterns = ['a[^b]*b|a'];
      const texts = Array.from({ length: 8 }, () => 'a'.repeat(2000));
      const turn = { owner: `slow ${String(at)}`, signal: undefined };
      await composer
        .take({ texts, options: { placeholders: { patterns } }, ...turn })
        // A busy machine finds them too slow.
        .catch((error: unknown) => expect(error).toMatchObject({ status: 400 }));
      order.push('slow');
    });
    const quick = composer.take({
      texts: ['The house is big. '.repeat(100)],
      options: {},
      owner: 'quick',
      signal: undefined,
    });

    await quick.then(() => order.push('quick'));
    await Promise.all(slow);

    expect(order[0]).toBe('quick');
  });

  it('are read in a thread, however short', async () => {
    // Each of its matches reads the whole text.
    const patterns = Array.from({ length: 9 }, (_none, at) => `a[^b]*b|a|${String(at)}`);
    const others = new Promise<'others'>((resolve) => setImmediate(() => resolve('others')));
    const taking = composer.take({
      texts: ['a'.repeat(1500)],
      options: { placeholders: { formats: undefined, patterns } },
      owner: 'one',
      signal: undefined,
    });

    const first = await Promise.race([taking.then(() => 'texts'), others]);

    expect(first).toBe('others');
    await taking.then(
      ({ parts }) => expect(parts[0]?.shields[0]?.spans).not.toHaveLength(0),
      (error: unknown) => expect(error).toMatchObject({ status: 400 }),
    );
  });
});
