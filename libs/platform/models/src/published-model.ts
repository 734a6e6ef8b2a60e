import type { ModelFile } from './digest.js';
import type { CommercialUse } from './model-card.js';

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
  readonly gender?: 'female' | 'male';
  /** That of the model if absent. */
  readonly locale?: string;
}

/**
 * A file, or a folder with all below it where its name ends with a slash; one that ends with a question mark may be
 * missing. A list has groups of files instead: the first
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
  /** Of a repository that has many models: where this one's files lie. Nothing else of it is looked at. */
  readonly folder?: string;
  /** How it is published, where that is not how the engine reads it; the command brings it into that shape. */
  readonly layout?: 'piper';
  /** Files of the repository. */
  readonly files: readonly WantedFiles[];
  /** What it needs of other repositories, such as a vocoder. */
  readonly beside?: readonly {
    readonly repository: string;
    readonly files: readonly WantedFiles[];
  }[];
  /** Known beforehand, of a repository of Maven: nothing is asked of a hub then. */
  readonly pinned?: readonly ModelFile[];
  /** As its authors name it, by SPDX where that has it. */
  readonly licence: string;
  /** It may not be used in a business. */
  readonly isNonCommercial?: boolean;
  /** The model that its training began with, and the licence of that one; nothing where it began with none. */
  readonly base?: string | undefined;
  /** By its licence and its base together; a default is allowed by both. */
  readonly commercialUse?: CommercialUse;
  /** In words. */
  readonly languages: string;
  /** Of translation models for few languages. */
  readonly pairs?: readonly ModelPair[];
  /** Of voices: the language, and who speaks if there is more than one. */
  readonly locale?: string;
  readonly speakers?: readonly ModelSpeaker[];
}
