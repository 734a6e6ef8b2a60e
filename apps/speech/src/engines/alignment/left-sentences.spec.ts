import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { programFile } from '../../programs/program-file.js';
import { ProgramPool } from '../../programs/program-pool.js';
import { composeUtterance } from '../../text/compose-utterance.js';
import type { SpeechEngine } from '../speech-engine.js';
import { AlignedEngine } from './aligned-engine.js';
import { lengthOf, type PhraseSpeaker } from './phrase-speaker.js';

/** A model that writes down what it is given, needs a while for it, and hears of nothing meanwhile. */
const MODEL = `
const { appendFileSync } = require('node:fs');
const { parentPort } = require('node:worker_threads');
const nap = new Int32Array(new SharedArrayBuffer(4));
parentPort.on('message', ({ job }) => {
  appendFileSync(job.log, job.text + '\\n');
  Atomics.wait(nap, 0, 0, 30);
  parentPort.postMessage({ type: 'done' });
});
parentPort.postMessage({ type: 'ready' });
`;
const LONG = 'a sentence that goes on and on and never seems to come to its end '.repeat(14).trim();

let folder: string;
let log: string;
let pool: ProgramPool<{ log: string; text: string }, never>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-left-'));
  log = join(folder, 'log');
  writeFileSync(log, '');
  writeFileSync(join(folder, 'model.js'), MODEL);
  const program = relative(dirname(programFile('host')), join(folder, 'model'));
  const options = { program, size: 1, maxWaiting: 200, stallMs: 60_000, log: () => undefined };
  pool = new ProgramPool(options);
});
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

const speaker: PhraseSpeaker = {
  name: 'model',
  knowsTimes: true,
  mostCharacters: 60,
  state: () => 'ready',
  start: () => undefined,
  sampleRateOf: () => 16_000,
  say: async ({ words, signal, workspace, isBegun }) => {
    const job = { log, text: words.join(' ') };
    await pool.run({
      job,
      onPart: () => undefined,
      signal,
      cost: lengthOf(words),
      workspace,
      isBegun,
    });
    return { pcm: new Int16Array(0), wordStartsMs: [] };
  },
  close: () => Promise.resolve(),
};

const said = (): readonly string[] => readFileSync(log, 'utf8').trim().split('\n');

const speak = (input: string, workspace: string, signal = new AbortController().signal) =>
  new AlignedEngine(speaker, {} as SpeechEngine).speak({
    ...{ utterance: composeUtterance(input, { language: 'en-US', normalize: true }) },
    ...{ voice: 'v', rate: 1, pitch: 1, workspace, signal, take: () => undefined },
  });

/** Has a long sentence begun, and leaves. */
async function leave(): Promise<void> {
  const caller = new AbortController();
  const before = said().length;
  const speaking = speak(LONG, 'attacker', caller.signal).catch(() => undefined);
  while (said().length === before) await new Promise((resolve) => setTimeout(resolve, 5));
  caller.abort(new Error('gone'));
  await speaking;
}

describe('somebody who has long sentences begun and leaves, again and again', () => {
  it('holds others up by the piece that is in hand', async () => {
    const over = new AbortController();
    const attack = (async () => {
      while (!over.signal.aborted) await leave();
    })();
    while (said().length < 5) await new Promise((resolve) => setTimeout(resolve, 5));

    for (const word of ['one', 'two', 'three']) {
      const before = said().length;
      await speak(`${word}.`, 'other');
      const calls = said();
      const ahead = calls.slice(before, calls.lastIndexOf(`${word}.`));
      // One that was in hand may not have been written down yet.
      expect(ahead.length).toBeLessThanOrEqual(2);
    }

    over.abort();
    await attack;
    expect(Math.max(...said().map((text) => text.length))).toBeLessThanOrEqual(60);
  });
});
