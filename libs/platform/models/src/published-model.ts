import type { ModelFile } from './digest.js';

/** What a model is for, which is the folder that it lies in. */
export const MODEL_USES = [
  'translation',
  'voices',
  'recognisers',
  'speakers',
  'correctors',
] as const;
export type ModelUse = (typeof MODEL_USES)[number];

/** A pair of languages (BCP 47) that a model translates. */
export interface ModelPair {
  readonly source: string;
  readonly target: string;
}

/** A voice of a model that has many. */
export interface ModelSpeaker {
  readonly index: number;
  readonly name: string;
  readonly gender: 'female' | 'male';
  readonly locale: string;
}

/**
 * A file, or a folder with all below it where its name ends with a slash. A list has groups of files instead: the first
 * group that is there as a whole is taken.
 */
export type WantedFiles = string | readonly (readonly string[])[];

/** A model as somebody publishes it on a hub. */
export interface PublishedModel {
  /** The name of its folder, and what it is asked for by. */
  readonly name: string;
  readonly use: ModelUse;
  /** On the hub: `owner/name`. */
  readonly repository: string;
  /** Branch, tag or commit; `main` if absent. */
  readonly revision?: string;
  /** Files of the repository. Each must be there. */
  readonly files: readonly WantedFiles[];
  /** Known beforehand, of a repository of Maven: nothing is asked of a hub then. */
  readonly pinned?: readonly ModelFile[];
  /** As its authors name it, by SPDX where that has it. */
  readonly licence: string;
  /** It may not be used in a business. */
  readonly isNonCommercial?: boolean;
  /** In words. */
  readonly languages: string;
  /** Of translation models for few languages. */
  readonly pairs?: readonly ModelPair[];
  /** Of voices: the language, and who speaks if there is more than one. */
  readonly locale?: string;
  readonly speakers?: readonly ModelSpeaker[];
}
