import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Translator } from '../../translation/translator.js';
import {
  direction,
  noDetector,
  OWNER,
  translateTexts,
  translatorParts,
} from '../../../test/ports.js';
import { ApertiumEngine, type ApertiumOptions } from './apertium-engine.js';
import { DEBIAN_MODES_DIRECTORY } from './modes/modes.js';

const silent = { info: () => undefined, warn: () => undefined };
const EN_ES = direction('en', 'es');
const ES_PT = direction('es', 'pt');

/** An unknown word, which every mode passes on unchanged. */
const marker = (n: number) =>
  `Zq${n.toString().replace(/\d/g, (digit) => 'bcdfghjkvw'[Number(digit)]!)}x`;

const SIGNS = '^ $ / [ ] \\ < > { } @ # * + ~'.split(' ').concat(' ', '.', 'a');

const SECOND = 1000;

// Other processes may keep the machine busy.

describe('ApertiumEngine', () => {
  const started: ApertiumEngine[] = [];

  const setUp = (options: ApertiumOptions = {}) => {
    const engine = new ApertiumEngine(options, silent);
    started.push(engine);
    return engine;
  };

  afterEach(async () => {
    for (const engine of started.splice(0)) await engine.close();
  });

  describe('with the pairs of Debian', () => {
    let engine: ApertiumEngine;
    let translator: Translator;

    beforeAll(async () => {
      engine = new ApertiumEngine({}, silent);
      translator = new Translator(...translatorParts([engine], noDetector));
      await engine.warm([EN_ES, ES_PT]);
    });

    afterAll(() => engine.close());

    const translate = async (targetLang: string, texts: readonly string[], sourceLang = 'EN') =>
      (await translator.translate({ owner: OWNER, texts, targetLang, sourceLang })).map(
        ({ text }) => text,
      );

    it('translates', async () => {
      expect(await translate('ES', ['The house is big.', 'He saw it'])).toEqual([
        'La casa es grande.',
        'Lo vio',
      ]);
    });

    it('leaves no space beside a line break where a word is dropped, and quotes as they are', async () => {
      expect(
        await translateTexts(engine, EN_ES, [
          'How are you?\nI am fine.',
          'How are\n  you?',
          'The ‘big dog’ isn’t “fine”.',
        ]),
      ).toEqual(['Cómo eres?\nSoy bien.', 'Cómo eres?\n  ', 'El ‘perro grande’ no es “bien”.']);
    });

    it('goes through Spanish from English to Portuguese', async () => {
      expect(await translate('PT', ['The house is big.'])).toEqual(['A casa é grande.']);
    });

    it('uses the mode of a variant', async () => {
      const texts = ['El autobús llega a la estación.'];

      expect(await translate('PT', texts, 'ES')).not.toEqual(await translate('PT-BR', texts, 'ES'));
      expect(await translate('PT-PT', texts, 'ES')).toEqual(await translate('PT', texts, 'ES'));
    });

    it('gives back special characters, NUL, addresses and white space as they were', async () => {
      const signs = '^ $ / [ ] \\ < > { } @ # * + ~ % & = | _ " `';
      const texts = [
        signs,
        `Zqx ${signs} Zqx`,
        'Zqx\0Zqx\r\n\tZqx  Zqx\u00a0Zqx \u2028Zqx\uffffZqx\ud800',
        'Zqx https://a.example/the/house?red=1 jane.house@example.com ~5',
      ];

      expect(await translate('ES', texts)).toEqual(texts);
      expect(await translate('PT', texts)).toEqual(texts);
    });

    it(
      'answers any text once, with its own nonce, and leaks nothing into the next',
      async () => {
        const nasty = fc.oneof(
          { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
          fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 30 }),
          fc.constantFrom(
            '[[t:b:1]]x[[/]]',
            '^a<n>$',
            '[n1]',
            '[k0]',
            '\\',
            '\uffff',
            '\ufffe',
            '\u0000',
          ),
          fc.constantFrom(
            'שלום עולם',
            'مرحبا',
            '👩‍👩‍👧‍👦',
            'e\u0301\u0302\u0303',
            'z'.repeat(2000),
            '\u009f',
          ),
          fc.constantFrom('the house ', "don't ", 'New York', 'red-haired ', '10.5% ', 'a, b; c: '),
        );
        const texts = fc.array(fc.array(nasty, { maxLength: 5 }), { minLength: 1, maxLength: 5 });
        let n = 0;

        await fc.assert(
          fc.asyncProperty(texts, fc.constantFrom(EN_ES, ES_PT), async (parts, pair) => {
            const pids = engine.pids(pair);
            const markers = parts.map(() => marker((n += 1)));
            const list = parts.map((part, index) => `${part.join('')} ${markers[index]!} end.`);

            const answers = await translateTexts(engine, pair, list);

            expect(answers).toHaveLength(list.length);
            answers.forEach((answer, index) => {
              const found = markers.filter((mark) => answer.includes(mark));
              expect(found).toEqual([markers[index]]);
            });
            expect(engine.pids(pair)).toEqual(pids);
          }),
          { numRuns: 100 },
        );
      },
      60 * SECOND,
    );

    it(
      'answers 10,000 texts in order',
      async () => {
        const texts = Array.from({ length: 10_000 }, (_, index) => `House ${index}`);

        const translations = await translate('ES', texts);

        expect(translations).toHaveLength(10_000);
        translations.forEach((text, index) => expect(text).toMatch(new RegExp(`^Casa ${index}$`)));
      },
      60 * SECOND,
    );

    it(
      'keeps 32 parallel requests of mixed pairs apart',
      async () => {
        const pairs = ['EN ES', 'ES EN', 'ES PT', 'PT ES', 'ES CA', 'FR ES', 'EN PT', 'ES PT-BR'];
        const requests = Array.from({ length: 32 }, (_, index) => {
          const [source = '', target = ''] = (pairs[index % pairs.length] ?? '').split(' ');
          const own = Array.from({ length: 20 }, (_text, text) => marker(1000 + index * 20 + text));
          return { source, target, own };
        });

        const answers = await Promise.all(
          requests.map(({ source, target, own }) =>
            translate(
              target,
              own.map((mark) => `La casa ${mark} the house.`),
              source,
            ),
          ),
        );

        answers.forEach((texts, index) => {
          const seen = texts.map((text) => /Zq[b-w]+x/i.exec(text)?.[0]);
          expect(seen).toEqual(requests[index]?.own);
        });
      },
      60 * SECOND,
    );
  });

  describe('when processes fail', () => {
    const texts = Array.from({ length: 150 }, (_, n) => `The ${marker(n)} house is big.`);
    const expected = texts.map((_, n) => expect.stringContaining(marker(n)) as unknown);

    it(
      'answers as if nothing had happened when any stage is killed',
      async () => {
        const engine = setUp();
        await engine.warm([EN_ES, ES_PT]);
        const otherPids = engine.pids(ES_PT);
        const stages = engine.pids(EN_ES).length;
        expect(stages).toBeGreaterThan(5);

        for (const stage of [0, Math.floor(stages / 2), stages - 1]) {
          await engine.warm([EN_ES]);
          const before = engine.pids(EN_ES);
          const answers = translateTexts(engine, EN_ES, texts);
          const others = translateTexts(engine, ES_PT, texts);
          process.kill(before[stage]!, 'SIGKILL');

          expect(await answers).toEqual(expected);
          expect(await others).toEqual(expected);
          expect(engine.pids(EN_ES)).not.toEqual(before);
        }

        expect(engine.pids(ES_PT)).toEqual(otherPids);
      },
      120 * SECOND,
    );

    it(
      'replaces a chain of which a stage was stopped',
      async () => {
        const engine = setUp({ answerDeadlineMs: 700 });
        await engine.warm([EN_ES]);

        process.kill(engine.pids(EN_ES)[4]!, 'SIGSTOP');

        expect(await translateTexts(engine, EN_ES, texts)).toEqual(expected);
      },
      60 * SECOND,
    );

    it(
      'leaves no process behind when it is closed',
      async () => {
        const engine = setUp();
        await engine.warm([EN_ES]);
        const pids = engine.pids(EN_ES);

        await engine.close();

        await untilGone(pids);
      },
      20 * SECOND,
    );

    it(
      'leaves no process behind when its own process is killed',
      async () => {
        const code = `
        import { ApertiumEngine } from ${JSON.stringify(builtEngine())};
        const engine = new ApertiumEngine({}, { info() {}, warn() {} });
        await engine.warm([{ source: 'en', target: 'es' }]);
        console.log(JSON.stringify(engine.pids({ source: 'en', target: 'es' })));
      `;
        const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const [output] = (await once(child.stdout, 'data')) as [Buffer];
        const pids = JSON.parse(output.toString()) as number[];
        expect(pids.length).toBeGreaterThan(5);

        child.kill('SIGKILL');

        await untilGone(pids);
      },
      30 * SECOND,
    );
  });

  describe('with other modes', () => {
    let directory: string;

    beforeAll(() => {
      directory = mkdtempSync(join(tmpdir(), 'modes-'));
      writeFileSync(join(directory, 'rus-ukr.mode'), 'false');
      writeFileSync(join(directory, 'ukr-rus.mode'), 'tail');
      writeFileSync(join(directory, 'ca-eo.mode'), "lt-proc '/nowhere/ca-eo.automorf.bin'");
      writeFileSync(join(directory, 'spa-eng.mode'), 'lt-proc -g /dev/null | cat');
      writeFileSync(join(directory, 'eng-spa.mode'), 'sed -n | cat');
    });

    afterAll(() => {
      rmSync(directory, { recursive: true });
    });

    it('is down without pairs, and says what to install', () => {
      const engine = setUp({ modeDirectories: ['/nowhere'] });

      expect(engine.directions()).toEqual([]);
      expect(engine.state()).toEqual({
        status: 'down',
        message:
          'No Apertium language pair in /nowhere: install the Debian package apertium-eng-spa or another apertium-* pair.',
        broken: [],
      });
    });

    it('excludes a mode that lacks its data, without starting it', () => {
      const engine = setUp({ modeDirectories: [directory] });

      expect(engine.directions()).not.toContainEqual(direction('ca', 'eo'));
      expect(engine.state().broken).toEqual([
        {
          name: 'ca-eo',
          directions: [direction('ca', 'eo')],
          reason: 'the file /nowhere/ca-eo.automorf.bin is missing',
        },
      ]);
    });

    it('fails a request to a mode that cannot start, and excludes it', async () => {
      const engine = setUp({ modeDirectories: [directory] });
      const before = engine.directions();
      const pair = direction('ru', 'uk');

      await expect(translateTexts(engine, pair, ['дом'])).rejects.toMatchObject({
        code: 'engine_unavailable',
      });

      expect(before).toContainEqual(expect.objectContaining(pair));
      expect(engine.directions()).not.toContainEqual(expect.objectContaining(pair));
      expect(engine.state().broken.map(({ name }) => name)).toContain('rus-ukr');
    });

    it('finds all broken modes by its self-test', async () => {
      const engine = setUp({ modeDirectories: [directory], startDeadlineMs: 700 });

      await engine.selfTest();

      const state = engine.state();
      expect(state.status).toBe('down');
      expect(state).toHaveProperty('message', expect.stringMatching(/^None of the 5 installed/));
    });

    it('takes up a pair that is installed while it runs, and lets go of one that is removed', async () => {
      const own = mkdtempSync(join(tmpdir(), 'modes-'));
      const engine = setUp({ modeDirectories: [own], lookEveryMs: 0 });
      const before = engine.directions();

      copyFileSync(join(DEBIAN_MODES_DIRECTORY, 'eng-spa.mode'), join(own, 'eng-spa.mode'));
      const [text] = await translateTexts(engine, EN_ES, ['The house.']);
      const during = engine.directions();
      rmSync(join(own, 'eng-spa.mode'));

      expect(before).toEqual([]);
      expect(during).toContainEqual(expect.objectContaining(EN_ES));
      expect(text).toBe('La casa.');
      expect(engine.directions()).toEqual([]);
      rmSync(own, { recursive: true });
    });

    it('tries broken modes again after a refresh', async () => {
      const engine = setUp({ modeDirectories: [directory], startDeadlineMs: 700 });
      await engine.selfTest();

      engine.refresh();

      expect(engine.directions()).toHaveLength(4);
    });
  });

  describe('with a limit of pipelines', () => {
    it(
      'stops the one that was used least recently',
      async () => {
        const engine = setUp({ maxPipelines: 2 });
        const spanish = [EN_ES, ['The house.']] as const;
        const portuguese = [ES_PT, ['La casa.']] as const;
        const french = [direction('fr', 'es'), ['La maison.']] as const;

        await translateTexts(engine, ...spanish);
        await translateTexts(engine, ...portuguese);
        await translateTexts(engine, ...spanish);
        await translateTexts(engine, ...french);

        expect(engine.pids(ES_PT)).toEqual([]);
        expect(engine.pids(EN_ES)).not.toEqual([]);
        expect(await translateTexts(engine, ...portuguese)).toEqual(['A casa.']);
      },
      30 * SECOND,
    );

    it(
      'lets a request wait while none is idle',
      async () => {
        const engine = setUp({ maxPipelines: 1 });

        const answers = await Promise.all([
          translateTexts(engine, EN_ES, ['The house.']),
          translateTexts(engine, ES_PT, ['La casa.']),
          translateTexts(engine, EN_ES, ['The house.']),
        ]);

        expect(answers).toEqual([['La casa.'], ['A casa.'], ['La casa.']]);
      },
      30 * SECOND,
    );
  });
});

/** The test runner builds first: a process of its own needs JavaScript. */
const builtEngine = () =>
  new URL('../../../dist/engines/apertium/apertium-engine.js', import.meta.url).href;

async function untilGone(pids: readonly number[]): Promise<void> {
  const isRunning = (pid: number) => existsSync(`/proc/${pid}`);
  while (pids.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 20));
}
