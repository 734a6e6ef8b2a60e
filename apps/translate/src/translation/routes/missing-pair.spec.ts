import { describe, expect, it } from '@jest/globals';
import { direction, offered } from '../../../test/ports.js';
import { Routes } from './routes.js';
import type { TranslationEngine } from '../../engines/translation-engine.js';

const engine = { name: 'any' } as TranslationEngine;

const routesOf = (pairs: string, packages: Readonly<Record<string, string>> = {}) =>
  new Routes(
    offered(pairs).map((each) => ({ engine, direction: each })),
    { obtainable: ({ source, target }) => packages[`${source}>${target}`] },
  );

describe('a pair that is not there', () => {
  it('is explained by what was considered and what brings it', () => {
    const routes = routesOf('en>es en>ca es>pt', { 'en>de': 'the package en-de' });

    expect(routes.explainMissing(direction('en', 'de'))).toBe(
      'Nothing here translates from English into German directly, nor by way of Spanish, Catalan, ' +
        'which were considered. Install the package en-de.',
    );
  });

  it('is had through a language that is half the way', () => {
    const packages = { 'es>it': 'the package es-it', 'fr>it': 'the package fr-it' };

    expect(routesOf('en>es', packages).explainMissing(direction('en', 'it'))).toMatch(
      /Install the package es-it, for the way through Spanish\.$/,
    );
  });

  it('is had by two packages where neither half is there', () => {
    const packages = { 'ro>es': 'the package es-ro', 'es>it': 'the package es-it' };

    expect(routesOf('en>fr fr>en', packages).explainMissing(direction('ro', 'it'))).toBe(
      'Nothing here translates from Romanian into Italian directly. ' +
        'Install the package es-ro and the package es-it, for the way through Spanish.',
    );
  });

  it('needs a server where no package brings it', () => {
    const routes = routesOf('en>es');

    expect(routes.wayToObtain(direction('en', 'ja'))).toBeUndefined();
    expect(routes.explainMissing(direction('en', 'ja'))).toMatch(
      /No package does; a chat server \(CHAT_BASE_URL\) or a LibreTranslate server \(LIBRETRANSLATE_URL\) may\.$/,
    );
  });

  it('names six of many languages that were considered', () => {
    const routes = routesOf('en>es en>ca en>fr en>pt en>it en>ro en>gl it>en ro>en gl>en');

    expect(routes.explainMissing(direction('en', 'ja'))).toContain(
      'nor by way of Spanish, French, Catalan, Portuguese, Galician, Italian and others, which were considered',
    );
  });
});
