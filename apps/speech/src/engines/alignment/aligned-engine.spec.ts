import { describe, expect, it } from '@jest/globals';
import type { EngineAudio, SpeakRequest, SpeechEngine } from '../speech-engine.js';
import { composeUtterance } from '../../text/compose-utterance.js';
import { AlignedEngine } from './aligned-engine.js';
import type { Phrase, PhraseSpeaker } from './phrase-speaker.js';

interface Asked extends Partial<SpeakRequest> {
  readonly told?: Phrase[];
  readonly sentencePauseMs?: number;
}

/** What an engine is given to say in one go. */
async function phrasesOf(
  input: string,
  { told: phrases = [], sentencePauseMs = 0, ...asked }: Asked = {},
): Promise<Phrase[]> {
  const speaker: PhraseSpeaker = {
    name: 'told',
    knowsTimes: true,
    sentencePauseMs,
    state: () => 'ready',
    start: () => undefined,
    sampleRateOf: () => 16_000,
    say: (phrase) => {
      phrases.push(phrase);
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
