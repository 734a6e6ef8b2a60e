import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RecordingSamples } from '../recordings/usable-recording.js';
import { Blobs } from '@sextant/platform-data/blobs';
import { voiceOfClone, type Clone } from './clone.js';
import { variantName } from './clone-recipe.js';
import { CloneStore } from './clone-store.js';
import type { Voice } from '../voices/catalogue/voice.js';

/** What a neural model imitates. */
export interface ReferenceAudio {
  /** -1 to 1. */
  readonly samples: Float32Array;
  readonly sampleRate: number;
  readonly text: string;
}

const REFERENCE_RATE = 24000;
const MAX_REFERENCE_SECONDS = 60;
/** Clones that are spoken with at the moment. */
const REMEMBERED = 1000;
const REFERENCES = 32;

/** What engines need to speak with a clone: found when the voice is, so that a deleted one is not spoken with. */
@Injectable()
export class CloneMaterials {
  readonly #clones = new LRUCache<string, Clone>({ max: REMEMBERED });
  readonly #references = new LRUCache<string, Promise<ReferenceAudio>>({ max: REFERENCES });

  constructor(
    private readonly store: CloneStore,
    private readonly blobs: Blobs,
    private readonly recordings: RecordingSamples,
  ) {}

  async find(workspace: string, id: string): Promise<Voice | undefined> {
    const clone = await this.store.find(workspace, id);
    if (clone === undefined) return undefined;
    this.#clones.set(clone.id, clone);
    this.#clones.set(variantName(clone.id), clone);
    return voiceOfClone(clone);
  }

  /** File of espeak-ng's voice variant. */
  variantOf(name: string): string | undefined {
    return this.#clones.get(name)?.variant;
  }

  /** Of a clone that is gone. */
  forget(id: string): void {
    this.#clones.delete(id);
    this.#clones.delete(variantName(id));
    this.#references.delete(id);
  }

  /** @throws {Error} when its recording is gone */
  referenceOf(id: string): Promise<ReferenceAudio> {
    const known = this.#references.get(id);
    if (known !== undefined) return known;
    const loaded = this.load(id);
    loaded.catch(() => this.#references.delete(id));
    this.#references.set(id, loaded);
    return loaded;
  }

  private async load(id: string): Promise<ReferenceAudio> {
    const reference = this.#clones.get(id)?.reference;
    const bytes = reference && (await this.blobs.get(reference.key));
    if (reference === undefined || bytes === undefined) {
      throw new Error(`The recording of the voice ${id} is gone.`);
    }
    const { container, text } = reference;
    const upload = { bytes, container, maxSeconds: MAX_REFERENCE_SECONDS };
    const pcm = await this.recordings.samplesOf(upload, REFERENCE_RATE);
    const samples = Float32Array.from(pcm, (value) => value / 32768);
    return { samples, sampleRate: REFERENCE_RATE, text };
  }
}
