import { readdirSync, readFileSync } from 'node:fs';
import { load } from './load.mjs';
import { ours, round } from './translate-requests.mjs';
import { texts } from './texts.mjs';

const MIB = 1024; // smaps counts in KiB

/** Proportional set size of each process, in KiB, with its parent; shared pages count in part. */
function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
        const [, pss] =
          /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')) ?? [];
        return [{ pid: Number(pid), parent: Number(parent), pss: Number(pss ?? 0) }];
      } catch {
        return []; // it has ended meanwhile
      }
    });
}

/** PSS of everything that a process has started, without itself. */
function descendantsPss(root) {
  const all = processes();
  const family = new Set([root]);
  for (let grew = true; grew;) {
    grew = false;
    for (const { pid, parent } of all) {
      if (family.has(parent) && !family.has(pid)) grew = Boolean(family.add(pid));
    }
  }
  return all.reduce((sum, { pid, pss }) => sum + (family.has(pid) && pid !== root ? pss : 0), 0);
}

/** Memory of each pair's processes after some texts, measured as what they add. */
export async function memoryOfPairs(translate, pairs) {
  const rows = [];
  for (const [source, target] of pairs) {
    const before = descendantsPss(translate.pid);
    const { method, headers, body } = ours(['Casa.', 'Maria.'], source, target);
    const answer = await fetch(`${translate.url}/v2/translate`, { method, headers, body });
    if (!answer.ok) throw new Error(`${source}-${target}: ${answer.status}`);
    await answer.text();
    const used = descendantsPss(translate.pid) - before;
    rows.push({ pair: `${source}-${target}`.toLowerCase(), 'MiB (PSS)': round(used / MIB) });
  }
  return rows;
}

/**
 * Memory of the server itself while many requests pass. The smallest heap of a step is what lives after a garbage
 * collection: it grows when something leaks. The resident set is mostly what V8 has not given back yet.
 */
export async function soak(translate, { requests, steps }) {
  const sample = texts(500, 50, 'es').map((text) => ours([text], 'ES', 'PT'));
  const rows = [];
  for (let step = 1; step <= steps; step += 1) {
    const heap = smallestHeap(translate);
    const amount = requests / steps;
    const { failures } = await load(translate.url, sample, { connections: 8, amount });
    if (failures > 0) throw new Error(`${failures} requests of the soak failed`);
    const status = readFileSync(`/proc/${translate.pid}/status`, 'latin1');
    const [, rss] = /^VmRSS:\s+(\d+)/m.exec(status) ?? [];
    rows.push({
      requests: amount * step,
      'smallest heap MiB': round((await heap.stop()) / 2 ** 20),
      'resident set MiB': round(Number(rss) / MIB),
    });
  }
  return rows;
}

/** Looks at the server's own metrics ten times a second. */
function smallestHeap({ url }) {
  let smallest = Infinity;
  const look = async () => {
    const page = await (await fetch(`${url}/metrics`)).text();
    const [, used] = /^nodejs_heap_size_used_bytes(?:\{[^}]*\})? (\S+)/m.exec(page) ?? [];
    smallest = Math.min(smallest, Number(used));
  };
  const timer = setInterval(() => void look(), 100);
  const stop = async () => {
    clearInterval(timer);
    await look();
    return smallest;
  };
  return { stop };
}
