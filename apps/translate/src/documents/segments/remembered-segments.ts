import { Injectable } from '@nestjs/common';
import { createHash, createHmac } from 'node:crypto';
import { nextTurn } from '../../scheduling/next-turn.js';
import { ContentStore } from '../contents/document-contents.js';
import type { DocumentUnit } from '../formats/document-format.js';
import { SegmentSettings } from './segment.settings.js';
import { seal, unseal } from '../contents/sealed-contents.js';

/** Where translations of one kind are remembered, and the key of their holder. */
export interface SegmentPlace {
  /** Found by its key alone. */
  readonly id: string;
  /** 64 hexadecimal digits. */
  readonly key: string;
}

/** What one owner may have remembered. */
export interface SegmentLimits {
  readonly bytes: number;
  readonly places: number;
}

/** Account of what is remembered where. Time is that of the store. */
export abstract class SegmentPlaces {
  abstract isThere(id: string, owner: string): Promise<boolean>;
  /**
   * Writes a place, one writer after the other.
   *
   * @param write returns how many bytes are there then
   */
  abstract change(id: string, owner: string, write: () => Promise<number>): Promise<void>;
  /** Removes an owner's oldest ones. */
  abstract removeAbove(
    owner: string,
    limits: SegmentLimits,
    remove: (id: string) => Promise<void>,
  ): Promise<void>;
  abstract removeExpired(remove: (id: string) => Promise<void>): Promise<void>;
}

/** Of one place: texts of documents that were translated last are kept. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_PLACES = 1000;
/** Of a text's digest, in characters; 128 bits. */
const DIGEST = 22;
/** Texts between two turns of others. */
const AT_ONCE = 500;

/**
 * The place of translations that were asked for in the same way.
 *
 * @param basis everything that a translation depends on, beside its text
 */
export const segmentPlace = (key: string, owner: string, basis: unknown): SegmentPlace => ({
  key,
  id: createHmac('sha256', Buffer.from(key, 'hex'))
    .update(JSON.stringify([owner, basis]))
    .digest('hex'),
});

/** Translations of texts of documents, sealed under their holders' keys. */
@Injectable()
export class RememberedSegments {
  constructor(
    private readonly places: SegmentPlaces,
    private readonly contents: ContentStore,
    private readonly settings: SegmentSettings,
  ) {}

  /** @returns translations by the place of their unit */
  async known(
    { id, key }: SegmentPlace,
    owner: string,
    units: readonly DocumentUnit[],
  ): Promise<ReadonlyMap<number, string>> {
    const known = new Map<number, string>();
    const lines = (await this.places.isThere(id, owner)) ? await this.#lines(id, key) : undefined;
    if (lines === undefined || lines.size === 0) return known;
    for (const [at, unit] of units.entries()) {
      if (at % AT_ONCE === 0) await nextTurn();
      const line = lines.get(digestOf(unit));
      if (line !== undefined) known.set(at, JSON.parse(line.slice(DIGEST)) as string);
    }
    return known;
  }

  /** @param translations one for each unit */
  async remember(
    { id, key }: SegmentPlace,
    owner: string,
    {
      units,
      translations,
    }: {
      readonly units: readonly DocumentUnit[];
      readonly translations: readonly string[];
    },
  ): Promise<void> {
    await this.places.change(id, owner, async () => {
      const lines = new Map<string, string>();
      for (const [at, unit] of units.entries()) {
        if (at % AT_ONCE === 0) await nextTurn();
        const digest = digestOf(unit);
        lines.set(digest, digest + JSON.stringify(translations[at] ?? unit.text));
      }
      for (const [digest, line] of (await this.#lines(id, key)) ?? []) {
        if (!lines.has(digest)) lines.set(digest, line);
      }
      const sealed = seal(await withinLimit(lines.values()), key, placeOf(id));
      await this.contents.put(placeOf(id), sealed);
      return sealed.length;
    });
    const limits = { bytes: this.settings.mostBytes, places: MOST_PLACES };
    await this.places.removeAbove(owner, limits, (other) => this.contents.delete(placeOf(other)));
  }

  /** Removes what was not used for long. */
  async sweep(): Promise<void> {
    await this.places.removeExpired((id) => this.contents.delete(placeOf(id)));
  }

  async #lines(id: string, key: string): Promise<ReadonlyMap<string, string> | undefined> {
    const sealed = await this.contents.get(placeOf(id));
    if (sealed === undefined) return undefined;
    const bytes = Buffer.from(unseal(sealed, key, placeOf(id)));
    const lines = new Map<string, string>();
    for (let start = 0; start < bytes.length;) {
      const end = bytes.indexOf(10, start);
      const line = bytes.toString('utf8', start, end);
      lines.set(line.slice(0, DIGEST), line);
      start = end + 1;
      if (lines.size % AT_ONCE === 0) await nextTurn();
    }
    return lines;
  }
}

/** Without what comes last. */
async function withinLimit(lines: Iterable<string>): Promise<Buffer> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for (const line of lines) {
    const next = Buffer.from(`${line}\n`);
    bytes += next.length;
    if (bytes > MOST_BYTES) break;
    if (kept.push(next) % AT_ONCE === 0) await nextTurn();
  }
  return Buffer.concat(kept);
}

const digestOf = ({ kind, text }: DocumentUnit): string =>
  createHash('sha256').update(`${kind}\0${text}`).digest('base64url').slice(0, DIGEST);

const placeOf = (id: string): string => `segments/${id}/translations`;
