import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinedPcm, Speakers, wav } from '../flite-recordings.js';
import { OTHER_KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import {
  challengeOf,
  clone,
  cloneWith,
  errorOf,
  hasRecogniser,
  postVoice,
  type Challenge,
  type Cloned,
} from '../voices.js';

const TOO_LARGE = 26 * 1024 * 1024;
let speech: RunningSpeech;
let speakers: Speakers;
let blobs: string;
let story: Int16Array;
let sample: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  blobs = mkdtempSync(join(tmpdir(), 'sextant-blobs-'));
  speakers = new Speakers();
  speech = await startSpeech({ BLOB_DIR: blobs, CONSENT_CHALLENGES_PER_HOUR: '1000' });
  story = joinedPcm(await speakers.sample('kal16', 30), await speakers.sample('kal16', 10));
  sample = wav(story.slice(0, 14 * 16000));
});
afterAll(async () => {
  await speech.close();
  await speakers.close();
  rmSync(blobs, { recursive: true });
});

const files = (): string[] =>
  readdirSync(blobs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

const count = async (table: string): Promise<number> => {
  const rows = await speech.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table}`,
  );
  return rows[0]?.count ?? -1;
};

const seconds = (length: number): Uint8Array<ArrayBuffer> =>
  wav(story.slice(0, Math.round(length * 16000)));

const reading = async ({ phrase }: Challenge, voice = 'kal16'): Promise<Uint8Array<ArrayBuffer>> =>
  wav(await speakers.say(voice, phrase, 0.85));

const withRecogniser = hasRecogniser ? describe : describe.skip;

withRecogniser('cloning with consent, needs pocketsphinx', () => {
  /** Made once, with its own key. A case that deletes a voice makes another. */
  let made: Promise<Cloned> | undefined;
  const kept = (): Promise<Cloned> =>
    (made ??= cloneWith(speech, speakers, { headersOf: ({ id }) => ({ 'Idempotency-Key': id }) }));
  afterAll(async () => {
    if (made !== undefined) await speech.request('DELETE', `/v1/voices/${(await made).voice.id}`);
  });

  it('makes a voice of a sample whose speaker read the phrase, and speaks with it', async () => {
    const { voice } = await kept();

    expect(voice).toMatchObject({
      type: 'personal',
      display_name: 'Ada',
      gender: 'female',
      locale: 'en-US',
      quality: 'parametric',
    });
    const spoken = await speech.post('/v1/audio/speech', { input: 'Hello.', voice_id: voice.id });
    expect(spoken.status).toBe(200);
    expect(files().toSorted()).toEqual(['recording', 'sample']);
  });

  it('keeps the consent in a chain that tells when it was changed', async () => {
    const { voice } = await kept();

    const answer = await speech.request('GET', `/v1/voices/${voice.id}/consent`);

    const { records } = (await answer.json()) as {
      records: { facts: Record<string, unknown>; hash: string }[];
    };
    expect(records[0]?.facts).toMatchObject({
      kind: 'granted',
      full_name: 'Ada Lovelace',
      voice_id: voice.id,
      recogniser: expect.stringContaining('pocketsphinx'),
      speaker_check: expect.stringContaining('MFCC'),
      recording_sha256: expect.stringMatching(/^[\da-f]{64}$/),
      phrase_edits: expect.any(Number),
      speaker_distance: expect.any(Number),
    });
    const audit = await speech.request('GET', '/v1/admin/consents/audit');
    expect(await audit.json()).toMatchObject({ intact: true });
    await expect(speech.database.query(`UPDATE consent_record SET facts = '{}'`)).rejects.toThrow(
      'never changed',
    );
  });

  it('deletes the voice at once when its consent is taken back', async () => {
    const voice = await clone(speech, speakers);

    const revoked = await speech.request('DELETE', `/v1/voices/${voice.id}/consent`);

    expect(revoked.status).toBe(204);
    expect((await speech.request('GET', `/v1/voices/${voice.id}`)).status).toBe(404);
    const spoken = await speech.post('/v1/audio/speech', { input: 'Hi.', voice_id: voice.id });
    expect(spoken.status).toBe(404);
    const consents = await speech.request('GET', `/v1/voices/${voice.id}/consent`);
    const { records } = (await consents.json()) as { records: { facts: { kind: string } }[] };
    expect(records.map(({ facts }) => facts.kind)).toEqual(['granted', 'revoked']);
  });

  it('gives back the sample, byte for byte', async () => {
    const { voice } = await kept();

    const answer = await speech.request('GET', `/v1/voices/${voice.id}/sample`);

    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(sample))).toBe(true);
  });

  it('answers a repeated creation with the first voice', async () => {
    const { voice, form, headers } = await kept();

    const again = await postVoice(speech, form, { headers });
    const other = await postVoice(speech, { ...form, name: 'Other' }, { headers });

    const { id } = (await again.json()) as { id?: string };
    expect({
      status: again.status,
      replayed: again.headers.get('idempotent-replayed'),
      id,
    }).toEqual({
      ...{ status: 200, replayed: 'true', id: voice.id },
    });
    expect(await errorOf(other)).toMatchObject({ status: 409, code: 'idempotency_conflict' });
    expect(await count('cloned_voice')).toBe(1);
  });
});

withRecogniser('what is refused, needs pocketsphinx', () => {
  /** Sends a form that is right but for what is given; nothing may be left of it. */
  async function refusal(
    form: Readonly<Record<string, string | Uint8Array<ArrayBuffer> | undefined>>,
    options: { key?: string; headers?: Record<string, string> } = {},
  ) {
    const before = { files: files().length, voices: await count('cloned_voice') };
    const challenge = await challengeOf(speech);
    const answer = await postVoice(
      speech,
      {
        name: 'Ada',
        sample,
        consent_challenge_id: challenge.id,
        consent_recording: sample,
        ...form,
      },
      options,
    );
    const error = await errorOf(answer);
    expect({ files: files().length, voices: await count('cloned_voice') }).toEqual(before);
    expect(await count('blob_garbage')).toBe(0);
    return error;
  }

  it.each([
    ['9.9 seconds', () => seconds(9.9), 422, 'voice_sample_unusable'],
    ['30.1 seconds', () => seconds(30.1), 422, 'voice_sample_unusable'],
    ['silence', () => wav(new Int16Array(15 * 16000)), 422, 'voice_sample_unusable'],
    [
      'clipped speech',
      () =>
        wav(
          story.slice(0, 15 * 16000).map((value) => Math.max(-32768, Math.min(32767, value * 40))),
        ),
      422,
      'voice_sample_unusable',
    ],
    [
      'a text',
      () => Buffer.from('RIFF, said the dog, and this is no WAVE at all.'),
      415,
      'unsupported_audio',
    ],
    [
      'a text in a WAV header',
      () => Buffer.from('RIFF1234WAVEthis is no sound at all'),
      415,
      'unsupported_audio',
    ],
    ['nothing', () => Buffer.alloc(0), 415, 'unsupported_audio'],
    [
      'a WebM video',
      () => Buffer.from('\x1a\x45\xdf\xa3....webm....V_VP9.....', 'latin1'),
      415,
      'unsupported_audio',
    ],
    [
      'an MP4 video',
      () => Buffer.from('\0\0\0\x18ftypisom....moov....hdlr\0\0\0\0\0\0\0\0vide....', 'latin1'),
      415,
      'unsupported_audio',
    ],
    ['26 MB', () => new Uint8Array(TOO_LARGE), 413, 'file_too_large'],
  ])('refuses %s as sample', async (_what, make, status, code) => {
    expect(await refusal({ sample: Uint8Array.from(make()) })).toMatchObject({ status, code });
  });

  it('refuses a sample with two speakers', async () => {
    const two = joinedPcm(await speakers.sample('kal16', 10), await speakers.sample('slt', 10));

    expect(await refusal({ sample: wav(two) })).toMatchObject({
      status: 422,
      code: 'voice_sample_unusable',
      reason: 'More than one speaker is heard.',
    });
  });

  it('refuses another phrase, and the challenge is used up', async () => {
    const challenge = await challengeOf(speech);
    const other = await challengeOf(speech);
    const form = {
      consent_challenge_id: challenge.id,
      consent_recording: await reading(other),
    };

    expect(await refusal(form)).toMatchObject({ status: 422, code: 'consent_phrase_mismatch' });
    expect(await refusal(form)).toMatchObject({
      status: 409,
      code: 'consent_challenge_already_used',
    });
  });

  it('refuses the right phrase of another speaker', async () => {
    const codes: string[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const challenge = await challengeOf(speech);
      const error = await refusal({
        consent_challenge_id: challenge.id,
        consent_recording: await reading(challenge, 'rms'),
      });
      codes.push(error.code);
      if (error.code === 'consent_speaker_mismatch') break;
    }
    expect(codes.at(-1)).toBe('consent_speaker_mismatch');
  });

  it('refuses a consent recording of 4.9 seconds, and the challenge may be used again', async () => {
    const challenge = await challengeOf(speech);
    const form = { consent_challenge_id: challenge.id, consent_recording: seconds(4.9) };

    expect(await refusal(form)).toMatchObject({ status: 422, code: 'consent_recording_unusable' });
    expect(await refusal(form)).toMatchObject({ status: 422, code: 'consent_recording_unusable' });
  });

  it('refuses an unknown challenge and one of another workspace alike', async () => {
    const other = await challengeOf(speech, OTHER_KEY);

    const unknown = await refusal({ consent_challenge_id: 'no-such-challenge' });
    const foreign = await refusal({ consent_challenge_id: other.id });

    expect(unknown).toMatchObject({ status: 404, code: 'consent_challenge_not_found' });
    expect(foreign).toMatchObject({ ...unknown, request_id: expect.any(String) });
  });

  it('refuses an expired challenge', async () => {
    const challenge = await challengeOf(speech);
    await speech.database.query(
      `UPDATE consent_challenge SET expires_at = now() - interval '1 second' WHERE id = '${challenge.id}'`,
    );

    expect(await refusal({ consent_challenge_id: challenge.id })).toMatchObject({
      status: 409,
      code: 'consent_challenge_expired',
    });
  });

  it.each([
    ['no name', { name: undefined }, 'validation_failed'],
    ['no sample', { sample: undefined }, 'validation_failed'],
    ['an unknown gender', { gender: 'cat' }, 'validation_failed'],
    ['an unknown locale', { locale: '!' }, 'validation_failed'],
    ['an unknown field', { nmae: 'Ada' }, 'validation_failed'],
    ['an unknown file', { avatar: new Uint8Array(10) }, 'validation_failed'],
    ['no recording', { consent_recording: undefined }, 'validation_failed'],
    ['no challenge', { consent_challenge_id: undefined }, 'validation_failed'],
    [
      'neither',
      { consent_recording: undefined, consent_challenge_id: undefined },
      'consent_verification_required',
    ],
  ])('refuses a form with %s', async (_what, form, code) => {
    expect(await refusal(form)).toMatchObject({ status: 400, code });
  });

  it('refuses the old flow where it is not allowed', async () => {
    const form = {
      consent: JSON.stringify({ fullName: 'Ada', email: 'ada@example.com' }),
      consent_recording: undefined,
      consent_challenge_id: undefined,
    };

    expect(await refusal(form)).toMatchObject({ code: 'consent_verification_required' });
  });

  it('refuses another body than a form', async () => {
    const answer = await speech.post('/v1/voices', { name: 'Ada' });

    expect(await errorOf(answer)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });
});

describe('where nothing can verify', () => {
  it('answers 503, accepts nothing, and leaves the challenge as it was', async () => {
    const deaf = await startSpeech({ BLOB_DIR: blobs, POCKETSPHINX_MODEL_DIR: '/nowhere' });
    const before = files();
    try {
      const challenge = await challengeOf(deaf);
      const form = {
        name: 'Ada',
        sample,
        consent_challenge_id: challenge.id,
        consent_recording: await reading(challenge),
      };
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const answer = await postVoice(deaf, form);
        expect(answer.headers.get('retry-after')).toBe('60');
        expect(await errorOf(answer)).toMatchObject({
          status: 503,
          code: 'consent_verification_unavailable',
        });
      }
      expect(files()).toEqual(before);
    } finally {
      await deaf.close();
    }
  });
});
