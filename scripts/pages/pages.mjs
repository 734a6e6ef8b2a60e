import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build, createServer, preview } from 'vite';

import { readCommandLine } from '../lib/command-line.mjs';
import { projectDir, StartError } from '../lib/project.mjs';
import { runMain } from '../lib/run-main.mjs';
import { differenceOf, takePictures } from './pictures.mjs';

const HELP = `Usage: npm run pages [-- --port N] [-- --against REF]

Shows every component of libs/web in its states, and takes up what changes in them. ?dir=rtl at the
address shows them from right to left. --against REF takes pictures of them as they are and as they
were at a revision of git (light, dark, right to left, 390 pixels), and says which have changed; the
pictures are in .data/pages.`;

const GALLERY = join('libs', 'web', 'gallery');
const folder = join(projectDir, '.data', 'pages');

/** @param {string[]} args @returns {Promise<number>} exit code; 1 where pictures differ */
async function main(args) {
  const { values } = readCommandLine('npm run pages', {
    args,
    options: {
      help: { type: 'boolean', short: 'h' },
      port: { type: 'string', default: '5180' },
      against: { type: 'string' },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (values.against !== undefined) return compare(values.against);
  const server = await createServer({
    root: join(projectDir, GALLERY),
    server: { port: Number(values.port) },
  });
  await server.listen();
  console.log(`The components: http://localhost:${server.config.server.port}/   (Ctrl-C ends)`);
  return 0;
}

async function compare(revision) {
  const before = join(folder, 'before');
  mkdirSync(folder, { recursive: true });
  checkOut(revision, before);
  try {
    const [old, now] = [await picturesOf(before), await picturesOf(projectDir)];
    let changed = 0;
    for (const [name, picture] of Object.entries(now)) {
      writeFileSync(join(folder, `${name}.png`), picture);
      writeFileSync(join(folder, `${name}.before.png`), old[name]);
      const { share, image } = await differenceOf(old[name], picture);
      if (share > 0) {
        changed += 1;
        writeFileSync(join(folder, `${name}.difference.png`), image);
      }
      console.log(`${name}: ${share === 0 ? 'the same' : `${(share * 100).toFixed(2)} % differ`}`);
    }
    console.log(`Pictures: ${folder}`);
    return changed === 0 ? 0 : 1;
  } finally {
    removeCheckOut(before);
  }
}

/** The revision beside this one, with the packages of this one. */
function checkOut(revision, place) {
  removeCheckOut(place);
  git('worktree', 'add', '--detach', place, revision);
  if (!existsSync(join(place, GALLERY, 'index.html'))) {
    removeCheckOut(place);
    throw new StartError(`${revision} has no ${GALLERY}: there is nothing to compare with.`);
  }
  symlinkSync(join(projectDir, 'node_modules'), join(place, 'node_modules'));
}

function removeCheckOut(place) {
  if (!existsSync(place)) return;
  rmSync(join(place, 'node_modules'), { force: true });
  git('worktree', 'remove', '--force', place);
}

const git = (...words) => execFileSync('git', words, { cwd: projectDir, stdio: 'pipe' });

async function picturesOf(project) {
  const root = join(project, GALLERY);
  const outDir = join(folder, project === projectDir ? 'built' : 'built-before');
  await build({ root, build: { outDir, emptyOutDir: true } });
  const server = await preview({ root, build: { outDir }, preview: { port: 0 } });
  try {
    return await takePictures(server.resolvedUrls.local[0]);
  } finally {
    await server.close();
  }
}

await runMain(main);
