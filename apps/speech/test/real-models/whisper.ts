import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pythonWith, workspaceRoot } from '@sextant/platform-testing';

const HERE = join(workspaceRoot(), 'apps/speech/test/real-models');

/** The tools of these tests, with what of Python they need. */
export const toolsPython = (): Promise<string> => pythonWith(join(HERE, 'requirements.txt'));

export async function runTool(name: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(await toolsPython(), [join(HERE, name), ...args]);
}

/**
 * Whisper's weights as sherpa-onnx reads them, with the outputs that times of words are made of.
 *
 * @param weights unpacked packages
 * @param folder that is made
 */
export async function placeWhisper(weights: string, folder: string): Promise<void> {
  const [model = ''] = globSync(join(weights, '**/model.bin'));
  await runTool('whisper_onnx.py', dirname(model), folder);
}
