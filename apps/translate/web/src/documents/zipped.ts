import { zipSync } from 'fflate';

export interface ZippedFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** Files of one archive. Of two with one name the second gets a number. Most are packed already: they are put in as they are. */
export function zipped(files: readonly ZippedFile[]): Blob {
  const entries: Record<string, Uint8Array> = {};
  for (const { name, bytes } of files) entries[freeName(name, entries)] = new Uint8Array(bytes);
  return new Blob([zipSync(entries, { level: 0 })], { type: 'application/zip' });
}

function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  const dot = name.lastIndexOf('.');
  const [base, extension] = dot < 1 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${base} (${String(number)})${extension}`;
    if (!Object.hasOwn(taken, free)) return free;
  }
}
