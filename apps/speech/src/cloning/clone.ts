import type { Container } from '../recordings/container.js';
import type { Gender, Voice } from '../voices/catalogue/voice.js';

/** A cloned voice as it is stored. */
export interface Clone {
  readonly id: string;
  readonly workspace: string;
  readonly displayName: string;
  readonly gender: Gender;
  readonly locale: string;
  readonly engine: string;
  readonly engineVoice: string;
  readonly rate: number;
  readonly pitch: number;
  readonly quality: 'parametric' | 'neural';
  /** File of espeak-ng's voice variant; of parametric clones. */
  readonly variant?: string | undefined;
  /** What a neural model imitates. */
  readonly reference?: CloneReference | undefined;
  readonly sampleKey: string;
  readonly createdAt: Date;
}

export interface CloneReference {
  readonly key: string;
  readonly container: Container;
  /** What is said in it. */
  readonly text: string;
}

export const voiceOfClone = (clone: Clone): Voice => ({
  id: clone.id,
  type: 'personal',
  displayName: clone.displayName,
  gender: clone.gender,
  locale: clone.locale,
  engine: clone.engine,
  engineVoice: clone.engineVoice,
  rate: clone.rate,
  pitch: clone.pitch,
  tags: ['cloned', clone.quality],
  createdAt: clone.createdAt,
  quality: clone.quality,
});
