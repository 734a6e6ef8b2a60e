import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launchBrowser } from '@sextant/platform-testing/browser';
import { findingsOf } from '../../axe.js';
import { openPage, returnTo, signInAt, STILL, type WatchedPage } from '../../browser.js';
import { sayInto } from './microphone.js';
import type { SpeechUses } from './studio/studio-page.js';

interface Credentials {
  readonly auth_server: {
    readonly users: Readonly<
      Record<string, { readonly username: string; readonly password: string }>
    >;
  };
  readonly speech: { readonly api_key: string };
}

const SAID =
  'I live in a small house near the sea, and every morning I walk along the beach with my dog.';
/** Where it is not about what is said: each look at it takes the recogniser a second of a processor. */
const SHORTLY = 'I live here with my dog.';
const LIVE = '/v1/audio/transcriptions/live';
const ANSWERED = /WebSocket connection to .* failed/;

/** What somebody says is written down. */
export const describeLive = (uses: () => SpeechUses): void =>
  describe('the live microphone', () => {
    let origin: string;
    let credentials: Credentials;
    let browser: Browser;
    let watched: WatchedPage;
    let page: Page;
    let panel: Locator;
    /** What a browser keeps of a sign-in: the first case's is that of all. */
    let signedIn: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;
    /** The words of what was said over a line that held. */
    let unbroken: readonly string[] | undefined;

    beforeAll(async () => {
      ({ origin, browser } = uses());
      credentials = uses().credentials as Credentials;
      await say(SHORTLY);
    });
    afterEach(() => watched.close());

    /** What the microphone hears: the text, and silence behind it. */
    const say = (text: string): Promise<number> =>
      sayInto({ origin, key: credentials.speech.api_key, file: uses().microphone }, text, 2);
    const open = async (
      by = browser,
      {
        permissions = ['microphone'] as string[],
        before = (_page: Page) => Promise.resolve(),
      } = {},
    ): Promise<void> => {
      const profile = signedIn === undefined ? {} : { storageState: signedIn };
      watched = await openPage(by, origin, { ...STILL, permissions, ...profile });
      ({ page } = watched);
      await before(page);
      await page.goto(`${origin}/speech/studio/live`);
      panel = page.getByRole('tabpanel', { name: 'Live' });
      const heading = panel.getByRole('heading', { name: 'Transcribe live speech' });
      if (signedIn === undefined) await signInAt(page, credentials.auth_server.users['teacher']!);
      else await returnTo(page, heading);
      await heading.waitFor();
      signedIn ??= await watched.context.storageState();
    };
    const press = (name: string) => panel.getByRole('button', { name }).click();
    const utterances = () => panel.getByRole('log').getByRole('listitem');
    const textSoFar = async () => (await utterances().allInnerTexts()).join(' ');
    const wordsOf = (text: string) => text.toLowerCase().match(/[a-z']+/g) ?? [];
    const downloaded = async (name: string): Promise<[name: string, text: string]> => {
      const [file] = await Promise.all([page.waitForEvent('download'), press(name)]);
      return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')];
    };
    /** All that was said is final: `beach` and `dog` are at its end. */
    const allIsSaid = async (): Promise<void> => {
      await utterances().last().getByText(/dog/i).waitFor();
    };
    const stop = async (): Promise<void> => {
      await press('Stop transcription');
      await panel.getByRole('button', { name: 'Start transcription' }).waitFor();
    };
    const heardAgain = async (): Promise<readonly string[]> => {
      await press('Clear text');
      await press('Start transcription');
      await allIsSaid();
      await stop();
      return wordsOf(await textSoFar());
    };

    it('shows interim words in grey, then final ones with their time, and downloads them', async () => {
      await say(SAID);
      await open();
      await page.evaluate(`window.interim = new Set();
      new MutationObserver(() => {
        const { textContent } = document.querySelector('.st-interim') ?? {};
        if (textContent) window.interim.add(textContent);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });`);
      // By keyboard.
      await panel.getByRole('button', { name: 'Start transcription' }).focus();
      await page.keyboard.press('Enter');
      await panel.getByText('Listening', { exact: true }).waitFor();
      expect(await panel.getByRole('progressbar', { name: 'Microphone level' }).count()).toBe(1);
      await allIsSaid();
      expect(await findingsOf(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await panel.getByRole('button', { name: 'Start transcription' }).waitFor();

      unbroken = wordsOf(await textSoFar());
      expect(await page.evaluate<number>('window.interim.size')).toBeGreaterThan(0);
      expect(await utterances().first().innerText()).toMatch(/^0:0\d .*(live|house)/i);
      const [txtName, txt] = await downloaded('TXT');
      const [srtName, srt] = await downloaded('SRT');
      const [vttName, vtt] = await downloaded('VTT');
      expect([txtName, srtName, vttName]).toEqual(['live.txt', 'live.srt', 'live.vtt']);
      expect(txt).toMatch(/morning/i);
      expect(srt).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n/);
      expect(vtt).toMatch(/^WEBVTT\n\n1\n00:00:0\d\.\d{3} -->/);
      await press('Clear text');
      await panel.getByText('No text yet').waitFor();
      expect(watched.problems).toEqual([]);
    });

    it('goes on when the connection breaks, without a word twice or missing', async () => {
      await say(SAID);
      let connections = 0;
      await open(browser, {
        before: (opened) =>
          opened.routeWebSocket(new RegExp(LIVE), (socket) => {
            connections += 1;
            if (connections === 2 || connections === 3) {
              setTimeout(() => void socket.close({ code: 4001 }), 100);
              return;
            }
            const server = socket.connectToServer();
            let frames = 0;
            socket.onMessage((message) => {
              frames += 1;
              // A second and a half of it: then the line is cut, and what is on it is lost.
              if (connections > 1 || frames < 32) server.send(message);
              if (connections === 1 && frames === 40) {
                void server.close();
                void socket.close({ code: 4000 });
              }
            });
          }),
      });
      await press('Start transcription');
      await panel.getByText('Reconnecting', { exact: true }).waitFor();
      await panel.getByText('Listening', { exact: true }).waitFor();
      await allIsSaid();
      await stop();

      expect(connections).toBe(4);
      const broken = wordsOf(await textSoFar());
      const whole = unbroken ?? (await heardAgain());
      expect(Math.abs(broken.length - whole.length)).toBeLessThan(3);
      // Where the line was cut, and at the end.
      for (const word of ['morning', 'beach', 'dog']) {
        expect([word, broken.filter((each) => each === word).length]).toEqual([word, 1]);
      }
      expect(watched.problems).toEqual([]);
    });

    it('goes on below the text of the run before', async () => {
      await say(SHORTLY);
      await open();
      await press('Start transcription');
      await allIsSaid();
      await stop();
      const first = await utterances().count();
      await press('Start transcription');
      await utterances().nth(first).waitFor();
      await stop();

      const times = (await utterances().allInnerTexts()).map((text) => text.slice(0, 4));
      expect(times).toEqual(times.toSorted());
      expect(watched.problems).toEqual([]);
    });

    it('writes down what was said before the microphone was unplugged, and asks before the page goes with it', async () => {
      await say(SAID);
      await open(browser, {
        before: async (opened) => {
          await opened.addInitScript(`{
          const { mediaDevices } = navigator;
          const ask = mediaDevices?.getUserMedia.bind(mediaDevices);
          if (ask) mediaDevices.getUserMedia = async (wanted) => (window.microphone = await ask(wanted));
        }`);
        },
      });
      await press('Start transcription');
      await panel.locator('.st-interim').waitFor();
      // As a browser tells it.
      await page.evaluate(`for (const track of window.microphone.getTracks()) {
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }`);

      await panel.getByRole('alert').getByText('No microphone found').waitFor();
      await panel.getByRole('button', { name: 'Start transcription' }).waitFor();
      expect(await utterances().count()).toBeGreaterThan(0);
      const [asked] = await Promise.all([
        page.waitForEvent('dialog'),
        page.evaluate('void setTimeout(() => location.reload())'),
      ]);
      expect(asked.type()).toBe('beforeunload');
      await asked.dismiss();
      expect(await utterances().count()).toBeGreaterThan(0);
      await press('Clear text');
      await page.reload();
      await panel.getByText('No text yet').waitFor();
      expect(watched.problems).toEqual([]);
    });

    it('says in the language of the page that nobody answers', async () => {
      await open(browser, {
        before: (opened) => opened.routeWebSocket(new RegExp(LIVE), () => undefined),
      });
      await press('Start transcription');

      await panel.getByRole('alert').getByText('The service did not answer.').waitFor();
      expect(watched.problems).toEqual([]);
    });

    it('fits a phone, with text in it', async () => {
      await say(SHORTLY);
      await open();
      await page.setViewportSize({ width: 390, height: 844 });
      await press('Start transcription');
      await allIsSaid();
      await stop();

      for (const colorScheme of ['light', 'dark'] as const) {
        // Half-way from one colour to another there is little contrast.
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        // For who wants to look.
        const to = process.env['PICTURES'];
        if (to !== undefined) await page.screenshot({ path: join(to, `Live ${colorScheme}.png`) });
        expect([width, ...(await findingsOf(page))]).toEqual([390]);
      }
      expect(watched.problems).toEqual([]);
    });

    it('says that no place is free while another one is heard', async () => {
      const { WebSocket } = globalThis;
      const other = new WebSocket(`${origin.replace('http', 'ws')}${LIVE}`, [
        ...['sextant.speech.live', `bearer.${credentials.speech.api_key}`],
      ]);
      const isBegun = new Promise((resolve) => {
        other.addEventListener('message', resolve);
      });
      other.addEventListener('open', () => other.send('{"type":"start"}'));
      await isBegun;
      await open();
      await press('Start transcription');

      await panel.getByRole('alert').getByText('No live transcription is free.').waitFor();
      other.send('{"type":"end"}');
      // The browser logs the refusal too.
      expect(watched.problems.splice(0).join()).toMatch(ANSWERED);
    });

    it('says that no recogniser is installed, with what to do', async () => {
      const message = 'No recogniser is installed.';
      await open(browser, {
        before: (opened) =>
          opened.routeWebSocket(new RegExp(LIVE), (socket) => {
            socket.onMessage(() => {
              const error = { code: 'transcription_unavailable', message };
              socket.send(JSON.stringify({ type: 'error', error }));
            });
          }),
      });
      await press('Start transcription');

      await panel.getByRole('alert').getByText('models -- add whisper-base').waitFor();
      await panel.getByRole('button', { name: 'Start transcription' }).waitFor();
      expect(watched.problems).toEqual([]);
    });

    it.each([
      // The one without windows neither asks for a permission nor refuses it.
      [
        'the microphone is refused',
        { isWhole: true, args: ['--use-fake-device-for-media-stream'] },
        [],
        'does not allow',
      ],
      ['there is none', {}, ['microphone'], 'No microphone found'],
    ])('says that %s', async (_what, options, permissions, text) => {
      const other = await launchBrowser(options);
      await open(other, { permissions });
      await press('Start transcription');

      await panel.getByRole('alert').getByText(text).waitFor();
      expect(await findingsOf(page)).toEqual([]);
      expect(watched.problems).toEqual([]);
      await other.close();
    });
  });
