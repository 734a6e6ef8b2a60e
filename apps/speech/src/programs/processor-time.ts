import { readFileSync } from 'node:fs';

const CLOCK_TICKS = 100; // a second, on every Linux that Node runs on
/** Fields of proc_pid_stat(5) after the name in brackets: `utime` and `stime`, in ticks. */
const [USER, SYSTEM] = [11, 12];

/** @returns milliseconds that a process has used of processors; `undefined` where the system does not tell */
export function processorMsOf(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[USER]) + Number(fields[SYSTEM])) * 1000) / CLOCK_TICKS;
  } catch {
    return undefined; // another system, or it has just ended
  }
}
