import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { chipsOf, type Chips } from './chips.js';

/** Keeps the secret key of each workspace's marks. */
export abstract class WatermarkKeys {
  /** 32 bytes; made when it is first needed. */
  abstract of(workspace: string): Promise<Uint8Array>;
  /** Nothing where no cloned voice has spoken: whoever asks for provenance leaves no key behind. */
  abstract find(workspace: string): Promise<Uint8Array | undefined>;
  /** Those of other workspaces, the newest first. */
  abstract others(workspace: string, limit: number): Promise<readonly Uint8Array[]>;
}

/** Voices that are spoken with at the moment. */
const REMEMBERED = 1000;

/** Tells the mark of what a cloned voice says. */
export abstract class VoiceMarks {
  abstract chipsOf(workspace: string, voiceId: string): Promise<Chips>;
}

/** The marks of cloned voices. */
@Injectable()
export class Watermarks implements VoiceMarks {
  readonly #chips = new LRUCache<string, Chips>({ max: REMEMBERED });

  constructor(private readonly keys: WatermarkKeys) {}

  async chipsOf(workspace: string, voiceId: string): Promise<Chips> {
    const known = this.#chips.get(voiceId);
    if (known !== undefined) return known;
    const chips = chipsOf(await this.keys.of(workspace), voiceId);
    this.#chips.set(voiceId, chips);
    return chips;
  }
}
