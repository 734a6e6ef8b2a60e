import { readdirSync, readFileSync } from 'node:fs';

/** Seconds of processor time that a process and all below it have used so far, of threads that have not ended. */
export function processorSeconds(root) {
  const ofThread = (pid, thread) => {
    try {
      const [ran] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ');
      return Number(ran) / 1e9;
    } catch {
      return 0; // it has just ended
    }
  };
  return [root, ...children(root)]
    .flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((thread) => ofThread(pid, thread)))
    .reduce((sum, seconds) => sum + seconds, 0);
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
