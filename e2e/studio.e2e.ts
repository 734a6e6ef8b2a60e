import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { hasBrowser, launch, openPage, type WatchedPage } from './browser.js';
import { litPixelsAt, openPlayer } from './lit-captions.js';
import { makePlace, StartRun } from './started-stack.js';

jest.setTimeout(240_000);

interface Credentials {
  readonly auth_server: {
    readonly users: Readonly<
      Record<string, { readonly username: string; readonly password: string }>
    >;
  };
  readonly speech: { readonly api_key: string };
}

const SAMPLE =
  'I live in a small house near the sea, and every morning I walk along the beach with my dog. ' +
  'In the evening I read a book, or I listen to the radio, and then I go to bed early.';

/** The jobs of the studio, done by a person at the real services; a file is what the microphone hears. */
(hasBrowser ? describe : describe.skip)('the studio of speech (needs CHROMIUM)', () => {
  let run: StartRun;
  let origin: string;
  let credentials: Credentials;
  let folder: string;
  let heard: string;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sextant-studio-'));
    heard = join(folder, 'microphone.wav');
    run = new StartRun(await makePlace(), ['--only', 'auth-server,speech']);
    await run.isStarted();
    // Cookies belong to a name.
    origin = run.place.gateway.replace('127.0.0.1', 'localhost');
    const file = await readFile(join(run.place.dataDir, 'dev-credentials.json'), 'utf8');
    credentials = JSON.parse(file) as Credentials;
    browser = await launch([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${heard}%noloop`,
    ]);
    watched = await signedIn('teacher');
    ({ page } = watched);
  });
  afterAll(async () => {
    await browser.close();
    await run.stop();
    StartRun.stopAll();
    await rm(run.place.dataDir, { recursive: true, force: true });
    await rm(folder, { recursive: true });
  });

  const signedIn = async (name: string): Promise<WatchedPage> => {
    const { username = '', password = '' } = credentials.auth_server.users[name] ?? {};
    const opened = await openPage(browser, origin, { permissions: ['microphone'] });
    await opened.page.goto(`${origin}/speech/studio`);
    await opened.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await opened.page.getByLabel('User name or e-mail address').fill(username);
    await opened.page.getByLabel('Password').fill(password);
    await opened.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await opened.page.getByRole('tab', { name: 'Speak' }).waitFor();
    return opened;
  };
  const openTab = async (name: string): Promise<Locator> => {
    await page.getByRole('tab', { name }).click();
    return page.getByRole('tabpanel', { name });
  };
  const choose = async (within: Locator, field: string, option: string) => {
    await within.getByRole('button', { name: new RegExp(`${field}$`) }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const words = () => page.getByRole('region', { name: 'As it is spoken' });
  const chooseFile = async (press: Locator, name: string, content: string) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press.click()]);
    await chooser.setFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(content) });
  };
  /** What somebody says into the microphone, in milliseconds. */
  const say = async (text: string): Promise<number> => {
    const response = await fetch(`${origin}/v1/audio/stream`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${credentials.speech.api_key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ input: text, voice_id: 'henry', output_format: 'wav_48000' }),
    });
    const wav = Buffer.from(await response.arrayBuffer());
    // The sizes of a stream are not known when it begins, and the browser wants them.
    wav.writeUInt32LE(wav.length - 8, 4);
    wav.writeUInt32LE(wav.length - 44, 40);
    await writeFile(heard, wav);
    return (wav.length - 44) / 96;
  };

  it('speaks a text, lights each word in its time, and jumps to one', async () => {
    const panel = await openTab('Speak');
    await panel.getByRole('textbox', { name: 'Text' }).fill('Good morning, my dear friends.');
    // What is heard, and when by the clock of what plays it.
    await page.evaluate(`
      window.lit = [];
      window.begun = [];
      const { start } = AudioBufferSourceNode.prototype;
      AudioBufferSourceNode.prototype.start = function (when, ...rest) {
        window.begun.push(when);
        window.heardBy = this.context;
        return start.call(this, when, ...rest);
      };
      new MutationObserver(() => {
        const word = document.querySelector('[aria-current="true"]')?.textContent;
        const last = window.lit.at(-1);
        if (word && last?.word !== word) window.lit.push({ word, at: window.heardBy.currentTime });
      }).observe(document.body, { subtree: true, childList: true, attributes: true });`);

    await panel.getByRole('button', { name: 'Speak', exact: true }).click();
    await panel.getByRole('button', { name: 'Continue' }).waitFor();

    const { lit, begun } = await page.evaluate<{
      lit: { word: string; at: number }[];
      begun: number[];
    }>('({ lit: window.lit, begun: window.begun })');
    expect(lit.map(({ word }) => word)).toEqual(['Good', 'morning', 'my', 'dear', 'friends']);
    const marks = await marksOf('Good morning, my dear friends.');
    const lateSeconds = lit.map(({ at }, index) => at - begun[0]! - marks[index]! / 1000);
    // Never before it is heard, but for a frame, and not a word later.
    expect(Math.min(...lateSeconds)).toBeGreaterThan(-0.04);
    expect(Math.max(...lateSeconds)).toBeLessThan(1);
    await words().getByRole('button', { name: 'dear' }).click();
    await words()
      .locator('[aria-current="true"]', { hasText: /dear|friends/ })
      .waitFor();
    await panel.getByRole('button', { name: 'Pause' }).click();
    expect(watched.problems).toEqual([]);
  });

  const marksOf = async (input: string): Promise<number[]> => {
    const response = await fetch(`${origin}/v1/audio/speech`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${credentials.speech.api_key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ input, voice_id: 'george' }),
    });
    const { speech_marks } = (await response.json()) as {
      speech_marks: { chunks: { start_time: number }[] };
    };
    return speech_marks.chunks.map(({ start_time }) => start_time);
  };

  it('says where SSML is wrong', async () => {
    const panel = await openTab('Speak');
    await panel.getByRole('textbox', { name: 'Text' }).fill('<speak>\n  <bogus/>\n</speak>');

    await panel.getByRole('button', { name: 'Speak', exact: true }).click();

    await panel
      .getByRole('alert')
      .getByText(/line 2.*column \d/i)
      .waitFor();
    // The browser itself tells of the refusal.
    expect(watched.problems.splice(0).join()).toContain('400 (Bad Request)');
  });

  it('gives speech as a file, with captions beside it', async () => {
    const panel = await openTab('Speak');
    await panel.getByRole('textbox', { name: 'Text' }).fill('Good morning.');
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
    const input = 'A good captain never leaves the ship before everybody else.';
    const answer = await fetch(`${origin}/v1/audio/speech`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${credentials.speech.api_key}`,
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
      expect({ word: index + 1, isLit: after > before }).toEqual({ word: index + 1, isLit: true });
    }
    await player.close();
  });

  it('plays one sentence of a voice', async () => {
    const panel = await openTab('Voices');
    await panel.getByRole('textbox', { name: 'Search' }).fill('george');
    const preview = panel.getByRole('button', { name: 'Preview: George', exact: true });

    await preview.click();
    await panel.locator('[data-pending]').waitFor();
    await panel.locator('[data-pending]').waitFor({ state: 'detached' });

    expect(watched.problems).toEqual([]);
  });

  it('makes a lexicon, changes it, and speaks with it', async () => {
    const panel = await openTab('Lexicons');
    await panel.getByRole('button', { name: 'New lexicon' }).click();
    const dialog = page.getByRole('dialog', { name: 'New lexicon' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Names');
    await dialog.getByRole('textbox', { name: 'Word' }).fill('Xiu');
    await dialog.getByRole('textbox', { name: 'Said as' }).fill('shoe');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const item = panel.getByRole('article', { name: 'Names' });
    await item.getByText('en: 1 words').waitFor();
    await item.getByRole('button', { name: 'Change: Names' }).click();
    const change = page.getByRole('dialog', { name: 'Names' });
    await change.getByRole('button', { name: 'Add a word' }).click();
    await change.getByRole('textbox', { name: 'Word' }).nth(1).fill('tomato');
    await choose(change.getByRole('listitem').nth(1), 'By', 'Sounds (IPA)');
    await change.getByRole('textbox', { name: 'Said as' }).nth(1).fill('təˈmɑːtəʊ');
    await change.getByRole('button', { name: 'Save' }).click();
    await item.getByText('en: 2 words').waitFor();
    await chooseFile(
      panel.getByRole('button', { name: 'Choose a file' }),
      'places.pls',
      `<?xml version="1.0"?><lexicon version="1.0" alphabet="ipa" xml:lang="en"
        xmlns="http://www.w3.org/2005/01/pronunciation-lexicon"><lexeme><grapheme>Leicester</grapheme>
        <alias>Lester</alias></lexeme></lexicon>`,
    );
    await panel.getByRole('article', { name: 'places' }).getByText('en: 1 words').waitFor();

    await panel.getByRole('button', { name: 'Delete: Names' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await item.waitFor({ state: 'detached' });
    expect(watched.problems).toEqual([]);
  });

  it('shows how much was spoken, day by day', async () => {
    const usage = await openTab('Usage');

    await usage.getByText(/^[\d,]+ characters, [\d.,]+ minutes of speech$/).waitFor();
    // What the cases above had spoken is the last day's.
    const rows = await usage.locator('tbody tr').allTextContents();
    expect(rows).toHaveLength(30);
    expect(rows.at(-1)).toMatch(/^\d{4}-\d\d-\d\d[1-9][\d,]*$/);
    expect(watched.problems).toEqual([]);
  });

  it('makes a voice by microphone after spoken consent, for its maker alone, and takes it back', async () => {
    const panel = await openTab('Voices');
    await panel.getByRole('textbox', { name: 'Full name of who speaks' }).fill('Ada Lovelace');
    await panel.getByRole('button', { name: 'Get the sentence' }).click();
    const phrase = await panel.locator('blockquote').innerText();
    const record = async (name: string, text: string) => {
      const part = panel.getByRole('region', { name, exact: true });
      const ms = await say(text);
      await part.getByRole('button', { name: 'Record', exact: true }).click();
      await part.getByRole('progressbar').waitFor();
      await sleep(ms + 500); // as long as somebody speaks
      await part.getByRole('button', { name: 'Stop' }).click();
      await part.getByText('Recorded').waitFor();
    };
    await record('Consent', phrase);
    await record('Sample', SAMPLE);
    await panel.getByRole('button', { name: 'Make the voice' }).click();

    const own = panel.getByRole('list', { name: 'Your voices' });
    await own.getByRole('article', { name: 'Ada Lovelace' }).waitFor();
    const other = await signedIn('student');
    await other.page.getByRole('tab', { name: 'Voices' }).click();
    await other.page.getByRole('list', { name: 'All voices' }).waitFor();
    expect(await other.page.getByRole('list', { name: 'Your voices' }).count()).toBe(0);
    await other.close();
    await own.getByRole('button', { name: 'Withdraw consent: Ada Lovelace' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent' }).click();
    await own.waitFor({ state: 'detached' });
    expect(watched.problems).toEqual([]);
  });
});
