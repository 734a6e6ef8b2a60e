import { LANGUAGETOOL } from './languagetool.js';
import {
  MODEL_USES,
  type ModelPair,
  type ModelUse,
  type PublishedModel,
} from './published-model.js';
import { TRANSLATION_MODELS } from './translation-models.js';
import { piperVoice } from './piper-voice.js';
import { RECOGNISER_MODELS, VOICE_MODELS } from './voice-models.js';

/** Models that are known by name. Any other of a hub is named by its use and repository. */
export const CATALOGUE: readonly PublishedModel[] = [
  ...TRANSLATION_MODELS,
  ...VOICE_MODELS,
  ...RECOGNISER_MODELS,
  LANGUAGETOOL,
];

/** Of the catalogue, for one pair of languages. @returns its name */
export const modelForPair = ({ source, target }: ModelPair): string | undefined =>
  TRANSLATION_MODELS.find(({ pairs = [] }) =>
    pairs.some((pair) => pair.source === source && pair.target === target),
  )?.name;

/** The whole of a repository but for what no engine reads. */
const EVERYTHING = ['./'];

/** A voice of Piper is asked for as `piper:en_US-joe-medium`, and lies in `piper-en_US-joe-medium`. */
export const folderName = (asked: string): string => asked.replace(/^piper:/, 'piper-');

/**
 * A model by its name in the catalogue, as `piper:voice` or as `voices:owner/repository`.
 *
 * @returns undefined when there is none of that name
 */
export function findModel(
  asked: string,
  catalogue: readonly PublishedModel[] = CATALOGUE,
): PublishedModel | undefined {
  const name = folderName(asked);
  const voice = /^piper-(.+)$/.exec(name)?.[1];
  return (
    catalogue.find((model) => model.name === name) ??
    (voice === undefined ? unlisted(asked) : piperVoice(voice))
  );
}

function unlisted(asked: string): PublishedModel | undefined {
  const [, use, owner, name] = /^(\w+):([\w.-]+)\/([\w.-]+)$/.exec(asked) ?? [];
  if (owner === undefined || name === undefined || /^\.+$/.test(name) || !isUse(use))
    return undefined;
  return {
    name,
    use,
    repository: `${owner}/${name}`,
    files: EVERYTHING,
    licence: 'see the model’s own page',
    languages: 'see the model’s own page',
  };
}

const isUse = (use: string | undefined): use is ModelUse =>
  use !== 'correctors' && MODEL_USES.some((each) => each === use);
