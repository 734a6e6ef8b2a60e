import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import createEspeak from '@echogarden/espeak-ng-emscripten';

/** espeak-ng's data as a model brings it: a folder. The package has it in one file. */
export async function copyEspeakData(to: string): Promise<void> {
  const espeak = await createEspeak({});
  new espeak.eSpeakNGWorker();
  const copy = (from: string, target: string): void => {
    mkdirSync(target, { recursive: true });
    for (const name of espeak.FS.readdir(from).filter((each) => !each.startsWith('.'))) {
      const path = `${from}/${name}`;
      if (espeak.FS.isDir(espeak.FS.stat(path).mode)) copy(path, join(target, name));
      else writeFileSync(join(target, name), espeak.FS.readFile(path));
    }
  };
  copy('/usr/share/espeak-ng-data', to);
}
