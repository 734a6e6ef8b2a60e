import { Injectable } from '@nestjs/common';
import type { Direction } from '../../engines/direction.js';
import { Engines } from '../../engines/engines.js';
import type { EngineDirection, TranslationEngine } from '../../engines/translation-engine.js';
import { LanguageDetector } from '../../languages/language-detector.js';
import { OfferedLanguages } from './offered-languages.js';
import { Routes } from './routes.js';

/** A direction that an engine has and cannot serve. */
export interface BrokenDirection extends Direction {
  readonly engine: string;
  readonly reason: string;
  /** Whether it is translated all the same, by another engine or through a third language. */
  readonly isServed: boolean;
}

/** What the running engines can translate at the moment. */
@Injectable()
export class CurrentRoutes {
  #routes = new Routes([]);
  #routed: readonly (readonly EngineDirection[])[] = [];

  constructor(
    private readonly engines: Engines,
    private readonly detector: LanguageDetector,
  ) {}

  /** The same object until the directions of an engine change. */
  now(): Routes {
    const { all: engines } = this.engines;
    const lists = engines.map((engine) => engine.directions());
    const isCurrent =
      lists.length === this.#routed.length && lists.every((list, at) => list === this.#routed[at]);
    if (!isCurrent) {
      const stepsOf = (engine: TranslationEngine, at: number) =>
        (lists[at] ?? []).map((direction) => ({ engine, direction }));
      this.#routed = lists;
      this.#routes = new Routes(engines.flatMap(stepsOf), {
        obtainable: (direction) => firstOf(engines, (engine) => engine.obtainable?.(direction)),
        fluentWith: (direction) => firstOf(engines, (engine) => engine.fluentWith?.(direction)),
      });
    }
    return this.#routes;
  }

  /** With the features that each language has. */
  languages(): OfferedLanguages {
    return new OfferedLanguages(this.now(), this.detector);
  }

  /** Directions that are installed and do not work. */
  brokenDirections(): readonly BrokenDirection[] {
    const routes = this.now();
    return this.engines.all.flatMap((engine) =>
      engine.state().broken.flatMap(({ directions, reason }) =>
        directions.map(({ source, target }) => {
          const isServed = routes.route(source, target) !== undefined;
          return { engine: engine.name, source, target, reason, isServed };
        }),
      ),
    );
  }
}

function firstOf(
  engines: readonly TranslationEngine[],
  ask: (engine: TranslationEngine) => string | undefined,
): string | undefined {
  for (const engine of engines) {
    const found = ask(engine);
    if (found !== undefined) return found;
  }
  return undefined;
}
