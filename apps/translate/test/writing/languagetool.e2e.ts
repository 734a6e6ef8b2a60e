import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { modelsCommand } from '@sextant/platform-models';
import { workspaceRoot } from '@sextant/platform-testing';
import { findJava } from '../../src/writing/languagetool/languagetool-jars.js';
import { startLibreTranslateStub, type LibreTranslateStub } from '../libretranslate-stub.js';
import { startUpperCase, type RunningTranslate } from '../running-translate.js';

/** Kept from run to run: 87 MB of Maven Central. */
const MODELS = join(workspaceRoot(), '.data/test/models');

/** Whether it can be had: as an operator gets it. */
async function hasLanguageTool(): Promise<boolean> {
  if ((await findJava('java')) === undefined) return false;
  const silent = { write: () => undefined };
  const asked = { env: process.env, out: silent, err: silent };
  return (await modelsCommand(['add', 'languagetool', '--folder', MODELS], asked)) === 0;
}

const isThere = await hasLanguageTool();

(isThere ? describe : describe.skip)(
  'correction by LanguageTool, needs Java 17 and Maven Central',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'sextant-languagetool-e2e-'));
    let engine: LibreTranslateStub;
    let running: RunningTranslate;
    beforeAll(async () => {
      engine = await startLibreTranslateStub();
      running = await startUpperCase(engine, join(folder, 'blobs'), {
        LANGUAGETOOL_DIR: join(MODELS, 'correctors/languagetool'),
      });
    });
    afterAll(async () => {
      await running.close();
      await engine.close();
      rmSync(folder, { recursive: true });
    });

    /** Once its rules are read, for which nobody waits longer than for a request. */
    async function corrected(text: string, target_lang: string): Promise<unknown> {
      for (;;) {
        const response = await running.request('POST', '/v2/write/correct', {
          body: { text: [text], target_lang, show_corrections: true },
        });
        if (response.status !== 503) return await response.json();
        await pause(200);
      }
    }

    it.each([
      ['es', 'La casas es muy grande.', 'La casa es muy grande.'],
      ['fr', 'Je vais a la plage.', 'Je vais à la plage.'],
      ['it', 'Io vado alla spiagia.', 'Io vado alla spiaggia.'],
      ['pt-BR', 'As casa são bonitas.', 'As casas são bonitas.'],
      // A noun: what is suggested for other words costs several seconds of Java.
      ['de', 'Das ist eine gute Iddee.', 'Das ist eine gute Idee.'],
    ])(
      'is offered and done in %s',
      async (language, text, right) => {
        expect(await corrected(text, language)).toMatchObject({
          improvements: [
            { text: right, corrections: [{ explanation: expect.stringMatching(/\w/) }] },
          ],
        });
      },
      240_000,
    );

    it('leaves English to the checker inside, and placeholders alone', async () => {
      expect(await corrected('This is a example.', 'en-US')).toMatchObject({
        improvements: [{ text: 'This is an example.' }],
      });
      expect(await corrected('La casas {nombres} es grande.', 'es')).toMatchObject({
        improvements: [{ text: expect.stringContaining('{nombres}') }],
      });
    });
  },
);

describe('without LanguageTool', () => {
  it('a language that it has is refused with what brings it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sextant-languagetool-none-'));
    const engine = await startLibreTranslateStub();
    const running = await startUpperCase(engine, folder);

    const response = await running.request('POST', '/v2/write/correct', {
      body: { text: ['La casas.'], target_lang: 'es' },
    });
    await running.close();
    await engine.close();
    rmSync(folder, { recursive: true });

    expect(response.status).toBe(400);
    expect(await response.text()).toContain('npm run models -- add languagetool');
  });
});
