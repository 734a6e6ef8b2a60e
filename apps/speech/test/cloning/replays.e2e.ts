import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Speakers, wav } from '../flite-recordings.js';
import { startSpeech, type RunningSpeech } from '../running-speech.js';
import { challengeOf, errorOf, hasRecogniser, postVoice, type Form } from '../voices.js';

let speech: RunningSpeech;
let speakers: Speakers;
let blobs: string;
let sample: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  blobs = mkdtempSync(join(tmpdir(), 'sextant-blobs-'));
  speakers = new Speakers();
  sample = wav(await speakers.sample('kal16'));
  speech = await startSpeech({ BLOB_DIR: blobs, SPEECH_ALLOW_DEPRECATED_CONSENT: 'true' });
});
afterAll(async () => {
  await speech.close();
  await speakers.close();
  rmSync(blobs, { recursive: true });
});

const declared = (more: Form = {}): Form => ({
  name: 'Ada',
  sample,
  consent: JSON.stringify({ fullName: 'Ada Lovelace', email: 'ada@example.com' }),
  ...more,
});

const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });
const isReplay = (answer: Response): boolean =>
  answer.headers.get('idempotent-replayed') === 'true';
const voices = async (): Promise<number> => {
  const [row] = await speech.database.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM cloned_voice',
  );
  return row?.count ?? -1;
};

describe('a repeated creation', () => {
  it('whose voice was deleted meanwhile says that it is gone, and makes no other', async () => {
    const made = await postVoice(speech, declared(), withKey('deleted'));
    const { id } = (await made.json()) as { id: string };
    await speech.request('DELETE', `/v1/voices/${id}`);

    const again = await postVoice(speech, declared(), withKey('deleted'));

    expect(isReplay(again)).toBe(true);
    expect(await errorOf(again)).toMatchObject({
      status: 404,
      code: 'voice_not_found',
      message: expect.stringContaining('deleted'),
    });
    expect(await voices()).toBe(0);
  });

  it.each<readonly [string, Form, number]>([
    ['a field', { gender: 'cat' }, 400],
    ['the consent', { consent: 'yes' }, 400],
    ['an unusable sample', { sample: wav(new Int16Array(15 * 16000)) }, 422],
    ['a sample that is no sound', { sample: new Uint8Array(100) }, 415],
  ])('that was refused for %s may be mended under the same key', async (what, wrong, status) => {
    const refused = await postVoice(speech, declared(wrong), withKey(`mended ${what}`));
    const mended = await postVoice(speech, declared(), withKey(`mended ${what}`));

    expect(refused.status).toBe(status);
    expect(mended.status).toBe(200);
    expect(isReplay(mended)).toBe(false);
    const { id } = (await mended.json()) as { id: string };
    await speech.request('DELETE', `/v1/voices/${id}`);
  });
});

(hasRecogniser ? describe : describe.skip)(
  'a consent that was not given, needs pocketsphinx',
  () => {
    it('is refused alike when it is sent again, and the key is taken', async () => {
      const challenge = await challengeOf(speech);
      const form = {
        name: 'Ada',
        sample,
        consent_challenge_id: challenge.id,
        consent_recording: sample,
      };

      const first = await errorOf(await postVoice(speech, form, withKey('mismatch')));
      const again = await postVoice(speech, form, withKey('mismatch'));
      const other = await postVoice(speech, { ...form, name: 'Eve' }, withKey('mismatch'));
      const without = await postVoice(speech, form);

      expect(first).toMatchObject({ status: 422, code: 'consent_phrase_mismatch' });
      expect(isReplay(again)).toBe(true);
      expect(await errorOf(again)).toEqual({ ...first, request_id: expect.any(String) });
      expect(await errorOf(other)).toMatchObject({ status: 409, code: 'idempotency_conflict' });
      expect(await errorOf(without)).toMatchObject({ code: 'consent_challenge_already_used' });
    });
  },
);

describe('a repeated challenge', () => {
  const ask = (key: string) =>
    speech.post('/v1/voices/consent-challenges', { full_name: 'Ada' }, { 'Idempotency-Key': key });

  it('is not counted again', async () => {
    const first = await ask('once');
    const again = await ask('once');
    const next = await ask('twice');

    expect(isReplay(again)).toBe(true);
    expect(await again.json()).toEqual(await first.json());
    const left = (answer: Response) => Number(answer.headers.get('ratelimit-remaining'));
    expect(left(next)).toBe(left(first) - 1);
  });

  it('that is no longer kept is gone', async () => {
    const { id } = (await (await ask('swept')).json()) as { id: string };
    await speech.database.query(`DELETE FROM consent_challenge WHERE id = '${id}'`);

    const again = await ask('swept');

    expect(isReplay(again)).toBe(true);
    expect(await errorOf(again)).toMatchObject({
      status: 404,
      code: 'consent_challenge_not_found',
    });
  });
});
