/** RFC 5425, section 4.3.1, asks for 2,048 bytes and recommends 8,192. */
const MAX_MESSAGE = 64 * 1024;
/** "MSG-LEN = NONZERO-DIGIT *DIGIT", of at most so many for a message that may be as long as that. */
const MAX_DIGITS = 6;
const [NEWLINE, SPACE, ZERO, NINE] = [0x0a, 0x20, 0x30, 0x39] as const;
const FIRST_BYTES = 4096;

/** A stream that is no syslog: it cannot be told where its next message begins. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

/**
 * Takes messages out of a stream: `MSG-LEN SP MSG` (RFC 5425, section 4.3), or a line for each, as RFC
 * 6587, section 3.4.2, has it and many senders do.
 *
 * What is not whole yet is in one buffer that doubles, and is looked at once: senders choose how small the
 * pieces are, and each byte costs the same however they do.
 */
export class SyslogFrames {
  #bytes = Buffer.allocUnsafe(0);
  /** Where in it the next message begins, and where what has come ends. */
  #from = 0;
  #to = 0;
  /** Up to here there is no end of a line. */
  #searched = 0;

  /** @returns the messages that are whole now @throws {FrameError} */
  add(chunk: Buffer): string[] {
    this.#makeRoom(chunk.length);
    this.#to += chunk.copy(this.#bytes, this.#to);
    const messages: string[] = [];
    for (let next = this.#next(); next !== undefined; next = this.#next()) messages.push(next);
    if (this.#from === this.#to) this.#forget();
    return messages;
  }

  /** What was taken out makes room before anything grows: so each byte is moved a few times at most. */
  #makeRoom(length: number): void {
    const held = this.#to - this.#from;
    if (this.#to + length <= this.#bytes.length) return;
    const isLarge = (held + length) * 2 <= this.#bytes.length;
    const size = Math.max(FIRST_BYTES, (held + length) * 2);
    const target = isLarge ? this.#bytes : Buffer.allocUnsafe(size);
    this.#bytes.copy(target, 0, this.#from, this.#to);
    this.#searched -= this.#from;
    [this.#bytes, this.#from, this.#to] = [target, 0, held];
  }

  /** Most senders are silent most of the time: nothing is kept for them then. */
  #forget(): void {
    this.#bytes = Buffer.allocUnsafe(0);
    [this.#from, this.#to, this.#searched] = [0, 0, 0];
  }

  #next(): string | undefined {
    if (this.#from === this.#to) return undefined;
    return isDigit(this.#bytes[this.#from]) ? this.#counted() : this.#line();
  }

  #counted(): string | undefined {
    let at = this.#from;
    while (at < this.#to && isDigit(this.#bytes[at])) at += 1;
    const digits = this.#bytes.subarray(this.#from, at).toString('latin1');
    const isNumber = !digits.startsWith('0') && digits.length <= MAX_DIGITS;
    const isOver = at < this.#to && this.#bytes[at] !== SPACE;
    if (!isNumber || isOver || Number(digits) > MAX_MESSAGE) {
      throw new FrameError('no length of a message');
    }
    const end = at + 1 + Number(digits);
    return at === this.#to || this.#to < end ? undefined : this.#take(at + 1, end, end);
  }

  #line(): string | undefined {
    const from = Math.max(this.#from, this.#searched);
    const found = this.#bytes.subarray(from, this.#to).indexOf(NEWLINE);
    this.#searched = found < 0 ? this.#to : from + found;
    if (found < 0 && this.#to - this.#from > MAX_MESSAGE) {
      throw new FrameError('a line without an end');
    }
    return found < 0 ? undefined : this.#take(this.#from, from + found, from + found + 1);
  }

  #take(from: number, to: number, next: number): string {
    this.#from = next;
    return this.#bytes.subarray(from, to).toString('utf8');
  }
}

const isDigit = (byte = 0): boolean => byte >= ZERO && byte <= NINE;
