import { afterAll, describe, expect, it } from '@jest/globals';
import { tag } from '../../../test/ports.js';
import { unmarked } from '../../text/marked-text.js';
import { shielded } from '../../text/shield.js';
import { HarperThread } from './harper-thread.js';
import { HarperWriter } from './harper-writer.js';

const thread = new HarperThread();
const writer = new HarperWriter(thread);
afterAll(() => writer.close());

const correct = async (text: string, { code = 'en-US', by = writer, owner = 'a' } = {}) => {
  const [written] = await by.write({
    task: 'correct',
    language: tag(code),
    texts: [shielded(unmarked(text))],
    owner,
    signal: new AbortController().signal,
  });
  return written;
};
const corrected = async (text: string, code?: string) =>
  (await correct(text, code === undefined ? {} : { code }))?.text;

describe('the checker of English', () => {
  it.each([
    ['this is a example sentence to imprve', 'This is an example sentence to improve'],
    ['I recieve the the mail.', 'I receive the mail.'],
    ['😀 I recieve it.', '😀 I receive it.'],
    ['He go home.\n\nShe have a apple.', 'He goes home.\n\nShe has an apple.'],
    ['Recieve the mail.', 'Receive the mail.'],
    ['I saw teh house yesterdya.', 'I saw the house yesterday.'],
    ['Its raining. You could of told me.', "It's raining. You could have told me."],
    ['I seen it. Your welcome!', "I saw it. You're welcome!"],
    ['I dont like it alot.', "I don't like it a lot."],
  ])('corrects %j', async (text, expected) => {
    expect(await corrected(text)).toBe(expected);
  });

  it.each([
    'Everything is right here.',
    'We asked Szymanowska and Kubernetes.',
    'Kubernetes is here.',
    'We run nginx and redis.',
    'Put it into kubectl, npm or systemd.',
    'The value of xqzvt is here.',
    'It could of course be its own house, and your welcome guest.',
    '',
    ' \n\t\n ',
    'Open {naem} in /usr/lcoal/bin, `npm instal` and https://exmaple.org/teh.',
  ])('leaves %j as it is', async (text) => {
    expect(await corrected(text)).toBe(text);
  });

  it('keeps the spelling of the variant', async () => {
    expect(await corrected('The colour is gray.', 'en-GB')).toMatch(/^The colour/);
    expect(await corrected('The colour is nice.', 'en-US')).toBe('The color is nice.');
  });

  it('says of each correction where, why and what else would do', async () => {
    const text = 'Well.\nthis is a example sentence to imprve';

    const written = await correct(text);

    expect(written?.corrections.map(({ start, end }) => text.slice(start, end))).toEqual([
      'this',
      'a',
      'imprve',
    ]);
    expect(written?.corrections.at(-1)).toEqual({
      start: 36,
      end: 42,
      replacement: 'improve',
      alternatives: ['impede', 'impose'],
      rule: 'spelling',
      explanation: 'Did you mean to spell `imprve` this way?',
    });
  });

  it('refuses what the checker breaks at, and goes on', async () => {
    const check = (text: string) =>
      thread.check({ text, dialect: 'american' }, 'a', new AbortController().signal);

    await expect(check('a'.repeat(10_000))).rejects.toMatchObject({ code: 'engine_refused' });

    expect(await check('I recieve it.')).toHaveLength(1);
  });

  it('reads long lines and words in pieces', async () => {
    const text = `${'I have an apple. '.repeat(300)}I recieve it. ${'a'.repeat(10_000)}`;

    const written = await correct(text);

    expect(written?.text.slice(0, 5114)).toBe(`${'I have an apple. '.repeat(300)}I receive it. `);
    expect(written?.corrections[0]).toMatchObject({ start: 5102, end: 5109 });
  });

  it('refuses what takes too long, and goes on', async () => {
    const hurried = new HarperWriter(new HarperThread({ processorMs: 1 }));

    await expect(correct('I recieve it.', { by: hurried })).rejects.toMatchObject({
      code: 'engine_refused',
    });
    await hurried.close();
    await expect(correct('I recieve it.', { by: hurried })).rejects.toMatchObject({
      code: 'engine_unavailable',
    });
  });

  it('gives its memory back when it is idle, and starts again', async () => {
    const brief = new HarperWriter(new HarperThread({ idleMs: 10 }));

    await correct('I recieve it.', { by: brief });
    await new Promise((resolve) => setTimeout(resolve, 200));

    expect((await correct('I recieve it.', { by: brief }))?.text).toBe('I receive it.');
    await brief.close();
  });
});
