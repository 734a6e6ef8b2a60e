/** RFC 5425, section 4.3.1, asks for 2,048 bytes and recommends 8,192. */
const MAX_MESSAGE = 64 * 1024;
const DIGIT = /^\d$/;

/** A stream that is no syslog: it cannot be told where its next message begins. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

/**
 * Takes messages out of a stream: `MSG-LEN SP MSG` (RFC 5425, section 4.3), or a line for each, as RFC
 * 6587, section 3.4.2, has it and many senders do.
 */
export class SyslogFrames {
  #rest: Buffer = Buffer.alloc(0);

  /** @returns the messages that are whole now @throws {FrameError} */
  add(chunk: Buffer): string[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const messages: string[] = [];
    for (let next = this.#next(); next !== undefined; next = this.#next()) messages.push(next);
    return messages;
  }

  #next(): string | undefined {
    const [first] = this.#rest;
    if (first === undefined) return undefined;
    const counted = DIGIT.test(String.fromCharCode(first));
    return counted ? this.#counted() : this.#line();
  }

  #counted(): string | undefined {
    const space = this.#rest.indexOf(0x20);
    const digits = this.#rest.subarray(0, space < 0 ? undefined : space).toString('latin1');
    const isNumber = /^[1-9]\d{0,5}$/.test(digits);
    if (!isNumber || Number(digits) > MAX_MESSAGE) throw new FrameError('no length of a message');
    if (space < 0) return undefined;
    const end = space + 1 + Number(digits);
    return this.#rest.length < end ? undefined : this.#take(space + 1, end, end);
  }

  #line(): string | undefined {
    const end = this.#rest.indexOf(0x0a);
    if (end < 0 && this.#rest.length > MAX_MESSAGE) throw new FrameError('a line without an end');
    return end < 0 ? undefined : this.#take(0, end, end + 1);
  }

  #take(from: number, to: number, next: number): string {
    const text = this.#rest.subarray(from, to).toString('utf8');
    this.#rest = this.#rest.subarray(next);
    return text;
  }
}
