import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A model as it lies in a folder of models. */
export interface ModelPlace {
  /** Its folder's name. */
  readonly name: string;
  readonly path: string;
}

/** Somebody waits for what was just fetched; a look reads sizes and dates, no file. */
const LOOK_EVERY_MS = 3000;

/** Looks at a folder of models again and again, so that a running service takes up what comes and drops what goes. */
export class ModelsWatch {
  readonly #timer: NodeJS.Timeout;
  #known: string | undefined;

  /**
   * @param folder one that is not there has no models yet; one that cannot be read any more keeps those that it had
   * @param onChange told of all models, by name: at once, and when one comes, goes or is replaced
   */
  constructor(
    private readonly folder: string,
    private readonly onChange: (places: readonly ModelPlace[]) => void,
    everyMs = LOOK_EVERY_MS,
  ) {
    this.#look();
    this.#timer = setInterval(() => this.#lookAgain(), everyMs);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** A folder on another machine may be away for a moment. */
  #lookAgain(): void {
    try {
      this.#look();
    } catch {
      // The next look may be luckier; the first one told what is wrong with the folder, if anything.
    }
  }

  #look(): void {
    const places = modelPlaces(this.folder);
    const known = places.map(({ path }) => `${path} ${stateOf(path)}`).join('\n');
    if (known === this.#known) return;
    this.#known = known;
    this.onChange(places);
  }
}

/** By name, so that the order is the same everywhere; what is being fetched begins with a point. */
export function modelPlaces(folder: string): readonly ModelPlace[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => ({ name, path: join(folder, name) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Of its files too: one that is being copied grows. It may go while it is looked at. */
function stateOf(path: string): string {
  try {
    return readdirSync(path)
      .toSorted()
      .map((name) => {
        const state = statSync(join(path, name), { throwIfNoEntry: false });
        return `${name} ${state?.size} ${state?.mtimeMs}`;
      })
      .join(' ');
  } catch {
    return '';
  }
}
