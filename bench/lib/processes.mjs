import { readFileSync } from 'node:fs';

/** Seconds of processor time that a process and all below it have used so far. */
export function processorSeconds(root) {
  const read = (pid) => {
    const [, after] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ');
    const fields = after.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100; // utime and stime, in ticks of 10 ms
  };
  return [root, ...children(root)].reduce((sum, pid) => sum + read(pid), 0);
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
