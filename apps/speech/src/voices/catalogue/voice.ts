export type Gender = 'male' | 'female' | 'not_specified';

/** What a voice may be used for. */
export interface VoiceLicence {
  /** As its makers name it, such as `CC0-1.0`. */
  readonly name: string;
  /** The voice that its training began with, and that one's licence. */
  readonly base?: string | undefined;
  /** By the licence and the base together; `unknown` where neither says it. */
  readonly commercialUse: 'allowed' | 'forbidden' | 'unknown';
}

/** A voice that can be spoken with: of the shared catalogue, or one workspace's clone. */
export interface Voice {
  readonly id: string;
  readonly type: 'shared' | 'personal';
  readonly displayName: string;
  readonly gender: Gender;
  /** BCP 47, such as `en-US`. */
  readonly locale: string;
  /** Name of the engine that speaks it. */
  readonly engine: string;
  /** The engine's own name of the voice. */
  readonly engineVoice: string;
  /** Factor of the engine voice's own pace and pitch. */
  readonly rate: number;
  readonly pitch: number;
  readonly tags: readonly string[];
  /** Absent for clones, and for voices of remote servers. */
  readonly licence?: VoiceLicence;
  /** Of voices that may be a default one: the highest is. */
  readonly rank?: number;
  readonly createdAt?: Date;
  /** Only of clones: how near it is to the speaker. */
  readonly quality?: 'parametric' | 'neural';
}

export const isEnglish = ({ locale }: Pick<Voice, 'locale'>): boolean => /^en(-|$)/i.test(locale);

/** Finds the voices that a workspace may speak with. */
export abstract class VoiceDirectory {
  /** Nothing for an unknown voice and for one of another workspace alike. */
  abstract find(workspace: string, id: string): Promise<Voice | undefined>;
  /** Those that every workspace has. */
  abstract readonly shared: readonly Voice[];
}
