import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The Node release line that the project is built and tested on. */
export const NODE_MAJOR = 24;

/** What a process on another Node should do: go on, run again on the pinned one, or stop. */
export type NodeDecision =
  | { readonly kind: 'go-on' }
  | { readonly kind: 'run-again'; readonly node: string }
  | { readonly kind: 'stop'; readonly reason: string };

/** @param find gives the path of the pinned Node, or `undefined` when it is not installed */
export function decideNode(version: string, find: () => string | undefined): NodeDecision {
  if (Number(version.split('.')[0]) >= NODE_MAJOR) return { kind: 'go-on' };
  const node = find();
  if (node !== undefined) return { kind: 'run-again', node };
  const reason = `Node ${NODE_MAJOR} or newer is needed and this is ${version}; install it, or run "npm start" to get it with the project.`;
  return { kind: 'stop', reason };
}

/**
 * Makes sure that the app runs on Node 24: otherwise runs the same script again on the one that
 * the npm package `node` of scripts/extras/node brought, passing signals on, or ends with one clear line.
 *
 * It must be called before anything is imported that needs Node 24.
 *
 * @param script `import.meta.url` of the script
 */
export async function ensureNode(script: string): Promise<void> {
  const decision = decideNode(process.versions.node, () => pinnedNode(script));
  if (decision.kind === 'go-on') return;
  if (decision.kind === 'stop') {
    process.stderr.write(`${decision.reason}\n`);
    process.exit(1);
  }
  await runAgain(decision.node);
}

function pinnedNode(script: string): string | undefined {
  try {
    return join(dirname(createRequire(script).resolve('node/package.json')), 'bin', 'node');
  } catch {
    return undefined; // not installed: decideNode says so
  }
}

/** Never returns: the process ends as its replacement does. */
function runAgain(node: string): Promise<never> {
  // First: a signal that came in between would leave the replacement alone.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  return new Promise(() => {
    child.on('error', (error) => {
      process.stderr.write(`${node} could not be started: ${error.message}\n`);
      process.exit(1);
    });
    child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
  });
}
