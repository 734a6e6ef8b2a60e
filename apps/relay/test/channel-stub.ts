/**
 * Stands in for the clouds that channels send to: each checks what it is sent by what its vendor documents,
 * and answers as it does. It imports nothing of the relay: the demonstration runs it, too.
 */
export interface StubCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface StubAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

export type Json = Readonly<Record<string, unknown>>;
export type ChannelStub = (call: StubCall) => StubAnswer;

export const jsonOf = ({ body, headers }: StubCall): Json => {
  const type = String(headers['content-type']);
  if (!/^application\/(json|x-amz-json-1\.0)/.test(type)) return { notJson: type };
  return JSON.parse(body.toString()) as Json;
};

export const isText = (value: unknown, max = Number.MAX_SAFE_INTEGER, min = 1): value is string =>
  typeof value === 'string' && value.length >= min && value.length <= max;

export const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((found, name) => (found as Json | undefined)?.[String(name)], value);

export const all = (...conditions: readonly boolean[]): boolean => conditions.every(Boolean);

let count = 0;
export const nextId = () => String((count += 1));
