import type { CommercialUse } from './model-card.js';
import { piperVoice } from './piper-voice.js';
import type { ModelSpeaker, PublishedModel } from './published-model.js';

const LOCALES: Readonly<Record<string, string>> = {
  ...{ a: 'en-US', b: 'en-GB', e: 'es-ES', f: 'fr-FR' },
  ...{ h: 'hi-IN', i: 'it-IT', p: 'pt-BR', z: 'zh-CN' },
};

/** Kokoro's names tell it: `bf_emma` is British and a woman. */
const kokoroSpeakers = (names: string, isOffered: (name: string) => boolean): ModelSpeaker[] =>
  names
    .split(' ')
    .map((name, index) => ({ name, index }))
    .filter(({ name }) => isOffered(name))
    .map(({ name, index }) => ({
      index,
      name: (name[3] ?? '').toUpperCase() + name.slice(4),
      gender: name[1] === 'f' ? 'female' : 'male',
      locale: LOCALES[name[0] ?? ''] ?? 'en-US',
    }));

const KOKORO_V1 =
  'af_alloy af_aoede af_bella af_heart af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky am_adam am_echo ' +
  'am_eric am_fenrir am_liam am_michael am_onyx am_puck am_santa bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable ' +
  'bm_george bm_lewis ef_dora em_alex ff_siwis hf_alpha hf_beta hm_omega hm_psi if_sara im_nicola jf_alpha ' +
  'jf_gongitsune jf_nezumi jf_tebukuro jm_kumo pf_dora pm_alex pm_santa zf_xiaobei zf_xiaoni zf_xiaoxiao zf_xiaoyi ' +
  'zm_yunjian zm_yunxi zm_yunxia zm_yunyang';

const KOKORO_EN =
  'af_default af_bella af_nicole af_sarah af_sky am_adam am_michael bf_emma bf_isabella bm_george bm_lewis';

const KITTEN = ['2-m', '2-f', '3-m', '3-f', '4-m', '4-f', '5-m', '5-f'];

/** Kokoro in one size of its weights; all read the same. */
const kokoro = (name: string, repository: string, model: string): PublishedModel => ({
  ...{ name, use: 'voices', repository },
  files: [
    model,
    'voices.bin',
    'tokens.txt',
    ...['lexicon-us-en.txt', 'lexicon-zh.txt'],
    'espeak-ng-data/',
  ],
  licence: 'Apache-2.0',
  languages: 'English, Spanish, French, Hindi, Italian, Portuguese of Brazil, Chinese; 48 voices',
  locale: 'en-US',
  // Nothing here reads Japanese for it: espeak-ng knows no kanji.
  speakers: kokoroSpeakers(KOKORO_V1, (speaker) => !speaker.startsWith('j')),
});

/** What the catalogue knows of a voice of Piper beforehand; its card is read all the same before it is fetched. */
interface KnownVoice {
  readonly licence: string;
  readonly base?: string;
  readonly use?: CommercialUse;
  readonly speakers?: readonly ModelSpeaker[];
}

const piper = (
  voice: string,
  { licence, base, use = 'allowed', speakers }: KnownVoice,
): PublishedModel => {
  const model = piperVoice(voice);
  if (model === undefined) throw new Error(`${voice} is no name of a voice`);
  return {
    ...model,
    licence,
    commercialUse: use,
    ...(base === undefined ? {} : { base }),
    ...(speakers === undefined ? {} : { speakers }),
  };
};

const one = (name: string, gender: 'female' | 'male', index = 0): ModelSpeaker[] => [
  { index, name, gender },
];

const FROM_LESSAC = { base: 'lessac (Blizzard 2013, research only)', use: 'forbidden' } as const;

/**
 * Fetched by `npm start` where there is Internet, for a locale or language each: voices whose recordings and base allow use in
 * a business. Most of Piper's voices are trained from one that does not.
 */
export const DEFAULT_VOICES: ReadonlyMap<string, readonly string[]> = new Map([
  ['en-US', ['piper-en_US-ljspeech-medium', 'piper-en_US-norman-medium']],
  ['en-GB', ['piper-en_GB-cori-medium']],
  ['es', ['piper-es_ES-carlfm-x_low']],
  ['de', ['piper-de_DE-mls-medium']],
  ['fr', ['piper-fr_FR-mls-medium']],
]);

/** Voices as sherpa-onnx reads them. */
export const VOICE_MODELS: readonly PublishedModel[] = [
  kokoro('kokoro', 'csukuangfj/kokoro-multi-lang-v1_0', 'model.onnx'),
  kokoro('kokoro-int8', 'csukuangfj/kokoro-int8-multi-lang-v1_0', 'model.int8.onnx'),
  {
    name: 'kokoro-en',
    use: 'voices',
    repository: 'csukuangfj/kokoro-en-v0_19',
    files: ['model.onnx', 'voices.bin', 'tokens.txt', 'espeak-ng-data/'],
    licence: 'Apache-2.0',
    languages: 'English; 11 voices',
    locale: 'en-US',
    speakers: kokoroSpeakers(KOKORO_EN, () => true),
  },
  {
    name: 'kitten-nano',
    use: 'voices',
    repository: 'csukuangfj/kitten-nano-en-v0_2-fp16',
    files: ['model.fp16.onnx', 'voices.bin', 'tokens.txt', 'espeak-ng-data/'],
    licence: 'Apache-2.0',
    languages: 'English; 8 voices',
    locale: 'en-US',
    speakers: KITTEN.map((name, index) => ({
      ...{ index, name: `Kitten ${name}` },
      gender: name.endsWith('f') ? 'female' : 'male',
    })),
  },
  {
    name: 'matcha-en_US-ljspeech',
    use: 'voices',
    repository: 'csukuangfj/matcha-icefall-en_US-ljspeech',
    files: ['model-steps-3.onnx', 'tokens.txt', 'espeak-ng-data/'],
    beside: [{ repository: 'csukuangfj/sherpa-onnx-hifigan', files: ['hifigan_v2.onnx'] }],
    // Its recordings are in the public domain; who trained it says nothing of the weights.
    licence: 'not stated',
    languages: 'English (United States)',
    locale: 'en-US',
    speakers: one('LJ', 'female'),
  },
  piper('en_US-ljspeech-medium', { licence: 'public domain', speakers: one('Linda', 'female') }),
  piper('en_US-ljspeech-high', { licence: 'public domain', speakers: one('Linda', 'female') }),
  piper('en_US-norman-medium', { licence: 'public domain', speakers: one('Norman', 'male') }),
  piper('en_US-kristin-medium', { licence: 'public domain', speakers: one('Kristin', 'female') }),
  piper('en_US-john-medium', {
    ...{ licence: 'public domain', base: 'kristin (public domain)' },
    speakers: one('John', 'male'),
  }),
  piper('en_US-libritts-high', { licence: 'CC-BY-4.0' }),
  piper('en_US-joe-medium', { licence: 'CC0-1.0', ...FROM_LESSAC, speakers: one('Joe', 'male') }),
  piper('en_GB-cori-medium', { licence: 'public domain', speakers: one('Cori', 'female') }),
  piper('en_GB-cori-high', { licence: 'public domain', speakers: one('Cori', 'female') }),
  piper('es_ES-carlfm-x_low', { licence: 'public domain', speakers: one('Carl', 'male') }),
  piper('es_ES-davefx-medium', {
    ...{ licence: 'CC0-1.0', ...FROM_LESSAC },
    speakers: one('Dave', 'male'),
  }),
  // Of 236 readers this is the one that the recordings list as 2037, a woman.
  piper('de_DE-mls-medium', { licence: 'CC-BY-4.0', speakers: one('MLS 2037', 'female', 2) }),
  piper('de_DE-thorsten-medium', {
    ...{ licence: 'CC0-1.0', ...FROM_LESSAC },
    speakers: one('Thorsten', 'male'),
  }),
  piper('fr_FR-mls-medium', { licence: 'CC-BY-4.0', speakers: [{ index: 0, name: 'MLS' }] }),
  piper('fr_FR-siwis-medium', {
    ...{ licence: 'CC-BY-4.0', ...FROM_LESSAC },
    speakers: one('Siwis', 'female'),
  }),
  piper('nl_BE-rdh-medium', { licence: 'CC0-1.0', speakers: one('Rdh', 'male') }),
];

const whisper = (size: string, languages: string): PublishedModel => ({
  name: `whisper-${size}`,
  use: 'recognisers',
  repository: `csukuangfj/sherpa-onnx-whisper-${size}`,
  files: [`${size}-encoder.int8.onnx`, `${size}-decoder.int8.onnx`, `${size}-tokens.txt`],
  // Voice activity detection, MIT too: it keeps noise from Whisper, which hears words in it.
  beside: [{ repository: 'csukuangfj/vad', files: ['silero_vad.onnx'] }],
  licence: 'MIT',
  languages,
});

/** Fetched by `npm start` where there is Internet. */
export const DEFAULT_RECOGNISER = 'whisper-base';

/** For consents and transcriptions. */
export const RECOGNISER_MODELS: readonly PublishedModel[] = [
  whisper('tiny.en', 'English'),
  whisper('base.en', 'English'),
  whisper('small.en', 'English'),
  whisper('base', '99 languages'),
  whisper('small', '99 languages'),
];
