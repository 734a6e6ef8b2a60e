/** Writes ONNX models (onnx.proto3, IR version 8) that are small enough to make in a test. */

type Bytes = Uint8Array;

const varint = (value: number | bigint): Bytes => {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Uint8Array.from(bytes);
};
const field = (number: number, value: number | bigint): Bytes =>
  Buffer.concat([varint(number << 3), varint(value)]);
const nested = (number: number, ...parts: readonly Bytes[]): Bytes => {
  const content = Buffer.concat(parts);
  return Buffer.concat([varint((number << 3) | 2), varint(content.length), content]);
};
const text = (number: number, value: string): Bytes => nested(number, Buffer.from(value));

const FLOAT = 1;
const INT32 = 6;
const INT64 = 7;
const TYPES = { float: FLOAT, int32: INT32, int64: INT64 };

export interface Tensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly floats?: readonly number[];
  readonly integers?: readonly number[];
}

const tensor = ({ name, dims, floats, integers = [] }: Tensor): Bytes[] => [
  ...dims.map((dim) => field(1, dim)),
  field(2, floats === undefined ? INT64 : FLOAT),
  text(8, name),
  nested(
    9,
    floats === undefined
      ? Buffer.from(BigInt64Array.from(integers, BigInt).buffer)
      : Buffer.from(Float32Array.from(floats).buffer),
  ),
];

export interface Node {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

const INT = 2;
const INTS = 7;
const attribute = ([name, value]: readonly [string, number | readonly number[]]): Bytes =>
  typeof value === 'number'
    ? nested(5, text(1, name), field(3, value), field(20, INT))
    : nested(5, text(1, name), ...value.map((each) => field(8, each)), field(20, INTS));

const node = ({ op, inputs, output, attributes = {} }: Node): Bytes =>
  nested(
    1,
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(4, op),
    ...Object.entries(attributes).map(attribute),
  );

export interface Value {
  readonly name: string;
  readonly type: keyof typeof TYPES;
  /** A name stands for a size that is not known. */
  readonly dims: readonly (number | string)[];
}

const value = (number: number, { name, type, dims }: Value): Bytes =>
  nested(
    number,
    text(1, name),
    nested(
      2,
      nested(
        1,
        field(1, TYPES[type]),
        nested(
          2,
          ...dims.map((dim) => nested(1, typeof dim === 'number' ? field(1, dim) : text(2, dim))),
        ),
      ),
    ),
  );

export interface Model {
  readonly inputs: readonly Value[];
  readonly outputs: readonly Value[];
  readonly nodes: readonly Node[];
  readonly constants: readonly Tensor[];
  readonly metadata: Readonly<Record<string, string>>;
}

/** The bytes of a model file. */
export const onnxModel = ({ inputs, outputs, nodes, constants, metadata }: Model): Bytes =>
  Buffer.concat([
    field(1, 8),
    nested(
      7,
      ...nodes.map(node),
      text(2, 'graph'),
      ...constants.map((each) => nested(5, ...tensor(each))),
      ...inputs.map((each) => value(11, each)),
      ...outputs.map((each) => value(12, each)),
    ),
    nested(8, text(1, ''), field(2, 13)),
    ...Object.entries(metadata).map(([key, each]) => nested(14, text(1, key), text(2, each))),
  ]);
