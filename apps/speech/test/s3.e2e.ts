import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blobsOf } from '@sextant/platform-data/blobs';
import { Speakers, wav } from './flite-recordings.js';
import { startSpeech, type RunningSpeech } from './running-speech.js';
import { postVoice, type VoiceAnswer } from './voices.js';

/** With the credentials in it, as `node scripts/services/services.mjs up s3` prints it. */
const given = process.env['S3_TEST_URL'];

(given === undefined ? describe.skip : describe)('files in a bucket (needs S3_TEST_URL)', () => {
  const { username, password, origin: endpoint } = new URL(given ?? 'http://a:b@localhost');
  const region = 'us-east-1';
  const bucket = `speech-${Date.now()}`;
  let s3: S3Client;
  let speech: RunningSpeech;
  let sample: Uint8Array<ArrayBuffer>;

  beforeAll(async () => {
    // As AWS's own clients find them.
    process.env['AWS_ACCESS_KEY_ID'] = username;
    process.env['AWS_SECRET_ACCESS_KEY'] = password;
    s3 = new S3Client({ endpoint, region, forcePathStyle: true });
    await s3.send(new CreateBucketCommand({ Bucket: bucket }));
    const speakers = new Speakers();
    sample = wav(await speakers.sample('kal16'));
    await speakers.close();
    speech = await startSpeech({
      BLOB_BUCKET: bucket,
      BLOB_ENDPOINT: endpoint,
      SPEECH_ALLOW_DEPRECATED_CONSENT: 'true',
    });
  });
  afterAll(async () => {
    await speech.close();
    s3.destroy();
  });

  const keys = async (): Promise<readonly (string | undefined)[]> => {
    const { Contents: contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }));
    return contents.map(({ Key: key }) => key);
  };

  it('come back as they were put, until they are deleted', async () => {
    const blobs = await blobsOf({
      blobDir: '',
      blobBucket: bucket,
      blobEndpoint: endpoint,
      blobRegion: region,
    });
    const bytes = Uint8Array.from({ length: 6 * 1024 * 1024 }, (_, index) => index % 251);

    await blobs.put('voices/a-1/sample', bytes);
    const found = await blobs.get('voices/a-1/sample');
    await blobs.delete('voices/a-1/sample');
    await blobs.delete('voices/a-1/sample');

    expect(Buffer.from(found ?? []).equals(bytes)).toBe(true);
    expect(await blobs.get('voices/a-1/sample')).toBeUndefined();
    expect(await blobs.get('voices/never/sample')).toBeUndefined();
    blobs.close();
  });

  it('are those of voices: made, downloaded and deleted with them', async () => {
    const created = await postVoice(speech, {
      name: 'Ada',
      sample,
      consent: JSON.stringify({ fullName: 'Ada Lovelace', email: 'ada@example.com' }),
    });
    const { id } = (await created.json()) as VoiceAnswer;
    const kept = await keys();
    const downloaded = await speech.request('GET', `/v1/voices/${id}/sample`);
    const bytes = Buffer.from(await downloaded.arrayBuffer());
    await speech.request('DELETE', `/v1/voices/${id}`);

    expect(kept).toEqual([`voices/${id}/sample`]);
    expect(bytes.equals(sample)).toBe(true);
    expect(await keys()).toEqual([]);
  });

  it('leave nothing behind when the voice is not stored', async () => {
    await speech.database.query(
      `ALTER TABLE cloned_voice ADD CONSTRAINT refuse CHECK (voice->>'displayName' <> 'Refused')`,
    );

    const refused = await postVoice(speech, {
      name: 'Refused',
      sample,
      consent: JSON.stringify({ fullName: 'Ada Lovelace', email: 'ada@example.com' }),
    });

    expect(refused.status).toBe(500);
    expect(await keys()).toEqual([]);
  });
});

describe('a bucket that is not there', () => {
  it('keeps voices from being made, and nothing of them stays', async () => {
    process.env['AWS_ACCESS_KEY_ID'] ??= 'test';
    process.env['AWS_SECRET_ACCESS_KEY'] ??= 'test';
    const speakers = new Speakers();
    const sample = wav(await speakers.sample('kal16'));
    await speakers.close();
    const speech = await startSpeech({
      BLOB_BUCKET: 'speech',
      BLOB_ENDPOINT: 'http://127.0.0.1:9',
      SPEECH_ALLOW_DEPRECATED_CONSENT: 'true',
    });
    try {
      const answer = await postVoice(speech, {
        name: 'Ada',
        sample,
        consent: JSON.stringify({ fullName: 'Ada Lovelace', email: 'ada@example.com' }),
      });

      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ error: { code: 'storage_unavailable' } });
      expect(await speech.database.query('SELECT 1 FROM cloned_voice')).toEqual([]);
      expect(await speech.database.query('SELECT 1 FROM consent_record')).toEqual([]);
    } finally {
      await speech.close();
    }
  });
});
