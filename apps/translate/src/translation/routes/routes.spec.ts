import { describe, expect, it } from '@jest/globals';
import { offered, tag } from '../../../test/ports.js';
import { Routes, type Route, type RouteNeeds, type Step } from './routes.js';
import type { EngineDirection, TranslationEngine } from '../../engines/translation-engine.js';

const engine = (name: string): TranslationEngine => ({
  name,
  directions: () => [],
  translate: () => Promise.resolve([]),
  state: () => ({ status: 'up', pairs: 0, broken: [] }),
  close: () => Promise.resolve(),
});
const rules = engine('rules');
const chat = engine('chat');

const steps = (
  pairs: string,
  traits: Partial<EngineDirection> = {},
  by: TranslationEngine = rules,
): Step[] => offered(pairs, traits).map((direction) => ({ engine: by, direction }));

const shown = (way: Route | undefined) =>
  way?.map(({ direction: { source, target } }) => `${source}>${target}`).join(' ');
const shownEngines = (way: Route | undefined) => way?.map((step) => step.engine.name).join(' ');

describe('Routes', () => {
  it('takes the direct pair where there is one', () => {
    const routes = new Routes(steps('en>es es>pt en>pt'));

    expect(shown(routes.route(tag('en'), tag('pt')))).toBe('en>pt');
  });

  it('goes through one other language where there is none', () => {
    const routes = new Routes(steps('en>es es>pt'));

    expect(shown(routes.route(tag('en'), tag('pt')))).toBe('en>es es>pt');
  });

  it('never goes through two', () => {
    const routes = new Routes(steps('en>es es>fr fr>br'));

    expect(routes.route(tag('en'), tag('br'))).toBeUndefined();
  });

  it('prefers Spanish as the language between, whatever the order of the pairs', () => {
    const routes = new Routes(steps('en>ca ca>pt en>es es>pt en>gl gl>pt'));

    expect(shown(routes.route(tag('en'), tag('pt')))).toBe('en>es es>pt');
  });

  it('breaks other ties by the alphabet', () => {
    const routes = new Routes(steps('nn>sv sv>is nn>da da>is'));

    expect(shown(routes.route(tag('nn'), tag('is')))).toBe('nn>da da>is');
  });

  it('follows the cost that it is given, even away from the direct pair', () => {
    const routes = new Routes([
      ...steps('es>pt pt>gl es>ca ca>gl'),
      ...steps('es>it', { cost: 5 }),
      ...steps('es>gl', { cost: 5 }),
    ]);

    expect(shown(routes.route(tag('es'), tag('gl')))).toBe('es>ca ca>gl');
  });

  it('ends at a variant but does not go through one', () => {
    const routes = new Routes(steps('fr>es es>pt-BR pt>gl'));

    expect(shown(routes.route(tag('fr'), tag('pt-BR')))).toBe('fr>es es>pt-BR');
    expect(routes.route(tag('es'), tag('gl'))).toBeUndefined();
  });

  it('has no way from a language into itself', () => {
    const routes = new Routes(steps('en>es es>en es>en-US'));

    expect(routes.route(tag('en'), tag('en'))).toBeUndefined();
    expect(routes.route(tag('en'), tag('en-US'))).toBeUndefined();
  });

  it('lists what can be translated from and into, and what reaches a target', () => {
    const routes = new Routes(steps('en>es es>pt-BR fr>es'));

    expect(routes.sources()).toEqual(['en', 'es', 'fr']);
    expect([...routes.targets()]).toEqual(['es', 'pt-BR']);
    expect(routes.sourcesOf(tag('pt-BR'))).toEqual(['en', 'es', 'fr']);
  });

  describe('of several engines', () => {
    const quality: Partial<EngineDirection> = {
      modelTypes: ['quality_optimized'],
      features: new Set(['formality', 'context']),
    };
    const both = new Routes([
      ...steps('en>es es>pt gl>es'),
      ...steps('en>es en>pt es>pt', quality, chat),
    ]);
    const way = (pair: string, needs?: RouteNeeds) => {
      const [source = '', target = ''] = pair.split('>');
      return both.route(tag(source), tag(target), needs);
    };

    it('takes the engine that is named first where both go the same way', () => {
      expect(shownEngines(way('en>es'))).toBe('rules');
    });

    it('prefers a direct way of another engine to one through a third language', () => {
      expect([shown(way('en>pt')), shownEngines(way('en>pt'))]).toEqual(['en>pt', 'chat']);
    });

    it('takes the model type and the features that are needed', () => {
      expect(shownEngines(way('en>es', { modelType: 'quality_optimized', features: [] }))).toBe(
        'chat',
      );
      expect(shownEngines(way('en>es', { features: ['formality'] }))).toBe('chat');
      expect(way('en>es', { features: ['style'] })).toBeUndefined();
      expect(shown(way('en>pt', { modelType: 'latency_optimized', features: [] }))).toBe(
        'en>es es>pt',
      );
    });

    it('needs the context at the first step and the rest at the last one', () => {
      const formal: RouteNeeds = { features: ['formality'] };

      expect(shownEngines(way('gl>pt', formal))).toBe('rules chat');
      expect(way('gl>pt', { features: ['context'] })).toBeUndefined();
    });

    it('asks who knows some texts only beside the way, never as a step of it', () => {
      const routes = new Routes([
        ...steps('en>es', { coverage: 'known' }, chat),
        ...steps('en>ca ca>es'),
      ]);

      expect(shown(routes.route(tag('en'), tag('es')))).toBe('en>ca ca>es');
      expect(routes.knownBy(tag('en'), tag('es')).map((step) => step.engine.name)).toEqual([
        'chat',
      ]);
      expect(routes.knownBy(tag('en'), tag('ca'))).toEqual([]);
    });

    it('tells which features lead into a target', () => {
      expect([...both.featuresInto(tag('pt'))].sort()).toEqual(['context', 'formality']);
      expect([...new Routes(steps('en>es')).featuresInto(tag('es'))]).toEqual([]);
    });
  });

  it('names the model that would translate better than rules, where rules translate', () => {
    const fluentWith = () => 'npm run models -- add en-es';
    const model = steps('en>es', { modelTypes: ['quality_optimized'] }, chat);
    const [direction] = steps('en>es');
    const commandOf = (offers: readonly Step[]) => {
      const routes = new Routes(offers, { fluentWith });
      const route = routes.route(tag('en'), tag('es')) ?? [];
      return direction && routes.fluentWith(route, direction.direction);
    };

    expect(commandOf(steps('en>es'))).toBe('npm run models -- add en-es');
    expect(commandOf(model)).toBeUndefined();
  });
});
