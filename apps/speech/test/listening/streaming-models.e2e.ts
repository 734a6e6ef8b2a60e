import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '../live/live-client.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { streamingRecogniser } from '../streaming-model.js';
import { RATE, tonesOf, wordsOf } from '../tones.js';

interface Told {
  readonly type: string;
  readonly text?: string;
  readonly recogniser?: string;
}

let recogniser: ReturnType<typeof streamingRecogniser>;
let speech: RunningSpeech;
beforeAll(async () => {
  recogniser = streamingRecogniser();
  speech = await startSpeech({ LIVE_RECOGNISER_DIR: recogniser.folder });
});
afterAll(async () => {
  await speech.close();
  recogniser.remove();
});

const bytesOf = (pcm: Int16Array): Buffer =>
  Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
const textsOf = (all: readonly Told[], type: string): readonly string[] =>
  all.flatMap((message) => (message.type === type ? [message.text ?? ''] : []));

const listen = async () => {
  const client = await connect<Told>(speech.url, {
    path: '/v1/audio/transcriptions/live',
    headers: { authorization: `Bearer ${KEY}` },
  });
  client.send({ type: 'start' });
  return client;
};

/** The process that has the model. */
const modelPid = (): number => {
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim().split(' ');
  const found = pids.find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('recognition/streaming'),
  );
  if (found === undefined) throw new Error('no process has the model');
  return Number(found);
};

describe('a model that listens as a stream', () => {
  it('tells words while they are said, and each utterance once it is over', async () => {
    const client = await listen();
    const pcm = tonesOf([0, 1, 2, 3]);
    for (let at = 0; at < pcm.length; at += RATE) {
      const seen = client.messages.length;
      client.socket.send(bytesOf(pcm.subarray(at, at + RATE)));
      await client.until((all) => all.slice(seen).some(({ type }) => type === 'interim'));
    }
    client.socket.send(bytesOf(new Int16Array(RATE)));
    client.socket.send(bytesOf(tonesOf([2])));
    client.send({ type: 'end' });
    const all = await client.ended();

    expect(all[0]?.recogniser).toBe('sherpa-onnx, sherpa-onnx-nemo-streaming-tones');
    expect(textsOf(all, 'final')).toEqual([wordsOf([0, 1, 2, 3]), wordsOf([2])]);
    // Each begins as the one before it: nothing is taken back.
    const interim = textsOf(all, 'interim').filter((text) =>
      wordsOf([0, 1, 2, 3]).startsWith(text),
    );
    expect(interim).toContain(wordsOf([0, 1]));
  });

  it('loses no word when its process is lost in the middle of an utterance', async () => {
    const client = await listen();
    client.socket.send(bytesOf(tonesOf([3, 1])));
    await client.until((all) => textsOf(all, 'interim').length > 0);

    process.kill(modelPid(), 'SIGKILL');
    client.socket.send(bytesOf(tonesOf([0])));
    client.send({ type: 'end' });

    expect(textsOf(await client.ended(), 'final')).toEqual([wordsOf([3, 1, 0])]);
  });
});
