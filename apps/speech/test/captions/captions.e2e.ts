import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSpeech, type RunningSpeech } from '../running-speech.js';

const hasFfmpeg = spawnSync('ffprobe', ['-version']).status === 0;
const INPUT = 'Dr. Smith paid $5, "gladly". The rest was free & easy; wasn\'t it?';

let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
});
afterAll(() => speech.close());

interface Mark {
  readonly start_time: number;
  readonly end_time: number;
  readonly value: string;
}

async function speak(captions: object, asked: object = {}) {
  const answer = await speech.post('/v1/audio/speech', {
    input: INPUT,
    voice_id: 'george',
    output_format: 'ulaw_8000',
    captions,
    ...asked,
  });
  return (await answer.json()) as {
    captions: string;
    speech_marks: { chunks: readonly Mark[] };
    error?: { fields: Record<string, string> };
  };
}

const msOf = (clock: string): number => {
  const [hours = 0, minutes = 0, seconds = 0, ms = 0] = clock.split(/[:.,]/).map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms;
};

describe('captions', () => {
  it('show what was written, and light each word when it is heard', async () => {
    const { captions, speech_marks } = await speak({ format: 'vtt' });

    expect(captions.startsWith('WEBVTT\n')).toBe(true);
    const shown = captions.replaceAll(/<[^>]*>/g, '');
    expect(shown).toContain('Dr. Smith paid $5, "gladly".');
    expect(shown).toContain("The rest was free &amp; easy; wasn't it?");
    const times = [...captions.matchAll(/<(\d\d:[\d:.]+)>/g)].map(([, clock]) => msOf(clock ?? ''));
    const starts = speech_marks.chunks.map(({ start_time }) => start_time);
    expect(starts).toEqual(expect.arrayContaining(times));
    // All but the first of each cue, and the sign that has no time of its own.
    expect(times.length).toBeGreaterThanOrEqual(starts.length - 3);
  });

  it.each(['srt', 'vtt', 'ttml'])(
    'are asked for in the stream too: %s, before its end',
    async (format) => {
      const answer = await speech.post('/v1/audio/stream/with-timestamps', {
        input: INPUT,
        voice_id: 'george',
        captions: { format },
      });
      const events = [...(await answer.text()).matchAll(/^data: (.*)$/gm)].map(
        ([, data]) => JSON.parse(data ?? '') as { type: string; captions?: string },
      );

      expect(events.slice(-2).map(({ type }) => type)).toEqual(['speech.captions', 'speech.done']);
      expect(events.at(-2)?.captions).toBe((await speak({ format })).captions);
    },
  );

  it('of a dialogue tell who speaks', async () => {
    const answer = await speech.post('/v1/audio/dialogue', {
      turns: [
        { voice_id: 'george', input: 'How are you?' },
        { voice_id: 'carly', input: 'Fine.' },
      ],
      captions: { format: 'vtt', highlight_words: false },
    });
    const { captions } = (await answer.json()) as { captions: string };

    expect(captions).toContain('<v george>How are you?');
    expect(captions).toContain('<v carly>Fine.');
  });

  it.each([
    ['an unknown format', { format: 'ass' }, 'captions.format'],
    ['no room', { format: 'srt', max_line_length: 5 }, 'captions.max_line_length'],
  ])('are refused with %s', async (_what, captions, field) => {
    expect((await speak(captions)).error?.fields).toHaveProperty([field]);
  });

  it('are refused where there is no place for them', async () => {
    const answer = await speech.post('/v1/audio/stream', {
      input: 'Hi.',
      voice_id: 'george',
      captions: { format: 'srt' },
    });

    expect(answer.status).toBe(400);
  });

  (hasFfmpeg ? it : it.skip).each([
    ['srt', 'subrip'],
    ['vtt', 'webvtt'],
    ['ttml', 'ttml'],
  ])(
    'as %s are read by another program, at the same times, needs ffprobe',
    async (format, codec) => {
      const { captions, speech_marks } = await speak({ format, highlight_words: false });
      if (format === 'ttml') {
        // ffmpeg writes TTML and does not read it: an XML parser has to.
        const python =
          'import sys, xml.etree.ElementTree as e; print(len(e.parse(sys.stdin).findall(".//{*}p")))';
        expect(execFileSync('python3', ['-c', python], { input: captions, encoding: 'utf8' })).toBe(
          '2\n',
        );
        return;
      }
      const folder = mkdtempSync(join(tmpdir(), 'sextant-captions-'));
      const path = join(folder, `captions.${format}`);
      writeFileSync(path, captions);
      const probed = JSON.parse(
        execFileSync(
          'ffprobe',
          ['-v', 'error', '-show_streams', '-show_packets', '-of', 'json', path],
          {
            encoding: 'utf8',
          },
        ),
      ) as { streams: { codec_name: string }[]; packets: { pts_time: string }[] };
      rmSync(folder, { recursive: true });

      expect(probed.streams[0]?.codec_name).toBe(codec);
      expect(probed.packets.map(({ pts_time }) => Math.round(Number(pts_time) * 1000))).toEqual([
        speech_marks.chunks[0]?.start_time,
        speech_marks.chunks.find(({ value }) => value === 'The')?.start_time,
      ]);
    },
  );
});
