import { readFileSync } from 'node:fs';

/** Of a second, in /proc (`getconf CLK_TCK`). */
const TICK_SECONDS = 0.01;

/** Seconds of processor time that a process and all below it have used so far, of threads and children that have ended as well. */
export function processorSeconds(root) {
  return [root, ...children(root)].reduce((sum, pid) => sum + ofProcess(pid), 0);
}

function ofProcess(pid) {
  // Behind the name, which may have blanks and brackets; utime, stime, cutime and cstime are fields 14 to 17 of the whole.
  const [, fields] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
  const ticks = fields.split(' ').slice(11, 15).map(Number);
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_SECONDS;
}

function children(pid) {
  const own = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return own === ''
    ? []
    : own
        .split(' ')
        .map(Number)
        .flatMap((child) => [child, ...children(child)]);
}

/** Resident memory of a process and all below it, in MiB. */
export function residentMib(root) {
  return [root, ...children(root)].reduce((sum, pid) => {
    const [, kib] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return sum + Number(kib ?? 0) / 1024;
  }, 0);
}
