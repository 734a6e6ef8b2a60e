import { load } from '../load.mjs';
import { KEY, converse, startSpeech, stream } from '../speech-server.mjs';
import { texts } from '../texts.mjs';
import { flow } from '../workers.mjs';

export const project = 'speech';

const VOICE = 'en-us-male';
const CONNECTIONS = 8;
const SENTENCES = texts(400, 70);
const LONG = texts(60, 100).join(' ');

export const start = (root) => startSpeech({}, root);

let next = 0;
const sentence = () => SENTENCES[(next += 1) % SENTENCES.length];
const body = (input, format) => ({ input, voice_id: VOICE, output_format: format });

export function cases({ seconds }) {
  const busy = { connections: CONNECTIONS, seconds };
  const streamed = (format) => (server) =>
    flow((_state, timed) => timed(() => stream(server, body(sentence(), format))), busy);
  return {
    'a sentence as MP3': streamed('mp3_24000_64'),
    'a sentence as samples': streamed('pcm_22050'),
    'a sentence with marks': (server) => {
      const asked = () =>
        stream(server, body(sentence(), 'mp3_24000_64'), '/v1/audio/stream/with-timestamps');
      return flow((_state, timed) => timed(asked), busy);
    },
    '6,000 characters as MP3': async (server) => {
      const { totalMs } = await stream(server, body(LONG, 'mp3_24000_64'));
      return { requestsPerSecond: 1000 / totalMs, requests: 1, failures: 0 };
    },
    'turns of a live session': async (server) => {
      const { say, end } = await converse(server, { voice_id: VOICE, output_format: 'pcm_22050' });
      const startedMs = performance.now();
      const turns = 40;
      for (let turn = 0; turn < turns; turn += 1) await say(sentence());
      end();
      const requestsPerSecond = (1000 * turns) / (performance.now() - startedMs);
      return { requestsPerSecond, requests: turns, failures: 0 };
    },
    voices: ({ url }) => {
      const headers = { authorization: `Bearer ${KEY}` };
      return load(url, [{ method: 'GET', path: '/v1/voices', headers }], busy);
    },
  };
}
