import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { connect, type LiveClient } from '../live/live-client.js';
import { chipsOf } from '../../src/watermark/chips.js';
import { DETECTION_RATE as RATE, MarkedRecording, marksOf } from '../../src/watermark/detector.js';
import { Watermarker } from '../../src/watermark/watermarker.js';
import { joinedPcm, Speakers, STORY, wav } from '../flite-recordings.js';
import { KEY, OTHER_KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { postVoice, type VoiceAnswer } from '../voices.js';
import { ATTACKS, converted, hasFfmpeg, withNoise } from '../watermark.js';

interface Provenance {
  readonly made_by: string;
  readonly voice_id?: string;
  readonly consents?: readonly { readonly kind: string }[];
  readonly false_alarm: number;
}

let speech: RunningSpeech;
let speakers: Speakers;
let folder: string;
let voice: VoiceAnswer;
let spoken: Uint8Array<ArrayBuffer>;
/** For the report: what was done to a recording, and how sure it was recognised. */
const figures: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-watermark-'));
  speakers = new Speakers();
  speech = await startSpeech({
    BLOB_DIR: folder,
    SPEECH_ALLOW_DEPRECATED_CONSENT: 'true',
    CONSENT_CHALLENGES_PER_HOUR: '1000',
  });
  voice = await cloned('Ada');
  await cloned('Eve');
  spoken = await say(voice.id);
});
afterAll(async () => {
  await speech.close();
  await speakers.close();
  rmSync(folder, { recursive: true });
  if (figures.length > 0) {
    const head = ['| cloned voice, 10 s | false alarm below |', '| --- | --- |'];
    process.stdout.write(`${[...head, ...figures].join('\n')}\n`);
  }
});

async function cloned(name: string): Promise<VoiceAnswer> {
  const consent = JSON.stringify({ fullName: 'Ada Lovelace', email: 'ada@example.org' });
  const sample = wav(await speakers.sample('kal16'));
  const answer = await postVoice(speech, { name, gender: 'female', sample, consent });
  expect(answer.status).toBe(200);
  return (await answer.json()) as VoiceAnswer;
}

/** About ten seconds. */
async function say(voiceId: string, input = STORY.slice(0, 190)): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await speech.post('/v1/audio/speech', { input, voice_id: voiceId });
  const { audio_data: audio } = (await answer.json()) as { audio_data: string };
  return new Uint8Array(Buffer.from(audio, 'base64'));
}

async function provenance(file: Uint8Array<ArrayBuffer>, key = KEY): Promise<Provenance> {
  const answer = await sent(file, key);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Provenance;
}

function sent(file: Uint8Array<ArrayBuffer> | undefined, key = KEY): Promise<Response> {
  const body = new FormData();
  if (file !== undefined) body.append('file', new Blob([file]), 'recording');
  const headers = { authorization: `Bearer ${key}` };
  return fetch(`${speech.url}/v1/audio/provenance`, { method: 'POST', headers, body });
}

(hasFfmpeg ? describe : describe.skip)(
  'what a cloned voice says is recognised, needs ffmpeg',
  () => {
    const changed = Object.entries(ATTACKS).map(
      ([name, args]) => [name, (file: Uint8Array) => converted(file, ...args)] as const,
    );

    it.each([...changed, ['mixed with noise at 20 dB', withNoise] as const])(
      '%s',
      async (name, change) => {
        const found = await provenance(change(spoken));
        figures.push(`| ${name} | ${found.false_alarm.toExponential(0)} |`);

        expect(found).toMatchObject({
          made_by: 'this_workspace',
          voice_id: voice.id,
          consents: [{ kind: 'declared' }],
        });
        expect(found.false_alarm).toBeLessThan(1e-6);
      },
    );

    it('in noise under any key, not only a lucky one', async () => {
      const pcm = await speakers.sample('slt', 12);
      const keys = Array.from({ length: 10 }, (_, seed) => Buffer.alloc(32, seed));
      const marked = keys.map((key) => {
        const watermarker = new Watermarker(chipsOf(key, 'voice'), RATE);
        return joinedPcm(watermarker.push(pcm), watermarker.end());
      });

      // One after the other: ffmpeg takes longer to start than to mix.
      const file = withNoise(wav(joinedPcm(...marked)));
      const noisy = new Int16Array(converted(file, '-ar', String(RATE), '-f', 's16le').buffer);

      keys.forEach((key, at) => {
        const recording = new MarkedRecording(
          marksOf(noisy.slice(at * pcm.length, (at + 1) * pcm.length)),
        );
        const places = recording.find(chipsOf(key, ''));
        // One of a single voice's at 256 places: less than one in a million.
        expect(recording.score(chipsOf(key, 'voice'), places)).toBeGreaterThan(6.3);
      });
      expect(noisy.length).toBe(marked.length * pcm.length);
    });

    it('on every route', async () => {
      const input = STORY.slice(0, 190);
      const ask = { input, voice_id: voice.id, output_format: 'mp3_24000_64' };
      const stream = await speech.post('/v1/audio/stream', ask);
      const dialogue = await speech.post(
        '/v1/audio/dialogue',
        { turns: [{ input, voice_id: voice.id }], output_format: 'mp3_24000_64' },
        { accept: 'audio/mpeg' },
      );
      const books = new Uint8Array(await stream.arrayBuffer());

      for (const file of [books, new Uint8Array(await dialogue.arrayBuffer()), await live(input)]) {
        expect(await provenance(file)).toMatchObject({ voice_id: voice.id });
      }
    });

    it('by others as made here, and not by whom', async () => {
      expect(Object.keys(await provenance(spoken, OTHER_KEY)).toSorted()).toEqual([
        'false_alarm',
        'made_by',
      ]);
      expect(await provenance(spoken, OTHER_KEY)).toMatchObject({ made_by: 'another_workspace' });
    });

    it('when the voice is gone', async () => {
      const short = await cloned('For a while');
      const said = await say(short.id);
      await speech.request('DELETE', `/v1/voices/${short.id}`);

      expect(await provenance(said)).toMatchObject({
        voice_id: short.id,
        consents: [{ kind: 'declared' }, { kind: 'voice_deleted' }],
      });
    });
  },
);

describe('the manifest beside what a cloned voice says', () => {
  const TEXT = { input: 'Hello there.', output_format: 'mp3_24000_64' };
  const ask = (more: object) => ({ ...TEXT, ...more });

  /** As somebody does who has the file, the manifest and the public keys. */
  async function check(jws: string, audio: Uint8Array): Promise<object> {
    const answer = await fetch(`${speech.url}/v1/audio/consent-keys`);
    const keys = createLocalJWKSet((await answer.json()) as JSONWebKeySet);
    const { payload } = await compactVerify(jws, keys);
    const manifest = JSON.parse(new TextDecoder().decode(payload)) as object;
    const hash = createHash('sha256').update(audio).digest('base64');
    expect(manifest).toMatchObject({
      assertions: expect.arrayContaining([
        { label: 'c2pa.hash.data', data: { alg: 'sha256', hash } },
      ]) as unknown,
    });
    return manifest;
  }

  it('says who made the file, and with what consent', async () => {
    const answer = await speech.post('/v1/audio/speech', ask({ voice_id: voice.id }));
    const body = (await answer.json()) as { audio_data: string; provenance_manifest: string };
    const consent = await speech.request('GET', `/v1/voices/${voice.id}/consent`);
    const { records } = (await consent.json()) as { records: { hash: string }[] };

    const audio = Buffer.from(body.audio_data, 'base64');
    expect(await check(body.provenance_manifest, audio)).toMatchObject({
      'dc:format': 'audio/mpeg',
      assertions: expect.arrayContaining([
        expect.objectContaining({
          data: { workspace: 'default', voice_id: voice.id, consent_hash: records.at(-1)?.hash },
        }),
      ]) as unknown,
    });
  });

  it('comes with the last event of a stream', async () => {
    const path = '/v1/audio/stream/with-timestamps';
    const text = await (await speech.post(path, ask({ voice_id: voice.id }))).text();
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(
      ([, data]) => JSON.parse(data ?? '') as { audio?: string; provenance_manifest?: string },
    );

    const audio = Buffer.concat(events.map((event) => Buffer.from(event.audio ?? '', 'base64')));
    await check(events.at(-1)?.provenance_manifest ?? '', audio);
  });

  it('is not there for shared voices', async () => {
    const answer = await speech.post('/v1/audio/speech', ask({ voice_id: 'george' }));

    expect(await answer.json()).not.toHaveProperty('provenance_manifest');
  });
});

async function live(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { authorization: `Bearer ${KEY}` };
  const client: LiveClient = await connect(speech.url, { headers });
  client.send({ type: 'start', voice_id: voice.id, output_format: 'wav_24000' });
  client.send({ type: 'text', text });
  client.send({ type: 'end' });
  const parts = (await client.ended()).map(({ audio }) => Buffer.from(audio ?? '', 'base64'));
  return new Uint8Array(Buffer.concat(parts));
}

describe('what no cloned voice says', () => {
  it('carries no mark: shared voices, and people', async () => {
    for (const file of [await say('george'), wav(await speakers.sample('kal16', 12))]) {
      expect(await provenance(file)).toEqual({ made_by: 'none', false_alarm: 1 });
    }
  });

  it('leaves no key behind with who asks: a thousand of them would hide the others', async () => {
    await provenance(await say('george'), OTHER_KEY);

    const keys = await speech.database.query('SELECT workspace FROM watermark_key');
    expect(keys).toEqual([{ workspace: 'default' }]);
  });

  it('is looked for among a thousand workspaces outside of this process', async () => {
    await speech.database.query(
      `INSERT INTO watermark_key (workspace, key)
       SELECT 'workspace ' || n, sha256(n::text::bytea) FROM generate_series(1, 999) AS n`,
    );
    const seconds = async (): Promise<number> => {
      const metrics = await (await fetch(`${speech.url}/metrics`)).text();
      const [, told] =
        /speech_processor_seconds_total\{program="marks"[^}]*\} ([\d.e-]+)/.exec(metrics) ?? [];
      return Number(told);
    };
    const before = await seconds();

    expect(await provenance(await say('george'))).toEqual({ made_by: 'none', false_alarm: 1 });
    expect(await provenance(spoken, OTHER_KEY)).toMatchObject({ made_by: 'another_workspace' });

    expect(await seconds()).toBeGreaterThan(before);
    await speech.database.query(`DELETE FROM watermark_key WHERE workspace LIKE 'workspace %'`);
  });

  it.each([
    ['no file', undefined, 400, 'validation_failed'],
    ['no recording', new Uint8Array(1000), 415, 'unsupported_audio'],
    ['more than a minute', wav(new Int16Array(61 * 16_000).fill(1)), 400, 'recording_too_long'],
  ])('is refused: %s', async (_name, file, status, code) => {
    const answer = await sent(file);

    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code } });
  });

  it('is not asked for without the scope', async () => {
    const body = { label: 'speaks', scopes: ['audio:speech'] };
    const made = await speech.request('POST', '/v1/admin/keys', { body });
    const { key } = (await made.json()) as { key: string };

    expect((await sent(spoken, key)).status).toBe(403);
  });
});
