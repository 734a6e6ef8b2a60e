import { describe, expect, it } from '@jest/globals';
import { parseLanguage } from './language.js';
import { Routes } from './routes.js';
import type { Direction } from './translation-engine.js';

const tag = (code: string) => parseLanguage(code)!;
const directions = (list: string): Direction[] =>
  list.split(' ').map((pair) => {
    const [source = '', target = ''] = pair.split('>');
    return { source: tag(source), target: tag(target) };
  });

const shown = (way: readonly Direction[] | undefined) =>
  way?.map(({ source, target }) => `${source}>${target}`).join(' ');

describe('Routes', () => {
  it('takes the direct pair where there is one', () => {
    const routes = new Routes(directions('en>es es>pt en>pt'));

    expect(shown(routes.route(tag('en'), tag('pt')))).toBe('en>pt');
  });

  it('goes through one other language where there is none', () => {
    const routes = new Routes(directions('en>es es>pt'));

    expect(shown(routes.route(tag('en'), tag('pt')))).toBe('en>es es>pt');
  });

  it('never goes through two', () => {
    const routes = new Routes(directions('en>es es>fr fr>br'));

    expect(routes.route(tag('en'), tag('br'))).toBeUndefined();
  });

  it('prefers Spanish as the language between, whatever the order of the pairs', () => {
    const routes = new Routes(directions('en>ca ca>pt en>es es>pt en>gl gl>pt'));

    expect(shown(routes.route(tag('en'), tag('pt')))).toBe('en>es es>pt');
  });

  it('breaks other ties by the alphabet', () => {
    const routes = new Routes(directions('nn>sv sv>is nn>da da>is'));

    expect(shown(routes.route(tag('nn'), tag('is')))).toBe('nn>da da>is');
  });

  it('follows the cost that it is given, even away from the direct pair', () => {
    const costly = (direction: Direction) => (direction.target === 'it' ? 5 : 1);
    const routes = new Routes(directions('es>it es>pt pt>gl es>gl es>ca ca>gl'), (direction) =>
      shown([direction]) === 'es>gl' ? 5 : costly(direction),
    );

    expect(shown(routes.route(tag('es'), tag('gl')))).toBe('es>ca ca>gl');
  });

  it('ends at a variant but does not go through one', () => {
    const routes = new Routes(directions('fr>es es>pt-BR pt>gl'));

    expect(shown(routes.route(tag('fr'), tag('pt-BR')))).toBe('fr>es es>pt-BR');
    expect(routes.route(tag('es'), tag('gl'))).toBeUndefined();
  });

  it('has no way from a language into itself', () => {
    const routes = new Routes(directions('en>es es>en es>en-US'));

    expect(routes.route(tag('en'), tag('en'))).toBeUndefined();
    expect(routes.route(tag('en'), tag('en-US'))).toBeUndefined();
  });

  it('lists what can be translated from and into, and what reaches a target', () => {
    const routes = new Routes(directions('en>es es>pt-BR fr>es'));

    expect(routes.sources()).toEqual(['en', 'es', 'fr']);
    expect([...routes.targets()]).toEqual(['es', 'pt-BR']);
    expect(routes.sourcesOf(tag('pt-BR'))).toEqual(['en', 'es', 'fr']);
  });
});
