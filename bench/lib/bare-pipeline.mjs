import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/**
 * Feeds Apertium's own pipeline of a mode as fast as it reads, with nothing around it: the ceiling of what
 * any server on top of it can reach.
 *
 * @param mode such as `eng-spa`; its stages get `-z` (an answer after each NUL) and `-n` (no marks)
 * @param texts plain ASCII without characters that the stream format reserves
 * @param options.window texts in the pipe at once; with 1 the pipeline's latency decides
 * @returns characters a second
 */
export async function barePipeline(mode, texts, { durationMs, window }) {
  const stages = readFileSync(`/usr/share/apertium/modes/${mode}.mode`, 'utf8')
    .trim()
    .replaceAll('$1', '-n')
    .replaceAll('$2', '')
    .split('|')
    .map((stage) => stage.trim().replace(/^\S+/, '$& -z'));
  const shell = spawn('sh', ['-c', stages.join(' | ')], { stdio: ['pipe', 'pipe', 'inherit'] });

  let sent = 0;
  let answered = 0;
  let characters = 0;
  let counting = false;
  let feeding = true;
  const feed = () => {
    if (!feeding) return;
    let block = '';
    for (; sent < answered + window; sent += 1) block += `${texts[sent % texts.length]}.[]\0`;
    if (block !== '') shell.stdin.write(block);
  };
  shell.stdout.on('data', (chunk) => {
    for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, at + 1)) {
      if (counting) characters += texts[answered % texts.length].length;
      answered += 1;
    }
    feed();
  });
  feed();
  while (answered < texts.length) await new Promise((resolve) => setTimeout(resolve, 20)); // warm
  counting = true;
  const startedMs = performance.now();
  await new Promise((resolve) => setTimeout(resolve, durationMs));
  const rate = characters / ((performance.now() - startedMs) / 1000);
  // Its stages answer what is in the pipe before they end: whatever is measured next must not run beside them.
  feeding = false;
  shell.stdin.end();
  await once(shell, 'close');
  return rate;
}
