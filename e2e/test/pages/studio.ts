import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { findingsOf } from '../../axe.js';
import { openPage, signInAt, STILL, type WatchedPage } from '../../browser.js';
import { litPixelsAt, openPlayer } from '../../lit-captions.js';
import type { StartedPages } from '../../started-pages.js';
import { sayInto } from './microphone.js';

export interface SpeechUses extends StartedPages {
  /** The file that it hears. */
  readonly microphone: string;
}

interface Credentials {
  readonly auth_server: {
    readonly users: Readonly<
      Record<string, { readonly username: string; readonly password: string }>
    >;
  };
  readonly speech: { readonly api_key: string };
}

const VIEWS = [
  ...[
    'Text to speech',
    'Voices',
    'Dialogues',
    'Books',
    'Transcription',
    'Live',
    'Lexicons',
    'Usage',
  ],
];

const SAMPLE =
  'I live in a small house near the sea, and every morning I walk along the beach with my dog. ' +
  'In the evening I read a book, or I listen to the radio, and then I go to bed early.';

/** The jobs of the studio, done by a person at the real services; a file is what the microphone hears. */
export const describeStudio = (uses: () => SpeechUses): void =>
  describe('the studio of speech', () => {
    let origin: string;
    let credentials: Credentials;
    let heard: string;
    let browser: Browser;
    let watched: WatchedPage;
    let page: Page;

    beforeAll(async () => {
      ({ origin, browser, microphone: heard } = uses());
      credentials = uses().credentials as Credentials;
      watched = await signedIn('teacher');
      ({ page } = watched);
    });
    afterAll(() => watched.close());

    const signedIn = async (name: string): Promise<WatchedPage> => {
      const { username = '', password = '' } = credentials.auth_server.users[name] ?? {};
      const opened = await openPage(browser, origin, { ...STILL, permissions: ['microphone'] });
      await opened.page.goto(`${origin}/speech/studio`);
      await signInAt(opened.page, { username, password });
      await opened.page.getByRole('tab', { name: 'Text to speech' }).waitFor();
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
    const words = (within: Locator, name = 'Text') =>
      within.getByRole('region', { name, exact: true });
    const lit = (within: Locator, text: string | RegExp) =>
      within.locator('[aria-current="true"]', { hasText: text });
    /** The text is written again, whatever was heard. */
    const write = async (panel: Locator, input: string) => {
      const edit = panel.getByRole('button', { name: 'Edit text' });
      if (await edit.isVisible()) await edit.click();
      await panel.getByRole('textbox', { name: 'Text' }).fill(input);
    };
    const dropFile = async (panel: Locator, name: string, buffer: Buffer) => {
      const press = panel.getByRole('button', { name: 'Choose a file' });
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press.click()]);
      await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer });
    };
    const downloaded = async (press: Locator): Promise<[name: string, bytes: Buffer]> => {
      const [file] = await Promise.all([page.waitForEvent('download'), press.click()]);
      return [file.suggestedFilename(), await readFile(await file.path())];
    };
    const chooseFile = async (press: Locator, name: string, content: string) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press.click()]);
      await chooser.setFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(content) });
    };
    /** What somebody says into the microphone, in milliseconds. */
    const say = (text: string): Promise<number> =>
      sayInto({ origin, key: credentials.speech.api_key, file: heard }, text);

    it('speaks a text, lights each word in its time, and jumps to one', async () => {
      const panel = await openTab('Text to speech');
      await write(panel, 'Good morning, my dear friends.');
      // What is heard, and when by the clock of what plays it.
      await page.evaluate(`
      window.lit = [];
      window.begun = [];
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

      const { lit: heardWords, begun } = await page.evaluate<{
        lit: { word: string; at: number }[];
        begun: number[];
      }>('({ lit: window.lit, begun: window.begun })');
      expect(heardWords.map(({ word }) => word)).toEqual([
        'Good',
        'morning',
        'my',
        'dear',
        'friends',
      ]);
      const marks = await marksOf('Good morning, my dear friends.');
      const lateSeconds = heardWords.map(({ at }, index) => at - begun[0]! - marks[index]! / 1000);
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
        expect({ word: index + 1, isLit: after > before }).toEqual({
          word: index + 1,
          isLit: true,
        });
      }
      await player.close();
    });

    it('finds voices by language and kind, in the address too, and plays a sample of one', async () => {
      const panel = await openTab('Voices');
      await choose(panel, 'Language', 'English');
      await choose(panel, 'Kind', 'Formant');
      await panel.getByRole('textbox', { name: 'Search' }).fill('george');
      const card = panel.getByRole('article', { name: 'George', exact: true });
      await panel.getByText(/^1 of \d{3} voices$/).waitFor();
      expect(await card.innerText()).toMatch(/Formant\s+American English\s+GPL-3.0-or-later/);
      await page.reload();
      await panel.getByText(/^1 of \d{3} voices$/).waitFor();
      expect(new URL(page.url()).search).toBe('?language=en&kind=formant&search=george');

      await card.getByRole('button', { name: 'Sample: George' }).click();
      await card.getByRole('button', { name: 'Stop: George' }).waitFor();
      await card.getByRole('button', { name: 'Sample: George' }).waitFor();
      await panel.getByRole('textbox', { name: 'Search' }).fill('nobody at all');
      await panel.getByRole('button', { name: 'Clear filters' }).click();
      expect(new URL(page.url()).search).toBe('');

      await panel.getByRole('textbox', { name: 'Search' }).fill('carly');
      await panel.getByRole('button', { name: 'Use voice: Carly' }).click();
      const speak = page.getByRole('tabpanel', { name: 'Text to speech' });
      await speak.getByRole('group', { name: 'Voice' }).getByText('Carly').waitFor();
      expect(new URL(page.url()).search).toBe('?voice=carly');
      expect(watched.problems).toEqual([]);
    });

    it('has a dialogue spoken, each word lit in its turn', async () => {
      const panel = await openTab('Dialogues');
      await panel.getByRole('textbox', { name: 'Turn 1' }).fill('Good morning.');
      await panel.getByRole('textbox', { name: 'Turn 2' }).fill('How are you?');
      await panel
        .getByRole('region', { name: 'Turn 2' })
        .getByRole('button', { name: 'Change voice' })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Choose a voice' });
      await dialog.waitFor();
      expect(new URL(page.url()).searchParams.get('ask')).toBe('Turn 2');
      await page.goBack();
      await dialog.waitFor({ state: 'detached' });
      await page.goForward();
      await dialog.getByRole('textbox', { name: 'Search' }).fill('carly');
      await dialog.getByRole('button', { name: 'Use voice: Carly' }).click();

      await panel.getByRole('button', { name: 'Generate audio' }).click();
      await panel.getByRole('button', { name: 'Play', exact: true }).click();
      await lit(words(panel, 'Turn 1'), 'morning').waitFor();
      await lit(words(panel, 'Turn 2'), 'you').waitFor();
      const [name, captions] = await downloaded(
        panel.getByRole('button', { name: 'Download captions' }),
      );

      expect(name).toBe('dialogue.vtt');
      expect(captions.toString()).toMatch(/<v george>.*Good.*\n\n.*\n<v carly>.*How/);
      await panel.getByRole('heading', { name: 'Carly' }).waitFor();
      expect(watched.problems).toEqual([]);
    });

    it('makes a book of a document, with an address of its own, and plays its chapters', async () => {
      const panel = await openTab('Books');
      await dropFile(
        panel,
        'Two days.md',
        Buffer.from('# Monday\n\nIt rained.\n\n# Tuesday\n\nThe sun came out.\n'),
      );
      await panel.getByText('Complete', { exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/speech\/studio\/books\/[0-9a-f-]{36}$/);
      await page.reload();

      await panel.getByRole('button', { name: 'Listen' }).click();
      await panel.getByRole('button', { name: 'Pause' }).waitFor();
      await panel.getByRole('button', { name: 'Tuesday' }).click();
      await panel.locator('li[aria-current="true"]', { hasText: 'Tuesday' }).waitFor();
      const [name, recording] = await downloaded(
        panel.getByRole('button', { name: 'Download audio' }),
      );
      expect(name).toBe('Two days.mp3');
      expect(recording.subarray(0, 3).toString()).toBe('ID3');

      await panel.getByRole('button', { name: 'Delete: Two days' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await panel.getByText('No books yet').waitFor();
      expect(watched.problems).toEqual([]);
    });

    it('writes a recording down, lights its words, and exports them', async () => {
      await say('good morning my friends');
      const panel = await openTab('Transcription');
      await dropFile(panel, 'hello.wav', await readFile(heard));
      const said = words(panel, 'Transcript');
      await panel.getByRole('button', { name: 'SRT' }).waitFor();
      const word = said.getByRole('button').nth(1);
      await word.click();
      await lit(said, (await word.innerText()).trim())
        .or(lit(said, /./))
        .first()
        .waitFor();

      const [srtName, srt] = await downloaded(panel.getByRole('button', { name: 'SRT' }));
      const [txtName, txt] = await downloaded(panel.getByRole('button', { name: 'TXT' }));

      expect([srtName, txtName]).toEqual(['hello.srt', 'hello.txt']);
      expect(srt.toString()).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n/);
      expect(txt.toString().toLowerCase()).toContain('morning');
      expect(watched.problems).toEqual([]);
    });

    it.each([
      ['light', 1280],
      ['dark', 1280],
      ['light', 390],
      ['dark', 390],
    ] as const)(
      'fits and is accessible in every view: %s, %d pixels',
      async (colorScheme, width) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 844 });
        for (const name of VIEWS) {
          await openTab(name);
          await page.getByRole('tabpanel').locator('h2, h3, button, p').first().waitFor();
          await expectFit(name, width, colorScheme);
        }
        await openTab('Voices');
        await page.getByRole('button', { name: 'Create a voice' }).click();
        await page.getByRole('heading', { name: 'A voice of your own' }).waitFor();
        await expectFit('A new voice', width, colorScheme);
        await page.getByRole('button', { name: 'All voices' }).click();
        await page.setViewportSize({ width: 1280, height: 800 });
        expect(watched.problems).toEqual([]);
      },
    );
    const expectFit = async (name: string, width: number, scheme: string) => {
      const found = await page.evaluate<number>('document.documentElement.scrollWidth');
      // For who wants to look.
      const to = process.env['PICTURES'];
      const path = join(to ?? '', `${name} ${scheme} ${width}.png`);
      if (to !== undefined) await page.screenshot({ path, fullPage: true });
      expect([name, found, ...(await findingsOf(page))]).toEqual([name, width]);
    };

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
      await change.waitFor();
      await page.reload();
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
      await panel.getByRole('button', { name: 'Create a voice' }).click();
      await panel.getByRole('textbox', { name: 'Full name of the speaker' }).fill('Ada Lovelace');
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
      await panel.getByRole('button', { name: 'Create voice' }).click();

      const own = panel.getByRole('article', { name: 'Ada Lovelace' });
      await own.getByText('Yours').waitFor();
      const other = await signedIn('student');
      await other.page.getByRole('tab', { name: 'Voices' }).click();
      await other.page.getByRole('list', { name: 'Voices' }).waitFor();
      expect(await other.page.getByRole('article', { name: 'Ada Lovelace' }).count()).toBe(0);
      await other.close();
      await own.getByRole('button', { name: 'Withdraw consent: Ada Lovelace' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent' }).click();
      await own.waitFor({ state: 'detached' });
      expect(watched.problems).toEqual([]);
    });
  });
