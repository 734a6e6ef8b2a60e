import { basename, dirname } from 'node:path';
import { ProgramPool } from '../../programs/program-pool.js';
import { isRefused, readModelFolder } from './model-folder.js';
import { complaintOf } from './model-trial.js';
import { programOf } from './sherpa-models.js';
import type { SherpaJob, SherpaPart } from './sherpa.js';

/** Tries a model as a service does when it finds it. @returns why it cannot be used; undefined when it can */
export async function tryVoice(path: string): Promise<string | undefined> {
  const model = await readModelFolder({ name: basename(path), path });
  if (isRefused(model)) return model.reason;
  const pool = new ProgramPool<SherpaJob, SherpaPart>({
    ...programOf(model, { maxWaiting: 1, size: 1, folder: dirname(path) }),
    log: () => undefined,
  });
  try {
    return (await complaintOf(model, pool))?.reason;
  } finally {
    await pool.close();
  }
}
