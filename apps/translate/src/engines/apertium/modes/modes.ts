import { accessSync, constants, existsSync, readFileSync, readdirSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { forSetting } from '@sextant/platform-runtime/config';
import type { BrokenPair } from '../../translation-engine.js';
import type { Direction } from '../../direction.js';
import {
  ANALYSER,
  GENERATOR,
  ModeFileError,
  parseModeFile,
  persistentStage,
  type Stage,
} from './mode-file.js';
import { directionsOfMode } from './mode-name.js';

/** Where Debian's language pair packages put their modes. */
export const DEBIAN_MODES_DIRECTORY = '/usr/share/apertium/modes';

/** One installed way of translating: what it translates, and the programs that do it. */
export interface ApertiumMode {
  readonly name: string;
  readonly directions: readonly Direction[];
  readonly stages: readonly Stage[];
}

export interface InstalledModes {
  readonly usable: readonly ApertiumMode[];
  /** Modes that name a program or a data file that is not there, as `ca-eo` of Debian 12 does. */
  readonly broken: readonly BrokenPair[];
}

/**
 * Finds the translation modes in some directories. A name found twice counts once, the first wins.
 *
 * Reads about 140 small files when every pair of Debian 12 is installed (11 ms).
 */
export function findModes(directories: readonly string[]): InstalledModes {
  const usable = new Map<string, ApertiumMode>();
  const broken = new Map<string, BrokenPair>();
  const hasProgram = cachedProgramCheck();
  for (const { name, path } of directories.flatMap(modeFiles)) {
    const directions = directionsOfMode(name);
    if (directions.length === 0 || usable.has(name) || broken.has(name)) continue;
    const stages = readStages(path);
    const fault = typeof stages === 'string' ? stages : missingPart(stages, hasProgram);
    if (fault !== undefined || typeof stages === 'string') {
      broken.set(name, { name, directions, reason: fault ?? 'unreadable' });
    } else {
      usable.set(name, { name, directions, stages });
    }
  }
  return { usable: [...usable.values()], broken: [...broken.values()] };
}

function modeFiles(directory: string): readonly { name: string; path: string }[] {
  if (!existsSync(directory)) return [];
  return forSetting('APERTIUM_MODES_DIR', () => readdirSync(directory))
    .filter((file) => file.endsWith('.mode'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.mode'.length), path: join(directory, file) }));
}

/** @returns why the file cannot be used, as a string */
function readStages(path: string): readonly Stage[] | string {
  try {
    return parseModeFile(readFileSync(path, 'utf8')).map(persistentStage);
  } catch (error) {
    if (error instanceof ModeFileError) return error.message;
    return `cannot read ${path}: ${String(error)}`;
  }
}

function missingPart(
  stages: readonly Stage[],
  hasProgram: (program: string) => boolean,
): string | undefined {
  const program = stages.find((stage) => !hasProgram(stage.program))?.program;
  if (program !== undefined) return `the program ${program} is not installed`;
  const file = stages
    .flatMap((stage) => stage.args)
    .find((arg) => isAbsolute(arg) && !existsSync(arg));
  return file === undefined ? undefined : `the file ${file} is missing`;
}

function cachedProgramCheck(): (program: string) => boolean {
  const known = new Map<string, boolean>();
  return (program) => {
    const found = known.get(program) ?? isProgram(program);
    known.set(program, found);
    return found;
  };
}

function isProgram(program: string): boolean {
  const places = isAbsolute(program)
    ? [program]
    : (process.env['PATH'] ?? '').split(delimiter).map((directory) => join(directory, program));
  return places.some(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // Not there or not ours to run: the same to us.
  }
}

/** The dictionary by which a mode reads its source, or writes its target. */
export function dictionaryOf(
  mode: ApertiumMode | undefined,
  kind: 'analyser' | 'generator',
): string | undefined {
  const name = kind === 'analyser' ? ANALYSER : GENERATOR;
  return mode?.stages
    .filter(({ program }) => program === 'lt-proc')
    .flatMap(({ args }) => args)
    .find((arg) => name.test(arg));
}
