import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installExtras } from '../lib/extras.mjs';
import { say } from '../lib/progress.mjs';
import { projectDir } from '../lib/project.mjs';
import { demoFlags } from './flags.mjs';

/**
 * Walks through translate with the official client, against a stack that `npm start` runs: text with tags and a
 * glossary, a memory, usage, and what an administrator sees. It leaves nothing behind but its usage.
 */
const HELP = `Usage: npm run demo:translate -- [options]

Walks through translate with the official client: tags, a glossary, a memory, a document, usage, reports.
npm start runs it.

  --data FOLDER  where dev-credentials.json is (.data)
  --help         prints this`;

const values = demoFlags('npm run demo:translate', HELP, {
  data: { type: 'string', default: join(projectDir, '.data') },
});
const { translate } = readCredentials(join(values.data, 'dev-credentials.json'));
await requireRunning();
await installExtras(['demo']);
const deepl = await import('deepl-node');

const client = new deepl.DeepLClient(translate.auth_key, {
  serverUrl: translate.base_url,
  headers: { 'X-DeepL-Reporting-Tag': 'demo' },
});
const step = (text) => say(`- ${text}`);

say(`translate at ${translate.base_url}, through deepl-node`);

const plain = await client.translateText('The house is big.', null, 'es');
step(`text, language detected (${plain.detectedSourceLang}): ${plain.text}`);

const tagged = await client.translateText(
  'The <b>red</b> house is in <x>Main Street</x>.',
  'en',
  'es',
  { tagHandling: 'xml', ignoreTags: ['x'] },
);
step(`tags follow their words, <x> is left alone: ${tagged.text}`);

const entries = new deepl.GlossaryEntries({ entries: { house: 'hogar' } });
const glossary = await client.createMultilingualGlossary('demo', [
  { sourceLangCode: 'en', targetLangCode: 'es', entries },
]);
const withTerm = await client.translateText('The house is big.', 'en', 'es', { glossary });
step(`glossary house = hogar: ${withTerm.text}`);

const memoryId = await importMemory({ 'The house is very big.': 'La casa es enorme.' });
const remembered = await client.translateText('The house is very big.', 'en', 'es', {
  translationMemory: memoryId,
});
step(`from the memory: ${remembered.text}`);
await patchMemory(memoryId, 'The house is very big.', 'La casa es inmensa.');
const corrected = await client.translateText('The house is very big.', 'en', 'es', {
  translationMemory: memoryId,
});
step(`after a correction, at once: ${corrected.text}`);

step(`a document, by its formatting: ${JSON.stringify(await translateMarkdown())}`);

const usage = await client.getUsage();
step(`usage: ${usage.character?.count} of ${usage.character?.limit} characters this month`);

const today = new Date().toISOString().slice(0, 10);
const report = await asAdmin(`analytics?start_date=${today}&end_date=${today}&group_by=key`);
for (const { api_key, api_key_label, usage: used } of report.usage_report.key_usages) {
  step(`an administrator sees ${api_key} "${api_key_label}": ${used.total_characters} today`);
}
const tags = await asAdmin(`analytics/custom-tags?start_date=${today}&end_date=${today}`);
for (const { custom_tag, breakdown } of tags.custom_tag_usage_report.usage) {
  step(`and by tag "${custom_tag}": ${breakdown.total_characters}`);
}

await client.deleteMultilingualGlossary(glossary);
await client.deleteTranslationMemory(memoryId);
step('glossary and memory are deleted again');

function readCredentials(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    say(`${file} is not there. Start the services first: npm start`);
    process.exit(1);
  }
}

async function requireRunning() {
  const isRunning = await fetch(`${translate.base_url}/v2/languages`).then(
    () => true,
    () => false,
  );
  if (isRunning) return;
  say(`Nothing answers at ${translate.base_url}. Start the services first: npm start`);
  process.exit(1);
}

/** As a file, which is how the official client brings memories in. */
async function importMemory(segments) {
  const units = Object.entries(segments).map(
    ([source, target]) =>
      `<tu><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="es"><seg>${target}</seg></tuv></tu>`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'demo-'));
  try {
    const file = join(folder, 'demo.tmx');
    await writeFile(
      file,
      `<tmx version="1.4"><header srclang="en"/><body>${units.join('')}</body></tmx>`,
    );
    const job = await client.importTranslationMemoryFromFilepath(file);
    const exported = join(folder, 'exported.tmx');
    await client.exportTranslationMemoryToFilepath(job.results[0].translationMemoryId, exported);
    step(`memory imported and exported again: ${(await readFile(exported)).length} bytes of TMX`);
    return job.results[0].translationMemoryId;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** From file to file, as the official client does it. */
async function translateMarkdown() {
  const folder = await mkdtemp(join(tmpdir(), 'demo-'));
  try {
    const [source, target] = [join(folder, 'house.md'), join(folder, 'casa.md')];
    await writeFile(source, '# The house\n\nThe **red** house has `4` windows.\n');
    await client.translateDocument(source, target, 'en', 'es');
    return await readFile(target, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Corrections are an extension, which the client does not know. */
async function patchMemory(id, source_text, target_text) {
  const response = await fetch(`${translate.base_url}/v3/translation_memories/${id}`, {
    method: 'PATCH',
    headers: {
      authorization: `DeepL-Auth-Key ${translate.auth_key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ segments: [{ source_text, target_language: 'es', target_text }] }),
  });
  if (!response.ok) throw new Error(`PATCH of the memory: ${response.status}`);
}

async function asAdmin(path) {
  const response = await fetch(`${translate.base_url}/v2/admin/${path}`, {
    headers: { authorization: `DeepL-Auth-Key ${translate.admin_key}` },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}
