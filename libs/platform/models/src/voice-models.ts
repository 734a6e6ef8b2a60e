import type { ModelSpeaker, PublishedModel } from './published-model.js';

const LOCALES: Readonly<Record<string, string>> = { a: 'en-US', b: 'en-GB', z: 'zh-CN' };

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

const piper = (voice: string, licence: string, languages: string): PublishedModel => ({
  name: `piper-${voice}`,
  use: 'voices',
  repository: `csukuangfj/vits-piper-${voice}`,
  files: [`${voice}.onnx`, 'tokens.txt', 'espeak-ng-data/'],
  licence,
  languages,
  locale: voice.slice(0, 5).replace('_', '-'),
});

/** Voices as sherpa-onnx reads them. */
export const VOICE_MODELS: readonly PublishedModel[] = [
  {
    name: 'kokoro',
    use: 'voices',
    repository: 'csukuangfj/kokoro-multi-lang-v1_0',
    files: [
      'model.onnx',
      'voices.bin',
      'tokens.txt',
      'lexicon-us-en.txt',
      'lexicon-zh.txt',
      'espeak-ng-data/',
    ],
    licence: 'Apache-2.0',
    languages: 'English, Chinese; 36 voices',
    locale: 'en-US',
    // The engine reads English and Chinese only.
    speakers: kokoroSpeakers(KOKORO_V1, (name) => /^[abz]/.test(name)),
  },
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
  piper('en_US-libritts_r-medium', 'CC-BY-4.0', 'English; many voices'),
  piper('de_DE-thorsten-medium', 'CC0-1.0', 'German'),
  piper('fr_FR-siwis-medium', 'CC-BY-4.0', 'French'),
];

const whisper = (size: string, languages: string): PublishedModel => ({
  name: `whisper-${size}`,
  use: 'recognisers',
  repository: `csukuangfj/sherpa-onnx-whisper-${size}`,
  files: [`${size}-encoder.int8.onnx`, `${size}-decoder.int8.onnx`, `${size}-tokens.txt`],
  licence: 'MIT',
  languages,
});

/** What hears, for consents and transcriptions. */
export const RECOGNISER_MODELS: readonly PublishedModel[] = [
  whisper('tiny.en', 'English'),
  whisper('base.en', 'English'),
  whisper('small.en', 'English'),
  whisper('base', '99 languages'),
  whisper('small', '99 languages'),
];
