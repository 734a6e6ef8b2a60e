import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { Speakers, wav } from '../flite-recordings.js';
import { OTHER_KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { postVoice, type VoiceAnswer } from '../voices.js';

let speech: RunningSpeech;
let blobs: string;
let voice: VoiceAnswer;
beforeAll(async () => {
  blobs = mkdtempSync(join(tmpdir(), 'sextant-blobs-'));
  const speakers = new Speakers();
  const sample = wav(await speakers.sample('kal16'));
  await speakers.close();
  speech = await startSpeech({ BLOB_DIR: blobs, SPEECH_ALLOW_DEPRECATED_CONSENT: 'true' });
  const created = await postVoice(speech, {
    name: 'Ada',
    sample,
    consent: JSON.stringify({ fullName: 'Ada Lovelace', email: 'ada@example.com' }),
  });
  voice = (await created.json()) as VoiceAnswer;
});
afterAll(async () => {
  await speech.close();
  rmSync(blobs, { recursive: true });
});

interface Statement {
  readonly voice_id: string;
  readonly records: readonly {
    readonly facts: { readonly kind: string; readonly full_name?: string };
  }[];
}

const statementOf = (key?: string) =>
  speech.request(
    'GET',
    `/v1/voices/${voice.id}/consent/statement`,
    key === undefined ? {} : { key },
  );

/** As somebody does who has the statement and the keys, and nothing else. */
async function checked(jws: string): Promise<Statement> {
  const answer = await fetch(`${speech.url}/v1/audio/consent-keys`);
  const keys = createLocalJWKSet((await answer.json()) as JSONWebKeySet);
  const { payload, protectedHeader } = await compactVerify(jws, keys);
  expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'consent+jws' });
  return JSON.parse(new TextDecoder().decode(payload)) as Statement;
}

describe('the statement of a consent', () => {
  it('is checked without a key of this service, and says who consented', async () => {
    const answer = await statementOf();

    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/jose'),
    ]);
    const { voice_id, records } = await checked(await answer.text());
    expect(voice_id).toBe(voice.id);
    expect(records.map(({ facts }) => facts)).toMatchObject([
      { kind: 'declared', full_name: 'Ada Lovelace' },
    ]);
  });

  it('is refused by whoever checks it when a sign of it was changed', async () => {
    const jws = await (await statementOf()).text();
    const [header, payload = '', signature] = jws.split('.');
    const changed = Buffer.from(payload, 'base64url')
      .toString()
      .replace('Ada Lovelace', 'Bob Lovelace');

    await expect(
      checked([header, Buffer.from(changed).toString('base64url'), signature].join('.')),
    ).rejects.toThrow('signature');
  });

  it('is of its workspace alone', async () => {
    expect((await statementOf(OTHER_KEY)).status).toBe(404);
  });

  it('tells of the withdrawal, when the voice is gone', async () => {
    await speech.request('DELETE', `/v1/voices/${voice.id}/consent`);

    const { records } = await checked(await (await statementOf()).text());

    expect(records.map(({ facts }) => facts.kind)).toEqual(['declared', 'revoked']);
  });
});
