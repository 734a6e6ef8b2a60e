import { spawnSync } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import type { Browser, Locator, Page } from 'playwright-core';
import { workspaceRoot } from '@sextant/platform-testing';
import { hasBrowser } from '@sextant/platform-testing/browser';
import { openPage, signInAt, STILL, type WatchedPage } from '../../browser.js';
import { chooseWording, editRooms, findWords, limitKey } from '../../translate-people.js';
import type { StartedPages } from '../../started-pages.js';

const TMX = `<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Good morning.</seg></tuv>
  <tuv xml:lang="es"><seg>Muy buenos días.</seg></tuv></tu></body></tmx>`;

const file = (name: string, content: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

/** Kept from run to run, and apart from that of translate's own tests, which may be fetched at the same moment. */
const MODELS = join(workspaceRoot(), '.data/test/page-models');

/** Whether LanguageTool can be had: as an operator gets it. */
function hasLanguageTool(): boolean {
  const { stderr, error } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (error !== undefined || Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) < 17) return false;
  const command = join(workspaceRoot(), 'scripts/models/models-run.mjs');
  const add = [command, 'add', 'languagetool', '--folder', MODELS];
  return spawnSync(process.execPath, add, { stdio: 'ignore' }).status === 0;
}

const isCorrected = hasBrowser && hasLanguageTool();

/** Before the start. */
export async function withLanguageTool(dataDir: string): Promise<void> {
  if (!isCorrected) return;
  const folder = join(dataDir, 'models/correctors');
  await mkdir(folder, { recursive: true });
  await symlink(join(MODELS, 'correctors/languagetool'), join(folder, 'languagetool'));
}

/** A PDF of one page. Readers find its objects themselves where it has no table of them. */
const pdf = (content: string) =>
  [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj',
    `4 0 obj<</Length ${content.length}>>stream`,
    content,
    'endstream endobj',
    '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ].join('\n');

interface Person {
  readonly username: string;
  readonly password: string;
}

/** The jobs of the page, done by an administrator at the real services. */
export const describeTranslate = (uses: () => StartedPages): void =>
  describe('the page of translate', () => {
    let origin: string;
    let users: Readonly<Record<string, Person>>;
    let browser: Browser;
    let watched: WatchedPage;
    let page: Page;

    beforeAll(async () => {
      ({ origin, browser } = uses());
      const { auth_server } = uses().credentials as { auth_server: { users: typeof users } };
      ({ users } = auth_server);
      watched = await signedIn('admin');
      ({ page } = watched);
    });
    afterAll(() => watched.close());

    const signedIn = async (name: string): Promise<WatchedPage> => {
      const opened = await openPage(browser, origin, STILL);
      await opened.page.goto(`${origin}/translate`);
      await signInAt(opened.page, users[name] ?? { username: '', password: '' });
      await opened.page.getByRole('tab', { name: 'Text' }).waitFor();
      return opened;
    };
    const openTab = async (name: string): Promise<Locator> => {
      await page.getByRole('tab', { name }).click();
      return page.getByRole('tabpanel', { name });
    };
    const choose = async (within: Locator | Page, field: string, option: string) => {
      await within.getByRole('button', { name: new RegExp(`${field}$`) }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const chooseFile = async (press: Locator, chosen: ReturnType<typeof file>) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press.click()]);
      await chooser.setFiles(chosen);
    };
    /** From English into Spanish, to be corrected afterwards. */
    const sentToCorrect = async (sent: ReturnType<typeof file>) => {
      const panel = await openTab('Documents');
      await choose(panel, 'From', 'English');
      await choose(panel, 'Into', 'Spanish');
      await panel.getByText('I want to correct the translation').click();
      await chooseFile(panel.getByRole('button', { name: 'Choose files' }), sent);
      return { panel, item: panel.getByRole('article', { name: sent.name }) };
    };
    const downloaded = async (within: Locator, button: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        within.getByRole('button', { name: button, exact: true }).click(),
      ]);
      return {
        name: download.suggestedFilename(),
        content: await readFile(await download.path(), 'utf8'),
      };
    };
    /** The rules of a language are read at its first text; until then there is a refusal. */
    const correctedOnceRead = async (panel: Locator) => {
      const found = panel.getByText(/^\d+ corrections$/);
      const refused = page.getByText(/Try again (?:later|in a few seconds)/);
      for (;;) {
        await panel.getByRole('button', { name: 'Correct', exact: true }).click();
        await found.or(refused).first().waitFor({ timeout: 60_000 });
        if (await found.isVisible()) return watched.problems.splice(0);
        // It goes by itself, but not while the pointer rests on it.
        await page.locator('.sx-toast').getByRole('button').first().click();
        await refused.first().waitFor({ state: 'hidden', timeout: 60_000 });
      }
    };
    const written = () => page.getByRole('textbox', { name: 'Text', exact: true });
    const translation = () => page.getByRole('region', { name: 'Translation', exact: true });

    it('translates while one types, says what the engine does not know, and turns around', async () => {
      await openTab('Text');
      // Nobody has chosen: what is in the reader's own language goes into another one.
      await written().fill('The house is big.');
      await translation().getByText('La casa es grande.').waitFor();
      await page.getByRole('button', { name: /Detected: English/ }).waitFor();
      await page.getByText('Translated by rules. For fluent text:').waitFor();
      await page.getByText('npm run models -- add en-es', { exact: true }).waitFor();

      await written().fill('The zorgle is big.');
      await translation().getByRole('button', { name: 'zorgle' }).focus();
      await page.getByRole('tooltip').getByText('does not know this word').waitFor();

      await written().fill('The house is big.');
      await translation().getByText('La casa es grande.').waitFor();
      await page.getByRole('button', { name: 'Swap the languages' }).click();
      await translation().getByText('The house is big.').waitFor();
      expect(await written().inputValue()).toBe('La casa es grande.');
      expect(watched.problems).toEqual([]);
    });

    it('offers other translations of the sentence that is pressed, and puts one in', async () => {
      await openTab('Text');
      await choose(page, 'From', 'English');
      await choose(page, 'Into', 'Spanish');
      await chooseWording(page);
      expect(watched.problems).toEqual([]);
    });

    it('takes a text of 150,000 characters', async () => {
      await openTab('Text');
      await choose(page, 'From', 'English');
      await choose(page, 'Into', 'Spanish');
      const sentence = 'The house is big. ';
      await written().fill(sentence.repeat(8400).trim());

      const done = async () =>
        (await translation().innerText()).match(/La casa es grande\./g)?.length ?? 0;
      // The page is there all the while; the test ends by its own deadline.
      while ((await done()) < 8400) await page.waitForTimeout(500);
      expect(await done()).toBe(8400);
      await written().fill('');
      expect(watched.problems).toEqual([]);
    });

    it('takes HTML as such', async () => {
      await openTab('Text');
      await choose(page, 'From', 'English');
      await choose(page, 'Into', 'Spanish');
      await choose(page, 'Text is', 'HTML');
      await written().fill('<p>The <b>big</b> house</p>');

      await translation().getByText('<p>La casa <b>grande</b></p>').waitFor();

      await choose(await openTab('Text'), 'Text is', 'Plain text');
      expect(watched.problems).toEqual([]);
    });

    it('translates a document, which is taken once, whatever tab is open meanwhile', async () => {
      const panel = await openTab('Documents');
      await choose(panel, 'From', 'English');
      await choose(panel, 'Into', 'Spanish');
      await chooseFile(
        panel.getByRole('button', { name: 'Choose files' }),
        file('house.html', '<!DOCTYPE html><html><body><p>The house is big.</p></body></html>'),
      );
      await openTab('Usage');
      await openTab('Documents');
      const item = panel.getByRole('article', { name: 'house.html' });
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        item.getByRole('button', { name: 'Download' }).click(),
      ]);

      expect(download.suggestedFilename()).toBe('house-es.html');
      expect(await readFile(await download.path(), 'utf8')).toContain('<p>La casa es grande.</p>');
      await item.getByText('Downloaded').waitFor();
      expect(await item.getByRole('button', { name: 'Download' }).count()).toBe(0);
      expect(watched.problems).toEqual([]);
    });

    it('gives several documents in one file', async () => {
      const panel = await openTab('Documents');
      await choose(panel, 'From', 'English');
      await choose(panel, 'Into', 'Spanish');
      const press = panel.getByRole('button', { name: 'Choose files' });
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press.click()]);
      await chooser.setFiles([
        file('one.txt', 'The house is big.'),
        file('two.txt', 'The dog eats.'),
      ]);
      const all = panel.getByRole('button', { name: 'Download all 2 in one file' });
      const [download] = await Promise.all([page.waitForEvent('download'), all.click()]);

      expect(download.suggestedFilename()).toBe('translations.zip');
      const files = unzipSync(await readFile(await download.path()));
      expect(Object.keys(files).toSorted()).toEqual(['one-es.txt', 'two-es.txt']);
      expect(strFromU8(files['one-es.txt'] ?? new Uint8Array())).toBe('La casa es grande.');
      await panel.getByText('Downloaded').first().waitFor();
      expect(await all.count()).toBe(0);
      expect(watched.problems).toEqual([]);
    });

    it('says why a document cannot be translated', async () => {
      const panel = await openTab('Documents');
      await chooseFile(
        panel.getByRole('button', { name: 'Choose files' }),
        file('picture.gif', 'no picture'),
      );

      const item = panel.getByRole('article', { name: 'picture.gif' });
      await item.getByRole('alert').getByText("Unsupported file extension 'gif'").waitFor();

      // The browser logs the refusal too.
      expect(watched.problems.splice(0).join()).toContain('400 (Bad Request)');
    });

    it('gives the texts of a document beside their translations, and takes them corrected', async () => {
      await chooseFile(
        (await openTab('Memories')).getByRole('button', { name: 'Choose a file' }),
        file('learner.tmx', TMX),
      );
      await page.getByRole('article', { name: 'learner' }).waitFor();
      const { panel, item } = await sentToCorrect(file('home.txt', 'The house is big.'));
      const xliff = await downloaded(item, 'Texts and translations (XLIFF)');
      expect(xliff.name).toBe('home.txt.xlf');
      await choose(item, 'Memory that learns from it', 'learner');
      await chooseFile(
        item.getByRole('button', { name: 'Choose the corrected file' }),
        file('home.txt.xlf', xliff.content.replace('La casa es grande.', 'El hogar es grande.')),
      );
      await item.getByText('1 texts are corrected, the memory has learned 1 segments.').waitFor();

      // Again and again: such a document stays.
      await downloaded(item, 'Download');
      expect(await downloaded(item, 'Download')).toEqual({
        name: 'home-es.txt',
        content: 'El hogar es grande.',
      });

      await chooseFile(
        item.getByRole('button', { name: 'Choose the corrected file' }),
        file('other.xlf', xliff.content.replace('id="1"', 'id="<script>"')),
      );
      await page.getByText(/Invalid file data/).waitFor();
      expect(watched.problems.splice(0).join()).toContain('400 (Bad Request)');
      await panel.getByText('I want to correct the translation').click();
      const memories = await openTab('Memories');
      await memories.getByRole('button', { name: 'Delete: learner' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await memories.getByText('No translation memories yet').waitFor();
    });

    it('edits the texts of a document in place: saved as they are written, told when two windows write', async () => {
      const { panel, item } = await sentToCorrect(
        file('rooms.html', '<p>The <b>house</b> has 2 doors.</p>\n<p>The garden is beautiful.</p>'),
      );
      await item.getByRole('button', { name: 'Edit here' }).click();

      await editRooms(watched);

      const editor = page.getByRole('region', { name: 'Translation of rooms.html' });
      const { name, content } = await downloaded(editor, 'Write and download the document');
      expect(name).toBe('rooms-es.html');
      expect(content).toContain('<b>vivienda</b>');
      expect(content).toContain('Mi huerto.');
      await editor.getByText(/^2 texts are corrected/).waitFor();
      await editor.getByRole('button', { name: 'All documents' }).click();
      await item.waitFor();
      // The page has been reloaded.
      await choose(panel, 'From', 'English');
      await choose(panel, 'Into', 'Spanish');
      expect(watched.problems.splice(0).join()).toContain('409 (Conflict)');
    });

    it('remembers translations under a key that is made here', async () => {
      const panel = await openTab('Documents');
      const key = panel.getByRole('textbox', { name: 'Key of remembered translations' });
      await key.fill('abc');
      await panel.getByText('A key has 64 digits').waitFor();
      expect(await panel.getByRole('button', { name: 'Choose files' }).count()).toBe(0);

      await panel.getByRole('button', { name: 'New key' }).click();
      expect(await key.inputValue()).toMatch(/^[0-9a-f]{64}$/);
      const send = async (name: string, words: string) => {
        await chooseFile(panel.getByRole('button', { name: 'Choose files' }), file(name, words));
        const item = panel.getByRole('article', { name });
        await item.getByRole('button', { name: 'Download' }).waitFor();
        return item;
      };
      await send('first.json', JSON.stringify({ a: 'The house is big.' }));
      const again = await send(
        'second.json',
        JSON.stringify({ a: 'The house is big.', b: 'The dog eats.' }),
      );

      await again.getByText('17 characters were remembered').waitFor();
      await again.getByText('Done: 13 characters').waitFor();
      await key.fill('');
      expect(watched.problems).toEqual([]);
    });

    it('answers a PDF as a text document where that is wished, other files as they are', async () => {
      const panel = await openTab('Documents');
      await choose(panel, 'PDF becomes', 'Word (docx)');
      const chooser = panel.getByRole('button', { name: 'Choose files' });
      await chooseFile(
        chooser,
        file('page.pdf', pdf('BT /F1 24 Tf 72 700 Td (The house is big.) Tj ET')),
      );
      await chooseFile(chooser, file('plain.txt', 'The house is big.'));

      const answer = await downloaded(panel.getByRole('article', { name: 'page.pdf' }), 'Download');
      expect(answer.name).toBe('page-es.docx');
      expect(answer.content.startsWith('PK')).toBe(true);
      const plain = await downloaded(panel.getByRole('article', { name: 'plain.txt' }), 'Download');
      expect(plain.name).toBe('plain-es.txt');
      expect(watched.problems).toEqual([]);
    });

    it('says what the service says of a PDF without words', async () => {
      const panel = await openTab('Documents');
      await choose(panel, 'PDF becomes', 'PDF');
      await chooseFile(
        panel.getByRole('button', { name: 'Choose files' }),
        file('scan.pdf', pdf('0 0 m 9 9 l S')),
      );

      const item = panel.getByRole('article', { name: 'scan.pdf' });
      await item
        .getByRole('alert')
        .getByText(/it has no text|no words are seen/)
        .waitFor();
      expect(watched.problems.splice(0).join()).toContain('400 (Bad Request)');
    });

    it('shows names and texts that are made to be run as they are written', async () => {
      const panel = await openTab('Documents');
      const name = `"><img src=x onerror="document.title='run'">.txt`;
      await chooseFile(
        panel.getByRole('button', { name: 'Choose files' }),
        file(name, '<script>document.title="run"</script> The house is big.'),
      );

      const item = panel.getByRole('article', { name });
      const { content } = await downloaded(item, 'Download');
      expect(content).toContain('<script>');
      expect(await page.title()).not.toBe('run');
      expect(watched.problems).toEqual([]);
    });

    it('shows what is wrong in a text, takes one correction and leaves another', async () => {
      const panel = await openTab('Writing');
      const text = panel.getByRole('textbox', { name: 'Your text' });
      await choose(panel, 'Language', 'American English');
      await text.fill('this is a example sentence to imprve');

      await panel.getByRole('button', { name: 'Correct', exact: true }).click();
      await panel.getByRole('button', { name: 'Accept: an', exact: true }).click();
      await panel.getByRole('button', { name: 'Ignore: this' }).click();
      await panel.getByRole('button', { name: 'Accept: improve' }).click();

      await panel.getByText('Nothing to correct').waitFor();
      expect(await text.inputValue()).toBe('this is an example sentence to improve');
      expect(watched.problems).toEqual([]);
    });

    it('keeps a dictionary of words that are right', async () => {
      const panel = await openTab('Writing');
      const text = panel.getByRole('textbox', { name: 'Your text' });
      await choose(panel, 'Language', 'American English');
      await text.fill('The sextantly word is here.');
      // The last refusal still stands above the buttons.
      const told = page.locator('.sx-toast').getByRole('button');
      while ((await told.count()) > 0) await told.first().click();
      const correct = panel.getByRole('button', { name: 'Correct', exact: true });
      await correct.click();
      await panel.getByRole('button', { name: 'Add to dictionary: sextantly' }).click();
      await panel.getByText('Your dictionary: 1 words').click();

      await page.reload();
      await openTab('Writing');
      await choose(panel, 'Language', 'American English');
      await text.fill('The sextantly word is here.');
      await correct.click();
      await panel.getByText('Nothing to correct').waitFor();

      await panel.getByText('Your dictionary: 1 words').click();
      await panel.getByRole('button', { name: 'Remove from dictionary: sextantly' }).click();
      await correct.click();
      await panel.getByRole('button', { name: 'Ignore: sextantly' }).waitFor();
      expect(watched.problems).toEqual([]);
    });

    (isCorrected ? it : it.skip).each([
      ['Spanish', 'La casas es muy grande.', 'La casa es muy grande.'],
      ['German', 'Das ist eine gutte Idee.', 'Das ist eine gute Idee.'],
    ])(
      'takes a correction of LanguageTool in %s, needs Java 17 and Maven Central',
      async (language, wrong, right) => {
        const panel = await openTab('Writing');
        const text = panel.getByRole('textbox', { name: 'Your text' });
        await choose(panel, 'Language', language);
        await text.fill(wrong);
        await correctedOnceRead(panel);

        await panel.getByRole('button', { name: 'Accept all' }).click();
        expect(await text.inputValue()).toBe(right);
      },
    );

    it('makes a glossary, with which the next text is translated', async () => {
      const panel = await openTab('Glossaries');
      await panel.getByRole('button', { name: 'New glossary' }).click();
      const dialog = page.getByRole('dialog', { name: 'New glossary' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Homes');
      await choose(dialog, 'From', 'English');
      await choose(dialog, 'Into', 'Spanish');
      await dialog.getByRole('textbox', { name: 'Term' }).fill('house');
      await dialog.getByRole('textbox', { name: 'Translation' }).fill('vivienda');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await panel.getByRole('button', { name: 'EN → ES: 1 terms' }).click();
      const entries = page.getByRole('dialog', { name: 'Homes: EN → ES' });
      await entries.waitFor();
      await page.reload();
      await entries.getByRole('textbox', { name: 'Translation' }).fill('hogar');
      await chooseFile(
        entries.getByRole('button', { name: 'Import' }),
        file('terms.tsv', 'door\tportón\n'),
      );
      await entries.getByRole('button', { name: 'Delete: door' }).waitFor();
      await entries.getByRole('button', { name: 'Save' }).click();
      await panel.getByRole('button', { name: 'EN → ES: 2 terms' }).waitFor();

      await page.reload();
      await openTab('Text');
      await choose(page, 'From', 'English');
      await choose(page, 'Into', 'Spanish');
      await choose(page, 'Glossary', 'Homes');
      await written().fill('The house is big.');

      await translation().getByRole('button', { name: 'hogar' }).focus();
      await page.getByRole('tooltip').getByText('From the glossary: house').waitFor();
      await openTab('Glossaries');
      await panel.getByRole('button', { name: 'Delete: Homes' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await panel.getByText('No glossaries yet').waitFor();
      expect(watched.problems).toEqual([]);
    });

    it('takes in a memory, finds a segment, corrects it, and gives the memory back', async () => {
      const panel = await openTab('Memories');
      await chooseFile(
        panel.getByRole('button', { name: 'Choose a file' }),
        file('greetings.tmx', TMX),
      );
      const item = panel.getByRole('article', { name: 'greetings' });
      await item.getByRole('button', { name: 'Segments' }).click();
      const dialog = page.getByRole('dialog', { name: 'greetings' });
      await dialog.waitFor();
      await page.reload();
      await dialog.getByRole('textbox', { name: 'Search' }).fill('morning');
      await dialog.getByRole('textbox', { name: 'ES' }).fill('Buenos días a todos.');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The translation is saved.').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();

      await findWords(panel);

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        item.getByRole('button', { name: 'Export' }).click(),
      ]);

      expect(await readFile(await download.path(), 'utf8')).toContain('Buenos días a todos.');
      await item.getByRole('button', { name: 'Delete: greetings' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await panel.getByText('No translation memories yet').waitFor();
      expect(watched.problems).toEqual([]);
    });

    it('shows what was used, day by day', async () => {
      const panel = await openTab('Usage');

      await panel.getByText(/^[\d,]+ of [\d,]+ characters$/).waitFor();
      await panel.getByText('As a table').click();

      const today = new Date().toISOString().slice(0, 10);
      await panel.getByRole('row', { name: new RegExp(`^${today} [1-9]`) }).waitFor();
      expect(watched.problems).toEqual([]);
    });

    it('makes a key, shows it once, limits and ends it', async () => {
      const panel = await openTab('Keys');
      await panel.getByRole('textbox', { name: 'Label' }).fill('website');
      await panel.getByRole('button', { name: 'New key' }).click();
      await panel.getByRole('button', { name: 'Show: Key' }).click();
      const key = await panel.locator('.tr-secret code').innerText();
      const usage = async () => {
        const headers = { authorization: `DeepL-Auth-Key ${key}` };
        return (await fetch(new URL('/v2/usage', page.url()), { headers })).status;
      };
      expect(await usage()).toBe(200);

      const item = panel.getByRole('article', { name: 'website' });
      await limitKey(page, 'website', '1000');
      await item.getByText('at most 1000 characters').waitFor();
      await item.getByRole('button', { name: 'Deactivate: website' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
      await item.getByText('Deactivated').waitFor();

      expect(await usage()).toBe(403);
      expect(watched.problems).toEqual([]);
    });

    it('shows keys to administrators alone', async () => {
      const other = await signedIn('student');

      await other.page.getByRole('tab', { name: 'Usage' }).click();
      await other.page.getByText(/of [\d,]+ characters$/).waitFor();

      expect(await other.page.getByRole('tab', { name: 'Keys' }).count()).toBe(0);
      expect(other.problems).toEqual([]);
      await other.close();
    });
  });
