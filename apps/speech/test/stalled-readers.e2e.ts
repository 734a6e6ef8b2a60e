import { once } from 'node:events';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KEY, startSpeech, type RunningSpeech } from './running-speech.js';

/** A quarter of an hour: 40 MB of samples. */
const LONG = JSON.stringify({
  input: 'A long story that does not end soon, whoever else has something to say. '.repeat(250),
  voice_id: 'en-us-male',
  output_format: 'wav_48000',
});
const MOST_BYTES = 10 * 1024 * 1024;

let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
});
afterAll(() => speech.close());

const isBusy = async (): Promise<boolean> => {
  const metrics = await (await fetch(`${speech.url}/metrics`)).text();
  return !/speech_processes_busy\{program="espeak"[^}]*\} 0/.test(metrics);
};

/** Of the files without names that this process has open for speech. */
function spooledBytes(): number {
  const folder = '/proc/self/fd';
  return readdirSync(folder).reduce((sum, name) => {
    try {
      const isSpool = readlinkSync(`${folder}/${name}`).includes('sextant-speech-');
      return sum + (isSpool ? statSync(`${folder}/${name}`).size : 0);
    } catch {
      return sum; // closed meanwhile
    }
  }, 0);
}

describe('a reader who takes nothing', () => {
  it('has no more spoken than a few minutes, and the disk is for others', async () => {
    const { hostname, port } = new URL(speech.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      'POST /v1/audio/stream HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n' +
        `Authorization: Bearer ${KEY}\r\nContent-Length: ${LONG.length}\r\n\r\n${LONG}`,
    );
    while (spooledBytes() === 0) await new Promise((resolve) => setTimeout(resolve, 50));

    // Between two jobs a process is idle for an instant.
    for (let idle = 0; idle < 10; idle = (await isBusy()) ? 0 : idle + 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }

    expect(spooledBytes()).toBeGreaterThan(0);
    expect(spooledBytes()).toBeLessThan(MOST_BYTES);
    socket.destroy();
  });
});
