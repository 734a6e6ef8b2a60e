import { open, type FileHandle } from 'node:fs/promises';
import { ModelError } from './model-error.js';

/**
 * The metadata of an ONNX file (onnx.proto3, `ModelProto.metadata_props`), read and appended without reading the weights:
 * fields of Protocol Buffers may come in any order, so that new entries can follow all others.
 */
export type OnnxMetadata = ReadonlyMap<string, string>;

/** A field of the file's outermost message. */
interface Field {
  readonly number: number;
  /** Where its content begins, in bytes, and how long it is. */
  readonly at: number;
  readonly length: number;
}

const GRAPH = 7;
const METADATA = 14;
const [VARINT, EIGHT_BYTES, LENGTH, FOUR_BYTES] = [0, 1, 2, 5];
/** A tag and a length, each at most ten bytes. */
const HEAD = 20;
/** Models have some dozens; a file of small pieces is none, and not read to its end. */
const MOST_FIELDS = 10_000;
const LONGEST_ENTRY = 65_536;

/** @throws {ModelError} when it is no ONNX file, or not the whole of one */
export async function onnxMetadata(path: string): Promise<OnnxMetadata> {
  const file = await open(path, 'r');
  try {
    const entries = new Map<string, string>();
    const fields = await fieldsOf(file);
    if (!fields.some(({ number }) => number === GRAPH)) throw notOnnx();
    for (const { number, at, length } of fields) {
      if (number !== METADATA || length > LONGEST_ENTRY) continue;
      const content = Buffer.alloc(length);
      await file.read(content, 0, length, at);
      entries.set(textOf(content, 1), textOf(content, 2));
    }
    return entries;
  } finally {
    await file.close();
  }
}

/** All or nothing, also on a full disk. An entry that is there already is said again, with the same meaning. */
export async function appendOnnxMetadata(path: string, entries: OnnxMetadata): Promise<void> {
  const bytes = [...entries].map(([key, value]) =>
    nested(METADATA, nested(1, Buffer.from(key)), nested(2, Buffer.from(value))),
  );
  const file = await open(path, 'a');
  const { size } = await file.stat();
  try {
    await file.appendFile(Buffer.concat(bytes));
  } catch (error) {
    await file.truncate(size);
    throw error;
  } finally {
    await file.close();
  }
}

async function fieldsOf(file: FileHandle): Promise<readonly Field[]> {
  const { size } = await file.stat();
  const head = Buffer.alloc(HEAD);
  const fields: Field[] = [];
  let at = 0;
  while (at < size) {
    const { bytesRead } = await file.read(head, 0, HEAD, at);
    const field = fieldAt(head.subarray(0, bytesRead), at);
    at = field.at + field.length;
    if (at > size) throw new ModelError('it ends before its content does: it was not copied whole');
    if (fields.push(field) > MOST_FIELDS) throw notOnnx();
  }
  return fields;
}

function fieldAt(head: Buffer, at: number): Field {
  const [tag, tagBytes] = varintAt(head, 0);
  const number = Math.floor(tag / 8);
  const from = at + tagBytes;
  const wire = tag % 8;
  if (number < 1) throw notOnnx();
  if (wire === EIGHT_BYTES) return { number, at: from, length: 8 };
  if (wire === FOUR_BYTES) return { number, at: from, length: 4 };
  if (wire !== VARINT && wire !== LENGTH) throw notOnnx();
  const [value, bytes] = varintAt(head, tagBytes);
  return wire === VARINT
    ? { number, at: from, length: bytes }
    : { number, at: from + bytes, length: value };
}

/** @returns the number and the bytes that it takes */
function varintAt(bytes: Buffer, from: number): readonly [number, number] {
  let value = 0;
  for (let index = 0; index < 10; index += 1) {
    const byte = bytes[from + index];
    if (byte === undefined) throw notOnnx();
    value += (byte % 128) * 2 ** (7 * index);
    if (byte < 128) return [value, index + 1];
  }
  throw notOnnx();
}

/** A text within an entry of the metadata. */
function textOf(entry: Buffer, wanted: number): string {
  let at = 0;
  while (at < entry.length) {
    const field = fieldAt(entry.subarray(at), at);
    if (field.number === wanted) return entry.toString('utf8', field.at, field.at + field.length);
    at = field.at + field.length;
  }
  return '';
}

function nested(number: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([varint(number * 8 + LENGTH), varint(content.length), content]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

const notOnnx = (): ModelError => new ModelError('it is no ONNX model');
