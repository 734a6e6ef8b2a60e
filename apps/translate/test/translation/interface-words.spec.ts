import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PhrasebookEngine } from '../../src/engines/phrasebook/phrasebook-engine.js';
import type {
  EngineAnswer,
  EngineDirection,
  TranslationEngine,
  ModelType,
} from '../../src/engines/translation-engine.js';
import type { TranslationOptions } from '../../src/translation/translation-options.js';
import { Translator } from '../../src/translation/translator.js';
import {
  ExactMemory,
  MemoryTerminology,
  noDetector,
  offered,
  OWNER,
  translatorParts,
} from '../ports.js';

/** Writes `*` in front of what it is given. */
function starEngine(modelType: ModelType, features: EngineDirection['features'] = new Set()) {
  const directions = offered('en>es es>fr', { modelTypes: [modelType], features });
  const engine: TranslationEngine = {
    name: 'star',
    directions: () => directions,
    translate: ({ segments }) =>
      Promise.resolve(
        segments.map(({ text, spans }): EngineAnswer => {
          if (spans.some(({ kind }) => kind === 'term')) return { kind: 'unplaced' };
          const places = spans.map(({ id, start, end }) => ({
            id,
            start: start + 1,
            end: end + 1,
          }));
          return { kind: 'translated', text: `*${text}`, spans: places };
        }),
      ),
    state: () => ({ status: 'up', pairs: 2, broken: [] }),
    close: () => Promise.resolve(),
  };
  return engine;
}

const memory = new ExactMemory('tm', { Cancel: 'Anular' });
const terminology = new MemoryTerminology();
terminology.put('g', 'en>es', { Save: 'Grabar' });

async function translated(
  texts: readonly string[],
  options: TranslationOptions = {},
  engines: readonly TranslationEngine[] = [starEngine('latency_optimized')],
  targetLang = 'ES',
) {
  const translator = new Translator(
    ...translatorParts(engines, noDetector, { memory, terminology }),
  );
  return await translator.translate({ owner: OWNER, texts, sourceLang: 'EN', targetLang, options });
}

const textsOf = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text);

describe('words of interfaces', () => {
  it('come before rules where they are the whole of a text, and nowhere else', async () => {
    const texts = ['Save', ' Cancel ', 'SAVE', 'Save the house', 'Save\nCancel', 'save', 'Monday'];

    expect(textsOf(await translated(texts))).toEqual([
      'Guardar',
      ' Cancelar ',
      'GUARDAR',
      '*Save the house',
      '*Save\n*Cancel',
      '*save',
      'Lunes',
    ]);
  });

  it('are the same way round for one text that is whole and another that is not', async () => {
    expect(textsOf(await translated(['Save\nx', 'Save', 'x\nSave']))).toEqual([
      '*Save\n*x',
      'Guardar',
      '*x\n*Save',
    ]);
  });

  it('keep the tags around them', async () => {
    const markup = {
      ...({ kind: 'html', version: 'v2', detectsOutline: true } as const),
      ...{ splittingTags: [], nonSplittingTags: [], ignoreTags: [] },
    };

    expect(textsOf(await translated(['<button><b>Save</b></button>'], { markup }))).toEqual([
      '<button><b>Guardar</b></button>',
    ]);
  });

  it('are named in the provenance', async () => {
    const [save, monday] = await translated(['Save', 'Monday'], { wantsProvenance: true });

    expect(save?.provenance).toEqual([
      { text: 'Guardar', origin: 'engine', engine: 'phrasebook', source: 'interface words' },
    ]);
    expect(monday?.provenance).toEqual([
      { text: 'Lunes', origin: 'engine', engine: 'phrasebook', source: 'CLDR' },
    ]);
  });

  it('serve a pair through a third language without it', async () => {
    expect(textsOf(await translated(['Save', 'x'], {}, undefined, 'FR'))).toEqual([
      'Enregistrer',
      '**x',
    ]);
  });

  it('give way to glossaries and memories', async () => {
    expect(textsOf(await translated(['Save'], { glossaryIds: ['g'] }))[0]).toContain('Grabar');
    expect(textsOf(await translated(['Cancel'], { memory: { id: 'tm', threshold: 100 } }))).toEqual(
      ['Anular'],
    );
  });

  it("give way to an operator's phrasebook", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'phrases-'));
    await writeFile(join(folder, 'a.tsv'), 'en\tes\nSave\tSalvar\n');
    const phrasebook = await PhrasebookEngine.load(folder, 100);
    await rm(folder, { recursive: true });

    const engines = [phrasebook, starEngine('latency_optimized')];
    expect(textsOf(await translated(['Save', 'Cancel'], {}, engines))).toEqual([
      'Salvar',
      'Cancelar',
    ]);
  });

  it('are left to models, and to an engine that was asked for more', async () => {
    const model = starEngine('quality_optimized');
    const formal = starEngine('latency_optimized', new Set(['formality']));

    expect(textsOf(await translated(['Save'], {}, [model]))).toEqual(['*Save']);
    expect(textsOf(await translated(['Save'], { formality: 'more' }, [formal]))).toEqual(['*Save']);
  });
});
