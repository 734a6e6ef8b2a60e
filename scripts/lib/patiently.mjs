import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { say } from './progress.mjs';

const DELAY_MS = 5000;

/**
 * A file that is written as soon as it can be: a full disk, a failing one, a folder that somebody has
 * removed are told once and tried again later. Nothing is thrown.
 *
 * @param {string} file
 * @param {() => string} content what it holds by now
 * @param {object} [options]
 * @param {(file: string, text: string) => void} [options.write]
 * @param {(line: string) => void} [options.tell]
 * @param {(work: () => void) => void} [options.later]
 * @returns {{ save(): void, stop(): void }}
 */
export function patientFile(file, content, options = {}) {
  const { write = writeAtomically, tell = say, later = afterAWhile } = options;
  let [isWaiting, isTold, isStopped] = [false, false, false];

  const save = () => {
    if (isStopped) return;
    try {
      write(file, content());
      if (isTold) tell(`${file} could be written.`);
      isTold = false;
    } catch ({ message }) {
      if (!isTold) tell(`${file} cannot be written now (${message}); it will be later.`);
      isTold = true;
      if (!isWaiting) {
        isWaiting = true;
        later(() => {
          isWaiting = false;
          save();
        });
      }
    }
  };
  return { save, stop: () => (isStopped = true) };
}

const afterAWhile = (work) => void setTimeout(work, DELAY_MS).unref();

/** Readers never see half a file, not after a power cut either, and half a draft does not stay. */
export function writeAtomically(file, text, mode = 0o644) {
  const draft = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(draft, text, { mode, flush: true });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
