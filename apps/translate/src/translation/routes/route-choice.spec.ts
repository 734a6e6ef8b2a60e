import { describe, expect, it } from '@jest/globals';
import { offered, tag } from '../../../test/ports.js';
import { chooseRoute, ignoredBy } from './route-choice.js';
import { Routes } from './routes.js';
import type { Feature, ModelType, TranslationEngine } from '../../engines/translation-engine.js';
import type { TranslationOptions } from '../translation-options.js';

const engine = (name: string): TranslationEngine => ({
  name,
  directions: () => [],
  translate: () => Promise.resolve([]),
  state: () => ({ status: 'up', pairs: 0, broken: [] }),
  close: () => Promise.resolve(),
});

function steps(name: string, pairs: string, modelType: ModelType, features: readonly Feature[]) {
  const by = engine(name);
  const traits = { modelTypes: [modelType], features: new Set(features) };
  return offered(pairs, traits).map((direction) => ({ engine: by, direction }));
}

const routes = new Routes([
  ...steps('rules', 'en>es', 'latency_optimized', ['formality']),
  ...steps('model', 'en>es en>de', 'quality_optimized', ['context']),
]);

const choose = (target: string, options: TranslationOptions) =>
  chooseRoute(routes, tag('en'), tag(target), options);
const engineFor = (target: string, options: TranslationOptions) =>
  choose(target, options).route.map((step) => step.engine.name);

describe('the choice of a way', () => {
  it.each<[TranslationOptions, string]>([
    [{ modelType: 'latency_optimized' }, 'rules'],
    [{ modelType: 'quality_optimized' }, 'model'],
    [{ modelType: 'prefer_quality_optimized' }, 'model'],
    [{ modelType: 'prefer_quality_optimized', formality: 'more' }, 'rules'],
  ])('follows the model type: %j', (options, name) => {
    expect(engineFor('es', options)).toEqual([name]);
  });

  it('takes another type than the fast one where only that has the pair, or honours the rest', () => {
    expect(engineFor('de', { modelType: 'latency_optimized' })).toEqual(['model']);
    expect(choose('de', { modelType: 'latency_optimized' }).modelType).toBe('quality_optimized');
    expect(engineFor('es', { modelType: 'latency_optimized', context: 'A tale.' })).toEqual([
      'model',
    ]);
  });

  it('refuses what no engine does together, and names it', () => {
    expect(() => choose('es', { modelType: 'quality_optimized', formality: 'more' })).toThrow(
      "Parameters 'formality', 'model_type' are not supported together for this language pair.",
    );
  });

  it('leaves the context aside where no engine reads it, or none that does the rest, and says so', () => {
    const demanded: TranslationOptions = { context: 'A tale.', formality: 'more' };
    const wished: TranslationOptions = { context: 'A tale.', formality: 'prefer_more' };

    expect(engineFor('es', demanded)).toEqual(['rules']);
    expect(engineFor('es', wished)).toEqual(['rules']);
    expect(ignoredBy(choose('es', demanded), demanded)).toEqual(['context']);
    expect(ignoredBy(choose('de', wished), wished)).toEqual([]);
  });
});
