import type { Direction } from '../../direction.js';
import type { EngineLog } from '../../engine-factory.js';
import type { BrokenPair, EngineDirection } from '../../translation-engine.js';
import { findModes, type ApertiumMode } from './modes.js';
import { ModesWatch } from './modes-watch.js';

/** Rules translate at once and always in the same way; nothing can be asked of them. */
const TRAITS: Omit<EngineDirection, keyof Direction> = {
  modelTypes: ['latency_optimized'],
  features: new Set(),
  coverage: 'any',
  cost: 1,
};

/** A mode that failed is tried again: the reason may have been a machine without free memory. */
const BROKEN_FOR_MS = 10 * 60_000;

/** The modes that are installed, without those that were found broken a short time ago. */
export class KnownModes {
  readonly #watch: ModesWatch;
  #modes: readonly ApertiumMode[] = [];
  #unusable: readonly BrokenPair[] = [];
  readonly #broken = new Map<string, BrokenPair & { readonly untilMs: number }>();
  #modeOf = new Map<string, ApertiumMode>();
  #directions: readonly EngineDirection[] = [];

  /**
   * @param folders a mode that is in two is taken from the first
   * @param lookEveryMs how often they are looked at for pairs that have come or gone
   */
  constructor(
    private readonly folders: readonly string[],
    lookEveryMs: number,
    private readonly log: EngineLog,
  ) {
    this.#watch = new ModesWatch(folders, lookEveryMs);
    this.refresh();
  }

  /** Whatever is installed, broken or not. */
  get all(): readonly ApertiumMode[] {
    return this.#modes;
  }

  /** Reads the installed modes again; each may be tried. */
  refresh(): void {
    this.#broken.clear();
    this.#read();
  }

  #read(): void {
    const { usable, broken } = findModes(this.folders);
    this.#modes = usable;
    this.#unusable = broken;
    this.#index();
    this.log.info('engine.modes_found', { modes: usable.length, broken: broken.length });
  }

  /** What works now. The same array until something changes. */
  directions(): readonly EngineDirection[] {
    this.#readmit();
    return this.#directions;
  }

  /** The mode of a direction, after a look at what has come, gone or may be tried again. */
  serving(direction: Direction): ApertiumMode | undefined {
    this.#readmit();
    return this.modeOf(direction);
  }

  /** The mode of a direction as it was known last. */
  modeOf(direction: Direction): ApertiumMode | undefined {
    return this.#modeOf.get(keyOf(direction));
  }

  /** Those that cannot be used, with the reason. */
  broken(): readonly BrokenPair[] {
    return [...this.#unusable, ...this.#broken.values()].map(({ name, directions, reason }) => ({
      ...{ name, directions, reason },
    }));
  }

  /** Leaves a mode out for ten minutes. */
  exclude(mode: string, reason: string): void {
    const directions = this.#modes.find(({ name }) => name === mode)?.directions ?? [];
    const untilMs = performance.now() + BROKEN_FOR_MS;
    this.#broken.set(mode, { name: mode, directions, reason, untilMs });
    this.#index();
  }

  #readmit(): void {
    const why = this.#watch.due(this.#unusable.length > 0);
    if (why === 'changed') this.refresh();
    else if (why === 'again') this.#read();
    const due = [...this.#broken.values()].filter(({ untilMs }) => untilMs <= performance.now());
    if (due.length === 0) return;
    for (const { name } of due) this.#broken.delete(name);
    this.#index();
  }

  #index(): void {
    const working = this.#modes.filter(({ name }) => !this.#broken.has(name));
    const entries = working.flatMap((mode) =>
      mode.directions.map((direction) => [direction, mode] as const),
    );
    this.#modeOf = new Map();
    for (const [direction, mode] of entries) {
      const key = keyOf(direction);
      if (!this.#modeOf.has(key)) this.#modeOf.set(key, mode);
    }
    const distinct = new Map(entries.map(([direction]) => [keyOf(direction), direction]));
    this.#directions = [...distinct.values()].map((direction) => ({ ...direction, ...TRAITS }));
  }
}

const keyOf = ({ source, target }: Direction): string => `${source}>${target}`;
