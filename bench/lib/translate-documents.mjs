import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { strToU8, zipSync } from 'fflate';
import { barePipeline } from './bare-pipeline.mjs';
import { median } from './load.mjs';
import { texts } from './texts.mjs';
import { KEY, round } from './translate-requests.mjs';

const PAGES = 100;
const PARAGRAPHS_OF_PAGE = 10;
const PARAGRAPH = 300;
const MIB = 1024 * 1024;
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const headers = { authorization: `DeepL-Auth-Key ${KEY}` };

/** Characters a second of a docx of 100 pages, from its upload until it is done, beside the bare pipeline. */
export async function documents(translate, { seconds, rounds }) {
  const paragraphs = texts(PAGES * PARAGRAPHS_OF_PAGE, PARAGRAPH);
  const contents = docx(paragraphs);
  const characters = PARAGRAPH * paragraphs.length;
  const runs = { service: [], bare: [] };
  await translated(translate, docx(paragraphs.slice(0, 10))); // warm
  for (let turn = 0; turn < rounds; turn += 1) {
    const options = { durationMs: seconds * 1000, window: 128 };
    runs.bare.push(await barePipeline('eng-spa', paragraphs, options));
    const startedMs = performance.now();
    await translated(translate, contents);
    runs.service.push(characters / ((performance.now() - startedMs) / 1000));
  }
  return [
    {
      document: `docx, ${PAGES} pages, ${characters} characters`,
      'characters/s': round(median(runs.service)),
      'bare pipeline characters/s': round(median(runs.bare)),
      ratio: `${round((median(runs.service) / median(runs.bare)) * 100)} %`,
    },
  ];
}

/** Memory that a docx of so many MB takes, most of it pictures, above what the idle server has. */
export async function documentMemory(translate, sizes) {
  const paragraphs = texts(PAGES * PARAGRAPHS_OF_PAGE, PARAGRAPH);
  await translated(translate, docx(paragraphs.slice(0, 10))); // what is loaded once
  const rows = [];
  for (const megabytes of sizes) {
    const contents = docx(paragraphs, randomBytes(megabytes * MIB));
    const idle = memoryOf(translate, 'VmRSS');
    // The kernel forgets the highest that there was.
    writeFileSync(`/proc/${translate.pid}/clear_refs`, '5');
    await translated(translate, contents);
    const highest = memoryOf(translate, 'VmHWM');
    rows.push({
      document: `docx of ${round(contents.length / MIB)} MiB`,
      'idle MiB': round(idle / 1024),
      'highest MiB': round(highest / 1024),
      'above idle MiB': round((highest - idle) / 1024),
    });
  }
  return rows;
}

/** Between two looks at a document that takes 300 ms: what differs by a twentieth shows. */
const LOOK_MS = 10;

/** @returns the translated file, once it is there */
export async function translated({ url }, contents) {
  const form = new FormData();
  form.append('source_lang', 'EN');
  form.append('target_lang', 'ES');
  form.append('file', new Blob([contents]), 'a.docx');
  const handle = await asked(`${url}/v2/document`, { method: 'POST', headers, body: form });
  const body = new URLSearchParams({ document_key: handle.document_key });
  const place = `${url}/v2/document/${handle.document_id}`;
  for (;;) {
    const { status, error_message } = await asked(place, { method: 'POST', headers, body });
    if (status === 'error') throw new Error(error_message);
    if (status === 'done') break;
    await sleep(LOOK_MS);
  }
  const result = await fetch(`${place}/result`, { method: 'POST', headers, body });
  if (!result.ok) throw new Error(`the result: ${result.status}`);
  return await result.arrayBuffer();
}

async function asked(url, init) {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** A text document of paragraphs, with a picture that cannot be packed. */
export function docx(paragraphs, picture) {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  const document = `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`;
  return zipSync({
    'word/document.xml': strToU8(document),
    ...(picture === undefined ? {} : { 'word/media/image1.png': [picture, { level: 0 }] }),
  });
}

const memoryOf = ({ pid }, name) =>
  Number(
    new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))[1],
  );
