import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `node contracts/compile.mjs` writes ABI and bytecode of every contract anew; with `--check` it compares them byte
 * for byte with the committed ones and ends with 1 when they differ.
 */
const require = createRequire(import.meta.url);
const solc = require('solc');
const folder = dirname(fileURLToPath(import.meta.url));
const artifacts = join(folder, '..', 'src', 'adapters', 'chain', 'artifacts');

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.sol'))
  .map((file) => file.slice(0, -'.sol'.length));

const compiled = compile();
const stale = names.filter((name) => !isCurrent(name, compiled.get(name)));

if (process.argv.includes('--check')) {
  for (const name of stale) console.error(`${name}.json is not what its source compiles to.`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  mkdirSync(artifacts, { recursive: true });
  for (const name of names) writeFileSync(fileOf(name), compiled.get(name));
}

function compile() {
  const sources = Object.fromEntries(
    names.map((name) => [`${name}.sol`, { content: read(join(folder, `${name}.sol`)) }]),
  );
  const input = {
    language: 'Solidity',
    sources,
    settings: {
      optimizer: { enabled: true, runs: 200 },
      viaIR: true,
      evmVersion: 'cancun',
      // No hash of the sources at the end: the same code gives the same bytes on every machine.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: findImport }));
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'));
  return new Map(
    names.map((name) => {
      const { abi, evm } = output.contracts[`${name}.sol`][name];
      const artifact = { abi, bytecode: `0x${evm.bytecode.object}` };
      return [name, `${JSON.stringify(artifact, null, 2)}\n`];
    }),
  );
}

function findImport(path) {
  return { contents: read(require.resolve(path)) };
}

function isCurrent(name, text) {
  try {
    return read(fileOf(name)) === text;
  } catch {
    return false; // not there yet
  }
}

function fileOf(name) {
  return join(artifacts, `${name}.json`);
}

function read(file) {
  return readFileSync(file, 'utf8');
}
