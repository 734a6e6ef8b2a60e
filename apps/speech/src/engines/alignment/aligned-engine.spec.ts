import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EngineAudio, SpeakRequest, SpeechEngine } from '../speech-engine.js';
import { composeUtterance } from '../../text/compose-utterance.js';
import { AlignedEngine } from './aligned-engine.js';
import type { Phrase, PhraseSpeaker } from './phrase-speaker.js';

interface Asked
  extends Partial<SpeakRequest>, Pick<PhraseSpeaker, 'firstCharacters' | 'mostCharacters'> {
  readonly told?: Phrase[];
  readonly sentencePauseMs?: number;
  readonly say?: PhraseSpeaker['say'];
}

/** What an engine is given to say in one go. */
async function phrasesOf(
  input: string,
  {
    told: phrases = [],
    sentencePauseMs = 0,
    mostCharacters,
    firstCharacters,
    say,
    ...asked
  }: Asked = {},
): Promise<Phrase[]> {
  const speaker: PhraseSpeaker = {
    name: 'told',
    knowsTimes: true,
    sentencePauseMs,
    ...(mostCharacters === undefined ? {} : { mostCharacters }),
    ...(firstCharacters === undefined ? {} : { firstCharacters }),
    state: () => 'ready',
    start: () => undefined,
    sampleRateOf: () => 16_000,
    say: (phrase) => {
      phrases.push(phrase);
      if (say !== undefined) return say(phrase);
      return Promise.resolve({ pcm: new Int16Array(0), wordStartsMs: phrase.words.map(() => 0) });
    },
    close: () => Promise.resolve(),
  };
  await new AlignedEngine(speaker, {} as SpeechEngine).speak({
    ...{ utterance: composeUtterance(input, { language: 'en-US', normalize: true }) },
    ...{ voice: 'v', rate: 1, pitch: 1, workspace: 'acme', take: () => undefined },
    signal: new AbortController().signal,
    ...asked,
  });
  return phrases;
}

/** Lengths of the silence between phrases, in milliseconds. */
async function silencesOf(input: string, sentencePauseMs: number): Promise<readonly number[]> {
  const silences: number[] = [];
  const take = ({ pcm }: EngineAudio): void => {
    if (pcm.length > 0) silences.push(pcm.length / 16);
  };
  await phrasesOf(input, { sentencePauseMs, take });
  return silences;
}

/** What an engine computes for a phrase: another pitch is made of more samples, or of fewer. */
const charactersComputed = ({ words, rate, pitch }: Phrase): number =>
  (words.join(' ').length * pitch) / rate;

const SENTENCE = 'word after another word and more '.repeat(6).trim();

describe('AlignedEngine', () => {
  it('gives an engine a sentence in one go', async () => {
    expect(await phrasesOf(SENTENCE)).toHaveLength(1);
  });

  it.each([
    [
      'slow',
      `<speak><prosody rate="50%"><prosody rate="50%">${SENTENCE}</prosody></prosody></speak>`,
    ],
    ['high', `<speak><prosody pitch="200%">${SENTENCE}</prosody></speak>`],
  ])('gives it no more of a %s one than it says in twenty seconds', async (_how, input) => {
    const phrases = await phrasesOf(input, { rate: 0.25, pitch: 2 });

    expect(phrases.flatMap(({ words }) => words).join(' ')).toBe(SENTENCE);
    for (const phrase of phrases) expect(charactersComputed(phrase)).toBeLessThan(600);
  });

  it('gives it words of another language by themselves, with that language', async () => {
    const phrases = await phrasesOf(
      '<speak>He said <lang xml:lang="fr-FR">bonjour à tous</lang> and left.</speak>',
    );

    expect(phrases.map(({ words, language }) => `${language}: ${words.join(' ')}`)).toEqual([
      'en-US: He said',
      'fr-FR: bonjour à tous',
      'en-US: and left.',
    ]);
  });

  it.each([
    ['two sentences', 'One two. Three four.', [250]],
    [
      'a pause of the text, which is exact',
      '<speak>One two. <break time="400ms"/>Three.</speak>',
      [400],
    ],
    ['one sentence', 'One two three.', []],
  ])('has silence between %s', async (_, input, silences) => {
    expect(await silencesOf(input, 250)).toEqual(silences);
  });

  it('asks for the next phrase before it hands on what was said, and for no more', async () => {
    const events: string[] = [];
    const say: PhraseSpeaker['say'] = ({ words }) => {
      events.push(`say ${words.join(' ')}`);
      return Promise.resolve({ pcm: new Int16Array(16), wordStartsMs: words.map(() => 0) });
    };

    await phrasesOf('One. Two. Three.', { say, take: () => events.push('take') });

    expect(events).toEqual(['say One.', 'say Two.', 'take', 'say Three.', 'take', 'take']);
  });

  it.each([
    [
      'cut at words where nobody pauses before',
      'Most of the people in the room had read the long report. The rest of them had not heard of it at all yet.',
      [
        'Most of the people in the room',
        'had read the long report.',
        'The rest of them had not heard of it at all yet.',
      ],
    ],
    [
      'one clause, where two are longer',
      'My grandmother, whom you have never met, is here.',
      ['My grandmother,', 'whom you have never met, is here.'],
    ],
    [
      'the second where the first has no words',
      '<speak><break time="1s"/>If it rains, and it will for days, we stay.</speak>',
      ['If it rains, and it will for days,', 'we stay.'],
    ],
  ])('begins with a short phrase, so that it is heard soon: %s', async (_what, input, expected) => {
    const phrases = await phrasesOf(input, { mostCharacters: 60, firstCharacters: 36 });

    expect(phrases.map(({ words }) => words.join(' ')).filter((text) => text !== '')).toEqual(
      expected,
    );
  });

  it.each([
    [
      'clauses, as many as are short enough together',
      'If it rains, and it will, we stay at home; you may go, though nobody asks you to.',
      ['If it rains, and it will, we stay at home; you may go,', 'though nobody asks you to.'],
    ],
    [
      'words, in pieces of about the same length, where nobody pauses',
      'The quick brown fox that nobody has ever seen around here jumps over the lazy dog again',
      [
        'The quick brown fox that nobody has ever seen',
        'around here jumps over the lazy dog again',
      ],
    ],
  ])('cuts sentences that are too long for an engine at %s', async (_what, input, pieces) => {
    const phrases = await phrasesOf(input, { mostCharacters: 60 });

    expect(phrases.map(({ words }) => words.join(' '))).toEqual(pieces);
  });

  it('gives an engine that does not stop no more than it is to have, whatever is said', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'word', 'another', 'comma,', '“quoted”,', 'end.'), {
          minLength: 1,
          maxLength: 60,
        }),
        async (words) => {
          const phrases = await phrasesOf(words.join(' '), { mostCharacters: 60 });

          expect(phrases.flatMap((phrase) => phrase.words)).toEqual(words);
          for (const phrase of phrases) expect(phrase.words.join(' ').length).toBeLessThan(60);
        },
      ),
    );
  });

  it('leaves out the silence around pieces of a sentence, and words stay where they are heard', async () => {
    /** 100 ms of silence, 100 of sound, 300 of silence. */
    const pcm = new Int16Array(8000).fill(9000, 1600, 3200);
    const say: PhraseSpeaker['say'] = ({ words }) =>
      Promise.resolve({ pcm, wordStartsMs: words.map(() => 100) });
    const parts: EngineAudio[] = [];
    const take = (audio: EngineAudio): number => parts.push(audio);

    await phrasesOf('One two three, four five six.', { mostCharacters: 16, say, take });

    const [first, second] = parts;
    // 150 ms stay before a cut at a comma, 30 behind it.
    expect(parts.map((part) => part.pcm.length / 16)).toEqual([350, 430]);
    expect(first?.starts[0]).toEqual({ word: 0, startMs: 100 });
    expect(second?.starts[0]).toEqual({ word: 3, startMs: 380 });
  });

  it('begins no further phrase while its listener is far behind', async () => {
    const behind = Promise.withResolvers<undefined>();
    const told: Phrase[] = [];
    const speaking = phrasesOf(`${SENTENCE}. ${SENTENCE}.`, { told, room: () => behind.promise });
    await new Promise(setImmediate);
    expect(told).toHaveLength(1);

    behind.resolve(undefined);
    await speaking;
    expect(told).toHaveLength(2);
  });
});
