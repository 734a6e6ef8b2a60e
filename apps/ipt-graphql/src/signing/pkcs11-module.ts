import koffi, { type KoffiFunc, type LibraryHandle, type TypeObject } from 'koffi';

/** What is used of PKCS #11 (OASIS, "Cryptographic Token Interface Base Specification", version 2.40). */
export const CKO_PUBLIC_KEY = 2n;
export const CKO_PRIVATE_KEY = 3n;
export const CKA_CLASS = 0n;
export const CKA_LABEL = 3n;
export const CKA_EC_PARAMS = 0x180n;
export const CKA_EC_POINT = 0x181n;
const CKM_ECDSA = 0x1041n;
const CKU_USER = 1;
const CKF_SERIAL_SESSION = 4;
const CKF_OS_LOCKING_OK = 2;
const CKR_CRYPTOKI_ALREADY_INITIALIZED = 0x191;
const CKR_USER_ALREADY_LOGGED_IN = 0x100;
const MOST_SLOTS = 256;
const LABEL_BYTES = 32;
/** More than the whole of `CK_TOKEN_INFO`, and than any attribute that is read here. */
const ROOM_BYTES = 512;

const ULONG = 'unsigned long';
const OUT = koffi.out(koffi.pointer(ULONG));
const COUNT = koffi.inout(koffi.pointer(ULONG));
const BYTES = koffi.pointer('uint8_t');
const Locking = koffi.struct({
  ...{ create: 'void *', destroy: 'void *', lock: 'void *', unlock: 'void *' },
  ...{ flags: ULONG, reserved: 'void *' },
});
const Attribute = koffi.struct({ type: ULONG, value: 'void *', length: ULONG });
const ATTRIBUTES = koffi.inout(koffi.pointer(Attribute));

type TypeSpec = string | TypeObject | ReturnType<typeof koffi.out>;

/** The place of each function in `CK_FUNCTION_LIST`, and its arguments. */
const FUNCTIONS = {
  initialize: [0, [koffi.pointer(Locking)]],
  slots: [4, ['uint8_t', BYTES, COUNT]],
  tokenInfo: [6, [ULONG, BYTES]],
  openSession: [12, [ULONG, ULONG, 'void *', 'void *', OUT]],
  closeSession: [13, [ULONG]],
  login: [18, [ULONG, ULONG, BYTES, ULONG]],
  attributes: [24, [ULONG, ULONG, ATTRIBUTES, ULONG]],
  findBegin: [26, [ULONG, ATTRIBUTES, ULONG]],
  find: [27, [ULONG, BYTES, ULONG, OUT]],
  findEnd: [28, [ULONG]],
  signBegin: [42, [ULONG, BYTES, ULONG]],
  sign: [43, [ULONG, BYTES, ULONG, BYTES, COUNT]],
} satisfies Readonly<Record<string, readonly [number, readonly TypeSpec[]]>>;

type Name = keyof typeof FUNCTIONS;
type Call = KoffiFunc<(...values: unknown[]) => number>;

/** A call that the token refused, with its `CKR_` value. */
export class Pkcs11Error extends Error {
  constructor(
    call: string,
    readonly code: number,
  ) {
    super(`The token answered 0x${code.toString(16)} to ${call}`);
  }
}

/** What was loaded once stays: a library that is collected is unloaded, and calls through its list would go nowhere. */
const LOADED = new Set<LibraryHandle>();

/** A vendor's library, which talks to its token. Calls that may take long run on a thread of their own. */
export class Pkcs11Module {
  readonly #calls: Readonly<Record<Name, Call>>;

  /** @throws {Error} for what is no such library */
  constructor(file: string) {
    const library = koffi.load(file);
    LOADED.add(library);
    const getFunctionList = library.func('C_GetFunctionList', ULONG, [
      koffi.out(koffi.pointer('void *')),
    ]) as Call;
    const list: [unknown] = [null];
    requireOk(getFunctionList(list), 'C_GetFunctionList');
    this.#calls = callsOf(list[0]);
    const args = { create: null, destroy: null, lock: null, unlock: null, reserved: null };
    const code = this.#calls.initialize({ ...args, flags: CKF_OS_LOCKING_OK });
    if (code !== CKR_CRYPTOKI_ALREADY_INITIALIZED) requireOk(code, 'C_Initialize');
  }

  /** @returns a session in which the user of the token has signed in */
  open(token: string, pin: string): bigint {
    const session: [number] = [0];
    this.#must('openSession', this.#slotOf(token), CKF_SERIAL_SESSION, null, null, session);
    const secret = Buffer.from(pin);
    const code = this.#calls.login(session[0], CKU_USER, secret, secret.length);
    secret.fill(0);
    if (code !== CKR_USER_ALREADY_LOGGED_IN && code !== 0) {
      this.close(BigInt(session[0]));
      throw new Pkcs11Error('login', code);
    }
    return BigInt(session[0]);
  }

  close(session: bigint): void {
    this.#calls.closeSession(session); // what is closed already may say so
  }

  /** @throws {Error} unless there is exactly one */
  object(session: bigint, kind: bigint, label: string): bigint {
    const value = Buffer.from(label);
    const wanted = [attribute(CKA_CLASS, ulong(kind)), attribute(CKA_LABEL, value)];
    this.#must('findBegin', session, wanted, wanted.length);
    const found = Buffer.alloc(2 * koffi.sizeof(ULONG));
    const count: [number] = [0];
    try {
      this.#must('find', session, found, 2, count);
    } finally {
      this.#calls.findEnd(session);
    }
    const name = kind === CKO_PRIVATE_KEY ? 'private' : 'public';
    if (count[0] === 1) return found.readBigUInt64LE();
    throw new Error(
      `The token has ${count[0] === 0 ? 'no' : 'more than one'} ${name} key ${label}`,
    );
  }

  attribute(session: bigint, object: bigint, type: bigint): Buffer {
    const value = Buffer.alloc(ROOM_BYTES);
    const asked = attribute(type, value);
    this.#must('attributes', session, object, [asked], 1);
    return value;
  }

  /** ECDSA over a digest as it is. @returns r and s, one after the other */
  async sign(session: bigint, key: bigint, digest: Uint8Array): Promise<Buffer> {
    const mechanism = Buffer.concat([ulong(CKM_ECDSA), ulong(0n), ulong(0n)]);
    await this.#later('signBegin', session, mechanism, key);
    const signature = Buffer.alloc(ROOM_BYTES);
    const length: [number] = [signature.length];
    await this.#later('sign', session, digest, digest.length, signature, length);
    return signature.subarray(0, length[0]);
  }

  /** Labels are padded with blanks. */
  #slotOf(token: string): bigint {
    const slots = Buffer.alloc(MOST_SLOTS * koffi.sizeof(ULONG));
    const count: [number] = [MOST_SLOTS];
    this.#must('slots', 1, slots, count);
    const ids = Array.from({ length: count[0] }, (_, index) => slots.readBigUInt64LE(8 * index));
    const named = ids.filter((id) => {
      const information = Buffer.alloc(ROOM_BYTES);
      this.#must('tokenInfo', id, information);
      return information.toString('utf8', 0, LABEL_BYTES).trimEnd() === token;
    });
    const [slot, other] = named;
    if (slot === undefined || other !== undefined) {
      throw new Error(`There is ${slot === undefined ? 'no' : 'more than one'} token ${token}`);
    }
    return slot;
  }

  #must(name: Name, ...values: unknown[]): void {
    requireOk(this.#calls[name](...values), name);
  }

  #later(name: Name, ...values: unknown[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#calls[name].async(...values, (error: Error | null | undefined, code: number) => {
        if (error) reject(error);
        else if (code !== 0) reject(new Pkcs11Error(name, code));
        else resolve();
      });
    });
  }
}

function callsOf(list: unknown): Readonly<Record<Name, Call>> {
  const functions = Object.entries(FUNCTIONS).map(([name, [place, values]]) => {
    // `CK_VERSION` stands first, and fills a pointer's room.
    const offset = koffi.sizeof('void *') * (1 + place);
    const pointer: unknown = koffi.decode(list, offset, 'void *');
    return [name, koffi.decode(pointer, koffi.proto(ULONG, [...values])) as Call];
  });
  return Object.fromEntries(functions) as Record<Name, Call>;
}

function ulong(value: bigint): Buffer {
  const bytes = Buffer.alloc(koffi.sizeof(ULONG));
  bytes.writeBigUInt64LE(value);
  return bytes;
}

const attribute = (type: bigint, value: Buffer) => ({ type, value, length: value.length });

function requireOk(code: number, call: string): void {
  if (code !== 0) throw new Pkcs11Error(call, code);
}
