import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addModel } from './add-model.js';
import { CATALOGUE, findModel, folderName } from './catalogue.js';
import { Hub } from './hub.js';
import { Maven } from './maven.js';
import { ModelError } from './model-error.js';
import { inMegabytes, ModelStore, sizeOf, type ModelRecord } from './model-store.js';
import type { PublishedModel } from './published-model.js';

const HELP = `Usage: npm run models -- COMMAND [options]

Neural models for translate and speech, and LanguageTool, which corrects: which there are, and how they get into the folder that the services read. A running
service takes up a new model by itself, within half a minute.

Commands
  list [TEXT]    what there is by name, and what is installed; with TEXT only what has it in its name or languages
  add NAME...    fetches models: says licence and size first, goes on where an earlier attempt ended, checks every file
                 against the digest that the hub publishes. A name of the list; piper:VOICE for any voice of Piper, such
                 as piper:en_US-joe-medium; or USE:OWNER/REPOSITORY of the hub with USE one of translation, voices,
                 recognisers, speakers
  verify         reads all that is installed again, names what is damaged, and has each voice say a word
  remove NAME    takes a model away

Options
  --folder FOLDER    where models lie (MODELS_DIR; .data/models if absent)
  --hub URL          Hugging Face, or a mirror of it (HF_ENDPOINT; https://huggingface.co if absent)
  --maven URL        Maven Central, or a mirror of it, for languagetool (MAVEN_REPOSITORY; https://repo1.maven.org/maven2 if absent)
  --from FOLDER      without Internet: takes the model from a folder that this command filled on another machine
  --dry-run          says what would be fetched, and fetches nothing
  --non-commercial   you have read that the model may not be used in a business
  --yes              asks nothing on a terminal
  --help             this text

HF_TOKEN signs in at the hub, for models that ask for it.
`;

export interface ModelsSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: { write(text: string): void; readonly isTTY?: boolean };
  readonly err: { write(text: string): void };
  /** Asks whoever sits at a terminal; absent where nobody does. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** Has the model of a voice say a word. @returns why it cannot */
  readonly tryVoice?: ((folder: string) => Promise<string | undefined>) | undefined;
}

interface Options {
  readonly folder?: string;
  readonly hub?: string;
  readonly maven?: string;
  readonly from?: string;
  readonly 'dry-run'?: boolean;
  readonly 'non-commercial'?: boolean;
  readonly yes?: boolean;
  readonly help?: boolean;
}

interface Call extends ModelsSurroundings {
  readonly folder: string;
  readonly store: ModelStore;
  readonly names: readonly string[];
  readonly options: Options;
}

const COMMANDS: Readonly<Record<string, (call: Call) => Promise<number>>> = {
  list,
  add,
  verify,
  remove,
};

/** `npm run models -- ...`. @returns the exit code */
export async function modelsCommand(
  argv: readonly string[],
  surroundings: ModelsSurroundings,
): Promise<number> {
  try {
    const { values: options, positionals } = parsed(argv);
    const [name, ...names] = positionals;
    if (options.help === true || name === undefined) {
      surroundings.out.write(HELP);
      return options.help === true ? 0 : 1;
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined) {
      throw new ModelError(`There is no command ${name}: ${Object.keys(COMMANDS).join(', ')}.`);
    }
    const folder = options.folder ?? surroundings.env['MODELS_DIR'] ?? '.data/models';
    const store = new ModelStore(folder);
    return await command({ ...surroundings, folder, store, names, options });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    surroundings.err.write(`${error.message}\n`);
    return 1;
  }
}

function parsed(argv: readonly string[]): { values: Options; positionals: readonly string[] } {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        folder: { type: 'string' },
        hub: { type: 'string' },
        maven: { type: 'string' },
        from: { type: 'string' },
        'dry-run': { type: 'boolean' },
        'non-commercial': { type: 'boolean' },
        yes: { type: 'boolean', short: 'y' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new ModelError(error instanceof Error ? error.message : String(error));
  }
}

async function list({ store, names, out }: Call): Promise<number> {
  const installed = await store.installed();
  const text = names.join(' ').toLowerCase();
  const rows = [...CATALOGUE, ...installed.filter(({ name }) => !isListed(name))]
    .map((model) => rowOf(model, installed))
    .filter((row) => row.join(' ').toLowerCase().includes(text));
  const widths = rows.reduce(
    (most, row) => most.map((width, at) => Math.max(width, row[at]?.length ?? 0)),
    [0, 0, 0, 0, 0],
  );
  for (const row of rows) {
    out.write(
      `${row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
  return 0;
}

const isListed = (name: string): boolean => CATALOGUE.some((model) => model.name === name);

function rowOf(model: PublishedModel | ModelRecord, installed: readonly ModelRecord[]): string[] {
  const record = installed.find(({ name }) => name === model.name);
  const state = record === undefined ? '' : `installed, ${inMegabytes(sizeOf(record.files))}`;
  const languages = 'languages' in model ? model.languages : '';
  return [model.name, model.use, model.licence, languages, state];
}

async function add(call: Call): Promise<number> {
  const { names, options, store, out } = call;
  if (names.length === 0) throw new ModelError('Name a model: npm run models -- list');
  if (options.from !== undefined) {
    for (const name of names) {
      const record = await store.copy(options.from, folderName(name), progressOf(name, call));
      out.write(`${record.name}: there\n`);
    }
    return 0;
  }
  for (const model of names.map(knownModel)) {
    await addModel(model, {
      ...{ store, source: model.pinned === undefined ? hubOf(call) : mavenOf(call) },
      tell: (line) => {
        out.write(`${line}\n`);
      },
      onProgress: progressOf(model.name, call),
      ask: options.yes === true ? undefined : call.ask,
      isDry: options['dry-run'] === true,
      knowsNonCommercial: options['non-commercial'] === true,
    });
  }
  return 0;
}

function knownModel(name: string): PublishedModel {
  const model = findModel(name);
  if (model !== undefined) return model;
  throw new ModelError(
    `There is no model ${name}. npm run models -- list shows them; any other: piper:VOICE, such as ` +
      'piper:en_US-joe-medium, or USE:OWNER/REPOSITORY.',
  );
}

/** A line that is written over on a terminal; elsewhere one for each tenth. */
function progressOf(name: string, { out }: Call): (has: number, all: number) => void {
  let last = -1;
  return (has, all) => {
    const percent = all === 0 ? 100 : Math.floor((has / all) * 100);
    const step = out.isTTY === true ? percent : Math.floor(percent / 10) * 10;
    if (step === last) return;
    last = step;
    const line = `${name}: ${step} % of ${inMegabytes(all)}`;
    out.write(out.isTTY === true ? `\r${line}${percent === 100 ? '\n' : ''}` : `${line}\n`);
  };
}

const hubOf = ({ options, env }: Call): Hub => {
  const url = options.hub ?? env['HF_ENDPOINT'] ?? 'https://huggingface.co';
  if (!URL.canParse(url)) throw new ModelError(`${url} is no address of a hub.`);
  return new Hub({ url, token: env['HF_TOKEN'] });
};

const mavenOf = ({ options, env }: Call): Maven => {
  const url = options.maven ?? env['MAVEN_REPOSITORY'] ?? 'https://repo1.maven.org/maven2';
  if (!URL.canParse(url)) throw new ModelError(`${url} is no address of a repository.`);
  return new Maven(url);
};

async function verify(call: Call): Promise<number> {
  const { store, out } = call;
  const names = call.names.map(folderName);
  const wanted = (await store.installed()).filter(
    ({ name }) => names.length === 0 || names.includes(name),
  );
  let isWhole = true;
  for (const record of wanted) {
    const complaint = await complaintOf(record, call);
    if (complaint !== undefined) isWhole = false;
    out.write(`${record.name}: ${complaint ?? 'whole'}\n`);
  }
  if (wanted.length === 0) out.write('No model is installed.\n');
  return isWhole ? 0 : 1;
}

/** What is wrong with an installed model, if anything. */
async function complaintOf(
  record: ModelRecord,
  { store, folder, tryVoice }: Call,
): Promise<string | undefined> {
  const damaged = await store.damaged(record);
  if (damaged.length > 0) return `damaged: ${damaged.join(', ')}`;
  if (record.use !== 'voices') return undefined;
  const refusal = await tryVoice?.(join(folder, record.use, record.name));
  return refusal === undefined ? undefined : `refused: ${refusal}`;
}

async function remove({ store, out, names }: Call): Promise<number> {
  if (names.length === 0) throw new ModelError('Name a model: npm run models -- list');
  for (const name of names.map(folderName)) {
    const record = await store.remove(name);
    out.write(`${record.name}: removed, ${inMegabytes(sizeOf(record.files))} freed\n`);
  }
  return 0;
}
