import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { direction, tag, textOfAnswer, translateTexts } from '../../../../test/ports.js';
import { ApertiumEngine } from '../apertium-engine.js';
import { Names } from './names.js';

// Other processes may keep the machine busy.

let engine: ApertiumEngine;

beforeAll(() => {
  engine = new ApertiumEngine({}, { info: () => undefined, warn: () => undefined });
});

afterAll(() => engine.close());

describe('full names', () => {
  it.each([
    ['en>es', 'John Brown lives in London.', ['John Brown']],
    ['en>es', 'I met Mary White and Peter Green.', ['Mary White', 'Peter Green']],
    ['en>es', 'My friend Grace King bought a house.', ['Grace King']],
    ['en>es', 'Yesterday Mark Baker came.', ['Mark Baker']],
    ['es>en', 'Conocí a Pedro Moreno y a Pilar Rojo.', ['Pedro Moreno', 'Pilar Rojo']],
  ])('stay as they are: %s %j', async (pair, text, names) => {
    const [source = '', target = ''] = pair.split('>');

    const [answer = ''] = await translateTexts(engine, direction(source, target), [text]);

    for (const name of names) expect(answer).toContain(name);
    expect(answer).not.toBe(text);
  });

  it.each([
    ['The White House is big.', 'White House'],
    ['Mark Your Words Today', 'Mark Your'],
    ['Open New Files, please do.', 'New Files'],
  ])('are not taken for such in %j', async (text, words) => {
    const [answer = ''] = await translateTexts(engine, direction('en', 'es'), [text]);

    expect(answer).not.toContain(words);
  });

  it('of a text with tags stay where the tags allow it', async () => {
    const text = 'I saw John Brown.';
    const [answer] = await engine.translate({
      ...direction('en', 'es'),
      segments: [{ text, spans: [{ id: 0, kind: 'tag', start: 6, end: 16 }] }],
      options: {},
    });

    if (answer?.kind !== 'translated') throw new Error('not translated');
    const [span] = answer.spans;
    expect(answer.spans).toHaveLength(1);
    expect(textOfAnswer(answer).slice(span?.start, span?.end)).toBe('John Brown');
  });

  it('are unknown to a dictionary that cannot be asked', async () => {
    const segments = [{ text: 'John Brown came.', spans: [] }];

    const same = await new Names().shielded(segments, {
      language: tag('en'),
      analyser: '/nonexistent/automorf.bin',
    });

    expect(same).toEqual(segments);
  });
});
