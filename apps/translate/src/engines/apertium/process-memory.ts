import { readFile } from 'node:fs/promises';

const PROPORTIONAL = /^Pss:\s+(\d+) kB/m;

/**
 * Bytes that some processes take: their own memory and their share of what they have in common.
 *
 * Linux only; 0 elsewhere and for processes that are gone, so that nothing is ended for it.
 *
 * @see proc_pid_smaps_rollup(5)
 */
export async function memoryOfProcesses(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(pids.map(memoryOfProcess));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

async function memoryOfProcess(pid: number): Promise<number> {
  try {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(PROPORTIONAL.exec(rollup)?.[1] ?? 0) * 1024;
  } catch {
    return 0; // Gone meanwhile, or a system without this file.
  }
}
