import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `node contracts/compile.mjs` writes ABI and bytecode of every contract anew; with `--check` it compares them byte
 * for byte with the committed ones and ends with 1 when they differ. That takes the compiler ten seconds; with
 * `--check-digest` it only tells whether sources, compiler or results have changed since they were compiled.
 */
const require = createRequire(import.meta.url);
const folder = dirname(fileURLToPath(import.meta.url));
const artifacts = join(folder, '..', 'src', 'chain', 'contracts', 'artifacts');
const digestFile = join(artifacts, 'compiled.sha256');

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.sol'))
  .map((file) => file.slice(0, -'.sol'.length));

if (process.argv.includes('--check-digest')) checkDigest();
else if (process.argv.includes('--check')) check(compile());
else write(compile());

function write(compiled) {
  mkdirSync(artifacts, { recursive: true });
  for (const name of names) writeFileSync(fileOf(name), compiled.get(name));
  writeFileSync(digestFile, digest());
}

function check(compiled) {
  const stale = names.filter((name) => read(fileOf(name)) !== compiled.get(name));
  for (const name of stale) complain(`${name}.json is not what its source compiles to.`);
  checkDigest();
}

function checkDigest() {
  if (read(digestFile) !== digest()) complain('Run `node contracts/compile.mjs`.');
}

function complain(text) {
  console.error(text);
  process.exitCode = 1;
}

/** Of everything that the results follow from, and of the results. */
function digest() {
  const files = [...names.map((name) => join(folder, `${name}.sol`)), ...names.map(fileOf)];
  const packages = ['solc', '@openzeppelin/contracts'].map((name) => `${name}/package.json`);
  const versions = packages.map((file) => JSON.parse(read(require.resolve(file))).version);
  const hash = createHash('sha256').update(JSON.stringify([names, versions]));
  for (const file of [fileURLToPath(import.meta.url), ...files]) hash.update(`\0${read(file)}`);
  return `${hash.digest('hex')}\n`;
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
  const solc = require('solc');
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

function fileOf(name) {
  return join(artifacts, `${name}.json`);
}

/** What is not there is empty. */
function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
