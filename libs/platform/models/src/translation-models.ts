import type { PublishedModel, WantedFiles } from './published-model.js';

/** Precisions by their names on the hub. Eight bits are a quarter of the size, and faster on a processor. */
const PRECISIONS = ['_quantized', '_int8', '_uint8', '', '_fp16'];

const SEQUENCE_TO_SEQUENCE: readonly WantedFiles[] = [
  'config.json',
  'generation_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  PRECISIONS.map((precision) => [
    `onnx/encoder_model${precision}.onnx`,
    `onnx/decoder_model_merged${precision}.onnx`,
  ]),
];

/** Fetched by `npm start` where there is Internet. */
export const DEFAULT_MODELS: readonly string[] =
  'en-es es-en en-fr fr-en es-fr fr-es en-de de-en'.split(' ');

/** Pairs that Helsinki-NLP trained (OPUS-MT) and that are published in ONNX form. */
const OPUS_PAIRS = [
  ...[
    'ar',
    'de',
    'es',
    'fr',
    'hi',
    'it',
    'nl',
    'ru',
    'sv',
    'uk',
    'zh',
    'fi',
    'da',
    'cs',
    'hu',
  ].flatMap((other) => [`en-${other}`, `${other}-en`]),
  ...['pl-en', 'ja-en', 'ko-en', 'tr-en', 'et-en', 'en-ro', 'en-id', 'id-en', 'en-vi', 'vi-en'],
  ...[
    'de-es',
    'de-fr',
    'es-de',
    'es-fr',
    'es-it',
    'fr-de',
    'fr-es',
    'it-es',
    'it-fr',
    'fr-ru',
    'ru-fr',
  ],
];

const names = new Intl.DisplayNames('en', { type: 'language' });

const nameOf = (code: string): string => names.of(code) ?? code;

const opus = (pair: string): PublishedModel => {
  const [source = '', target = ''] = pair.split('-');
  return {
    name: pair,
    use: 'translation',
    repository: `Xenova/opus-mt-${pair}`,
    files: SEQUENCE_TO_SEQUENCE,
    licence: 'CC-BY-4.0',
    languages: `${nameOf(source)} to ${nameOf(target)}`,
    pairs: [{ source, target }],
  };
};

/** Models that translate. */
export const TRANSLATION_MODELS: readonly PublishedModel[] = [
  ...OPUS_PAIRS.map(opus),
  {
    name: 'm2m100',
    use: 'translation',
    repository: 'Xenova/m2m100_418M',
    files: SEQUENCE_TO_SEQUENCE,
    licence: 'MIT',
    languages: '100 languages, each to each',
  },
  {
    name: 'nllb',
    use: 'translation',
    repository: 'Xenova/nllb-200-distilled-600M',
    files: SEQUENCE_TO_SEQUENCE,
    licence: 'CC-BY-NC-4.0',
    isNonCommercial: true,
    languages: '200 languages, each to each',
  },
];
