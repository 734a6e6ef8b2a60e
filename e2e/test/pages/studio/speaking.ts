import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { openPage } from '../../../browser.js';
import { litPixelsAt, openPlayer } from '../../../lit-captions.js';
import { SAMPLE, type StudioPage } from './studio-page.js';

/** Seconds by the clock of what plays it. */
interface Playback {
  readonly lit: readonly { readonly word: string; readonly at: number }[];
  readonly begun: readonly number[];
  readonly frames: readonly number[];
}

/** Speech of a text. */
export const speakingCases = (at: () => StudioPage): void => {
  it('speaks a text, lights each word in its time, and jumps to one', async () => {
    const { page, watched, openTab, words, lit } = at();
    const panel = await openTab('Text to speech');
    await write(panel, 'Good morning, my dear friends.');
    // What is heard, and when by the clock of what plays it; and when there was a frame to draw it in.
    await page.evaluate(`
      window.lit = [];
      window.begun = [];
      window.frames = [];
      const draw = () => {
        if (window.heardBy) window.frames.push(window.heardBy.currentTime);
        window.frame = requestAnimationFrame(draw);
      };
      draw();
      const { start } = AudioBufferSourceNode.prototype;
      AudioBufferSourceNode.prototype.start = function (when, ...rest) {
        window.begun.push(when);
        window.heardBy = this.context;
        window.handedSeconds = (window.handedSeconds ?? 0) + this.buffer.duration;
        return start.call(this, when, ...rest);
      };
      new MutationObserver(() => {
        const word = document.querySelector('[aria-current="true"]')?.textContent;
        const last = window.lit.at(-1);
        if (word && last?.word !== word) window.lit.push({ word, at: window.heardBy.currentTime });
      }).observe(document.body, { subtree: true, childList: true, attributes: true });`);

    await panel.getByRole('button', { name: 'Generate audio', exact: true }).click();
    await panel.getByRole('button', { name: 'Play', exact: true }).waitFor();

    const played = await page.evaluate<Playback>(
      'cancelAnimationFrame(window.frame), ({ lit: window.lit, begun: window.begun, frames: window.frames })',
    );
    const marks = await marksOf(at(), 'Good morning, my dear friends.');
    const said = ['Good', 'morning', 'my', 'dear', 'friends'];
    const lateSeconds = latenessOf(played, { said, marks });
    // Never before it is heard, but for a frame, and not a word later.
    expect(Math.min(...lateSeconds)).toBeGreaterThan(-0.04);
    expect(Math.max(...lateSeconds)).toBeLessThan(1);
    // The text stands there once.
    expect(await panel.getByRole('textbox', { name: 'Text' }).count()).toBe(0);
    await words(panel).getByRole('button', { name: 'dear' }).click();
    await lit(panel, /dear|friends/).waitFor();
    await panel.getByRole('button', { name: 'Pause' }).click();
    expect(watched.problems).toEqual([]);
  });

  it('goes to any place, by keyboard too, and speaks at another speed', async () => {
    const { page, watched, openTab, choose } = at();
    const panel = await openTab('Text to speech');
    await write(panel, SAMPLE);
    await panel.getByRole('button', { name: 'Generate audio', exact: true }).click();
    const player = panel.getByRole('group', { name: 'Player' });
    const position = player.getByRole('slider', { name: 'Position' });
    await player.getByRole('button', { name: 'Pause' }).click();
    await panel.getByRole('progressbar').waitFor({ state: 'detached' });

    await position.focus();
    await page.keyboard.press('End');
    const isAtEnd = async () =>
      /^(\d:\d\d) of \1$/.test((await position.getAttribute('aria-valuetext')) ?? '');
    while (!(await isAtEnd())) await sleep(50);
    await page.keyboard.press('Home');
    while ((await position.inputValue()) !== '0') await sleep(50);
    await choose(player, 'Speed', '2×');
    // A word is lit for a tenth of a second: whoever looks now and then misses it.
    await page.evaluate(`window.handedSeconds = 0;
      window.seen = new Set();
      new MutationObserver(() => {
        window.seen.add(document.querySelector('[aria-current="true"]')?.textContent);
      }).observe(document.body, { subtree: true, childList: true, attributes: true });`);
    await player.getByRole('button', { name: 'Play', exact: true }).click();
    await player.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await player.getByRole('button', { name: 'Play', exact: true }).waitFor();

    expect(await page.evaluate<string[]>('[...window.seen]')).toEqual(
      expect.arrayContaining(['I', 'live', 'dog', 'bed', 'early']),
    );

    const whole = Number(await position.getAttribute('max')) / 1000;
    const handed = await page.evaluate<number>('window.handedSeconds');
    expect(handed / whole).toBeCloseTo(0.5, 1);
    expect(watched.problems).toEqual([]);
  });

  it('says where SSML is wrong', async () => {
    const { watched, openTab } = at();
    const panel = await openTab('Text to speech');
    await write(panel, '<speak>\n  <bogus/>\n</speak>');

    await panel.getByRole('button', { name: 'Generate audio', exact: true }).click();

    await panel
      .getByRole('alert')
      .getByText(/line 2.*column \d/i)
      .waitFor();
    // The browser logs the refusal too.
    expect(watched.problems.splice(0).join()).toContain('400 (Bad Request)');
  });

  it('gives speech as a file, with captions beside it', async () => {
    const { page, watched, openTab, choose } = at();
    const panel = await openTab('Text to speech');
    await write(panel, 'Good morning.');
    await choose(panel, 'Captions', 'VTT');
    const files: string[] = [];
    page.on('download', (download) => files.push(download.suggestedFilename()));

    const [audio] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Download' }).click(),
    ]);
    while (files.length < 2) await sleep(20);

    expect(files).toEqual(['speech.mp3', 'speech.vtt']);
    expect((await readFile(await audio.path())).subarray(0, 2).toString('hex')).toMatch(
      /^fff|^4944/,
    );
    expect(watched.problems).toEqual([]);
  });

  it('has captions whose words a browser lights when they are heard', async () => {
    const { origin, apiKey, browser } = at();
    const input = 'A good captain never leaves the ship before everybody else.';
    const answer = await fetch(`${origin}/v1/audio/speech`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ input, voice_id: 'george', captions: { format: 'vtt' } }),
    });
    const { audio_data, captions, speech_marks } = (await answer.json()) as {
      audio_data: string;
      captions: string;
      speech_marks: { chunks: { start_time: number }[] };
    };
    const player = await openPage(browser, origin);
    await openPlayer(player.page, { audio: Buffer.from(audio_data, 'base64'), captions });

    // Between two words there is one more than before, and never earlier.
    const starts = speech_marks.chunks.map(({ start_time }) => start_time);
    const lit: number[] = [];
    for (const [index, start] of starts.slice(1).entries()) {
      lit.push(await litPixelsAt(player.page, (start - 30) / 1000));
      lit.push(await litPixelsAt(player.page, (start + 60) / 1000));
      const [before = 0, after = 0] = lit.slice(-2);
      expect({ word: index + 1, isLit: after > before }).toEqual({
        word: index + 1,
        isLit: true,
      });
    }
    await player.close();
  });
};

/** The text is written again, whatever was heard. */
const write = async (panel: Locator, input: string) => {
  const edit = panel.getByRole('button', { name: 'Edit text' });
  if (await edit.isVisible()) await edit.click();
  await panel.getByRole('textbox', { name: 'Text' }).fill(input);
};

/**
 * By how many seconds each word was lit after its time. Words are lit in their order, and none is left out for which there
 * were frames: one in which the page notices, one in which it draws, one more. A busy browser has none for a short word.
 */
function latenessOf(
  { lit, begun: [start = 0], frames }: Playback,
  { said, marks }: { readonly said: readonly string[]; readonly marks: readonly number[] },
): readonly number[] {
  const times = marks.map((ms) => start + ms / 1000);
  const framesOf = (at: number) =>
    frames.filter((time) => time >= times[at]! && time < (times[at + 1] ?? Infinity)).length;
  const litWords = lit.map(({ word }) => word);
  const expected = said.filter((word, at) => litWords.includes(word) || framesOf(at) > 2);
  expect(litWords).toEqual(expected);
  expect(litWords).toContain(said.at(-1));
  return lit.map(({ word, at }) => at - times[said.indexOf(word)]!);
}

const marksOf = async ({ origin, apiKey }: StudioPage, input: string): Promise<number[]> => {
  const response = await fetch(`${origin}/v1/audio/speech`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ input, voice_id: 'george' }),
  });
  const { speech_marks } = (await response.json()) as {
    speech_marks: { chunks: { start_time: number }[] };
  };
  return speech_marks.chunks.map(({ start_time }) => start_time);
};
