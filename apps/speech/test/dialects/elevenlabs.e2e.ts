import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';

const TEXT = 'Hello there, how are you?';

let speech: RunningSpeech;
let client: ElevenLabsClient;
beforeAll(async () => {
  speech = await startSpeech();
  client = new ElevenLabsClient({ apiKey: KEY, baseUrl: speech.url, maxRetries: 0 });
});
afterAll(() => speech.close());

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

const RATES: Readonly<Record<number, number>> = { 0: 44100, 1: 48000, 2: 32000 };

describe("ElevenLabs' own client", () => {
  it('lists voices and models', async () => {
    const answer = await fetch(`${speech.url}/v1/voices`, { headers: { 'xi-api-key': KEY } });
    const { voices } = (await answer.json()) as { voices: { voice_id: string }[] };
    const models = await client.models.list();

    expect(voices.map(({ voice_id }) => voice_id)).toContain('fr-fr-female');
    expect(await client.voices.get('george')).toMatchObject({
      name: 'George',
      labels: { language: 'en-US', gender: 'male' },
      previewUrl: `${speech.url}/v1/voices/george/preview`,
    });
    expect(models.find(({ modelId }) => modelId === 'simba-3.0')?.canDoTextToSpeech).toBe(true);
  });

  it('searches voices, page by page', async () => {
    const first = await client.voices.search({ search: 'female', pageSize: 2, sort: 'name' });
    const second = await client.voices.search({
      ...{ search: 'female', pageSize: 2, sort: 'name' },
      nextPageToken: first.nextPageToken ?? '',
    });
    const french = await client.voices.search({ language: ['fr'], voiceType: 'default' });
    const named = await client.voices.search({ voiceIds: ['george', 'nobody'] });

    expect([first.voices.length, first.hasMore, second.voices.length]).toEqual([2, true, 2]);
    const names = [...first.voices, ...second.voices].map(({ name = '' }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    expect(new Set(names).size).toBeGreaterThan(1);
    expect(first.totalCount).toBeGreaterThan(4);
    expect(french.voices.every(({ labels }) => labels?.['language']?.startsWith('fr'))).toBe(true);
    expect(named.voices.map(({ voiceId }) => voiceId)).toEqual(['george']);
    const own = await client.voices.search({ voiceType: 'personal' });
    expect(own.voices).toEqual([]);
  });

  it('gets MP3 of 44.1 kHz when it asks for nothing else, whole and as a stream', async () => {
    const whole = await bytesOf(await client.textToSpeech.convert('george', { text: TEXT }));
    const stream = await bytesOf(await client.textToSpeech.stream('george', { text: TEXT }));

    // The header of an MPEG-1 frame, and its rate (ISO 11172-3, 2.4.2.3).
    expect([whole[0], (whole[1] ?? 0) & 0xfe]).toEqual([0xff, 0xfa]);
    expect(RATES[((whole[2] ?? 0) >> 2) & 3]).toBe(44100);
    expect(stream.equals(whole)).toBe(true);
  });

  it.each(['pcm_32000', 'wav_16000', 'opus_48000_32', 'ulaw_8000'] as const)(
    'gets %s',
    async (outputFormat) => {
      const audio = await bytesOf(
        await client.textToSpeech.convert('george', { text: TEXT, outputFormat }),
      );

      expect(audio.length).toBeGreaterThan(2000);
      if (outputFormat === 'wav_16000') expect(audio.readUInt32LE(24)).toBe(16000);
      if (outputFormat === 'opus_48000_32') expect(audio.toString('latin1', 0, 4)).toBe('OggS');
    },
  );

  it('gets the time of each character, the same in one object and in a stream', async () => {
    const request = { text: TEXT, outputFormat: 'pcm_24000' } as const;
    const { alignment, audioBase64 } = await client.textToSpeech.convertWithTimestamps(
      'george',
      request,
    );
    const streamed = { text: '', starts: [] as number[], bytes: 0 };
    for await (const part of await client.textToSpeech.streamWithTimestamps('george', request)) {
      streamed.text += part.alignment?.characters.join('') ?? '';
      streamed.starts.push(...(part.alignment?.characterStartTimesSeconds ?? []));
      streamed.bytes += Buffer.from(part.audioBase64, 'base64').length;
    }

    expect(alignment?.characters.join('')).toBe(TEXT);
    const starts = alignment?.characterStartTimesSeconds ?? [];
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(streamed).toEqual({
      text: TEXT,
      starts,
      bytes: Buffer.from(audioBase64, 'base64').length,
    });
  });

  it('has its speed and its lexicons followed', async () => {
    const made = await speech.post('/v1/audio/lexicons', {
      name: 'mine',
      rules: [
        { string_to_replace: 'there', type: 'alias', alias: 'my dear old friend from the north' },
      ],
    });
    const { id } = (await made.json()) as { id: string };
    const lengthOf = async (asked: object): Promise<number> =>
      (await bytesOf(await client.textToSpeech.convert('george', { text: TEXT, ...asked }))).length;

    const plain = await lengthOf({});
    const slow = await lengthOf({ voiceSettings: { speed: 0.7 } });
    const told = await lengthOf({
      pronunciationDictionaryLocators: [{ pronunciationDictionaryId: id, versionId: '1' }],
    });

    expect([slow > plain * 1.2, told > plain * 1.3]).toEqual([true, true]);
  });

  it('speaks a dialogue, with the time of each character and the voice of each turn', async () => {
    const inputs = [
      { text: 'Hello there.', voiceId: 'george' },
      { text: 'How are you?', voiceId: 'carly' },
    ];
    const audio = await bytesOf(await client.textToDialogue.convert({ inputs }));
    const streamed = await bytesOf(await client.textToDialogue.stream({ inputs }));
    const { alignment, voiceSegments } = await client.textToDialogue.convertWithTimestamps({
      inputs,
    });

    expect(RATES[((audio[2] ?? 0) >> 2) & 3]).toBe(44100);
    expect(streamed.equals(audio)).toBe(true);
    expect(alignment?.characters.join('')).toBe('Hello there.How are you?');
    expect(voiceSegments).toMatchObject([
      { voiceId: 'george', characterStartIndex: 0, characterEndIndex: 12, dialogueInputIndex: 0 },
      { voiceId: 'carly', characterStartIndex: 12, characterEndIndex: 24, dialogueInputIndex: 1 },
    ]);
    expect(voiceSegments[1]?.startTimeSeconds).toBeGreaterThan(
      voiceSegments[0]?.endTimeSeconds ?? Infinity,
    );
  });

  it('keeps pronunciation dictionaries', async () => {
    const { pronunciationDictionaries: dictionaries } = client;
    const rule = { type: 'alias', stringToReplace: 'there', alias: 'my dear old friend' } as const;
    const other = {
      type: 'phoneme',
      stringToReplace: 'tomato',
      phoneme: 'təˈmɑːtoʊ',
      alphabet: 'ipa',
    } as const;

    const made = await dictionaries.createFromRules({ name: 'mine', rules: [rule] });
    const added = await dictionaries.rules.add(made.id, { rules: [other] });
    const whole = await dictionaries.get(made.id);
    const listed = await dictionaries.list({ pageSize: 1 });
    const removed = await dictionaries.rules.remove(made.id, { ruleStrings: ['tomato'] });
    const spoken = await bytesOf(
      await client.textToSpeech.convert('george', {
        text: TEXT,
        pronunciationDictionaryLocators: [
          { pronunciationDictionaryId: made.id, versionId: removed.versionId },
        ],
      }),
    );
    const plain = await bytesOf(await client.textToSpeech.convert('george', { text: TEXT }));
    await dictionaries.update(made.id, { archived: true });

    expect(made).toMatchObject({ name: 'mine', versionRulesNum: 1 });
    expect([added.versionRulesNum, removed.versionRulesNum]).toEqual([2, 1]);
    expect(whole).toMatchObject({ id: made.id, latestVersionRulesNum: 2 });
    expect(listed.pronunciationDictionaries).toHaveLength(1);
    expect(spoken.length).toBeGreaterThan(plain.length * 1.1);
    await expect(dictionaries.get(made.id)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('makes a pronunciation dictionary of a PLS file', async () => {
    const pls =
      '<?xml version="1.0" encoding="UTF-8"?><lexicon version="1.0" alphabet="ipa" xml:lang="en-US" ' +
      'xmlns="http://www.w3.org/2005/01/pronunciation-lexicon"><lexeme><grapheme>SQL</grapheme>' +
      '<alias>sequel</alias></lexeme></lexicon>';
    const made = await client.pronunciationDictionaries.createFromFile({
      name: 'of a file',
      file: new Blob([pls], { type: 'application/pls+xml' }),
    });

    expect(made).toMatchObject({ name: 'of a file', versionRulesNum: 1 });
  });

  it('sees the status of an error', async () => {
    await expect(client.textToSpeech.convert('nobody', { text: TEXT })).rejects.toMatchObject({
      statusCode: 404,
    });
    const other = new ElevenLabsClient({ apiKey: 'wrong', baseUrl: speech.url, maxRetries: 0 });
    await expect(other.voices.get('george')).rejects.toMatchObject({ statusCode: 401 });
  });
});
