import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

/**
 * `node scripts/lint/structure.mjs` prints how much code wires and configures, and how full the folders are; it ends with 1
 * above the limits (a part of `npm run lint`).
 */
const LIMITS = { wiring: 5500, factories: 28, moduleLines: 60, filesInFolder: 20 };

const sources = globSync('{apps/*,apps/*/web,libs/*,libs/platform/*}/src/**/*.{ts,tsx}').filter(
  (file) => !/\.spec\.tsx?$/.test(file),
);
const lines = (file) => readFileSync(file, 'utf8').split('\n').length - 1;
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

/** Files directly in an app's `src`, and modules and settings, wherever they lie. */
const wires = (file) =>
  /^apps\/[^/]+\/src\/[^/]+\.ts$/.test(file) ||
  (/^apps\//.test(file) && /\.(module|settings)\.ts$/.test(file));

const wiring = sum(sources.filter(wires).map(lines));
const factories = sum(
  sources.map((file) => readFileSync(file, 'utf8').match(/\buseFactory:/g)?.length ?? 0),
);
const folders = Map.groupBy(sources, (file) => dirname(file));
const fullest = [...folders].map(([folder, files]) => [folder, files.length]);
const modules = globSync('apps/*/src/app.module.ts').map((file) => [file, lines(file)]);

const tooMany = [
  ...(wiring > LIMITS.wiring ? [`${wiring} lines wire and configure`] : []),
  ...(factories > LIMITS.factories ? [`${factories} useFactory`] : []),
  ...modules
    .filter(([, count]) => count > LIMITS.moduleLines)
    .map(([file, count]) => `${file} has ${count} lines`),
  ...fullest
    .filter(([, count]) => count > LIMITS.filesInFolder)
    .map(([folder, count]) => `${folder} has ${count} files`),
];

console.log(
  `${wiring} lines wire and configure (${LIMITS.wiring} at most), ` +
    `${factories} useFactory (${LIMITS.factories}).`,
);
for (const app of globSync('apps/*').toSorted()) {
  const own = sources.filter((file) => file.startsWith(`${app}/`) && wires(file));
  console.log(`  ${app}: ${sum(own.map(lines))} lines`);
}
for (const what of tooMany) console.error(`Too many: ${what}.`);
if (tooMany.length > 0) process.exitCode = 1;
