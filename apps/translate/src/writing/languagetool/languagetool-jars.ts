import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { RECORD_FILE, type ModelRecord } from '@sextant/platform-models';
import { findProgram } from '../../programs/limited-program.js';

const OLDEST_JAVA = 17;
const NOTHING = { stderr: '' };

/** @returns the path of a Java that is new enough, `undefined` where there is none */
export async function findJava(name: string): Promise<string | undefined> {
  const java = await findProgram(name);
  if (java === undefined) return undefined;
  const { stderr } = await promisify(execFile)(java, ['-version']).catch(() => NOTHING);
  const version = Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
  return version >= OLDEST_JAVA ? java : undefined;
}

/** Whether a folder holds LanguageTool, whole: it appears in one step. */
export const hasLanguageTool = (folder: string): boolean => existsSync(join(folder, RECORD_FILE));

/** Those that were pinned, and no others that may lie there. */
export function classPath(folder: string): string {
  const { files } = JSON.parse(readFileSync(join(folder, RECORD_FILE), 'utf8')) as ModelRecord;
  return files.map(({ path }) => join(folder, path)).join(delimiter);
}
