const WORD = /^[\p{L}\p{Nd}_]$/u;

const HEX = /^[0-9a-fA-F_]/;
const OCTAL = /^[0-7_]/;
const BINARY = /^[01_]/;
const DECIMAL = /^[0-9_]/;

/** Finds the end of what looks like a number; whether it is one is decided by the parser. */
export function scanNumber(input: string, from: number): { end: number; isValid: boolean } {
  const cursor = new Cursor(input, from);
  cursor.accept('+-');
  const digits = cursor.accept('0') ? baseOf(cursor) : DECIMAL;
  cursor.acceptRun(digits);
  if (cursor.accept('.')) cursor.acceptRun(digits);
  const exponent = digits === DECIMAL ? 'eE' : digits === HEX ? 'pP' : '';
  if (exponent !== '' && cursor.accept(exponent)) {
    cursor.accept('+-');
    cursor.acceptRun(DECIMAL);
  }
  cursor.accept('i');
  const next = cursor.peek();
  return WORD.test(next)
    ? { end: cursor.position + next.length, isValid: false }
    : { end: cursor.position, isValid: true };
}

function baseOf(cursor: Cursor): RegExp {
  if (cursor.accept('xX')) return HEX;
  if (cursor.accept('oO')) return OCTAL;
  return cursor.accept('bB') ? BINARY : DECIMAL;
}

class Cursor {
  constructor(
    private readonly input: string,
    public position: number,
  ) {}

  peek(): string {
    const point = this.input.codePointAt(this.position);
    return point === undefined ? '' : String.fromCodePoint(point);
  }

  accept(chars: string): boolean {
    const char = this.input.charAt(this.position);
    if (char === '' || !chars.includes(char)) return false;
    this.position += 1;
    return true;
  }

  acceptRun(chars: RegExp): void {
    while (chars.test(this.input.charAt(this.position))) this.position += 1;
  }
}
