/** A finite float's decimal digits: 0.d1d2d3… times ten to the power of `point`. */
interface Decimal {
  readonly digits: string;
  readonly point: number;
}

/**
 * A float as Go's `strconv.FormatFloat(value, verb, precision, 64)`.
 *
 * @param verb one of b e E f g G x X
 * @param precision -1 for the shortest text that reads back as the same number
 */
export function formatFloat(value: number, verb: string, precision: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Inf' : '+Inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  return sign + formatMagnitude(Math.abs(value), verb, precision);
}

/** The text of `%v`, with a fast path for what alerts hold. */
export function shortestFloat(value: number): string {
  if (Number.isInteger(value) && value < 1e6 && value > 0) return String(value);
  return formatFloat(value, 'g', -1);
}

function formatMagnitude(value: number, verb: string, precision: number): string {
  switch (verb) {
    case 'b':
      return binaryExponent(value);
    case 'x':
    case 'X': {
      const text = hexadecimal(value, precision);
      return verb === 'X' ? text.toUpperCase() : text;
    }
    case 'f':
      return fixed(value, precision);
    case 'e':
    case 'E':
      return exponential(value, precision, verb);
    default:
      return general(value, precision, verb);
  }
}

function fixed(value: number, precision: number): string {
  if (isExactInJavaScript(value, precision)) return value.toFixed(precision);
  const { digits, point } =
    precision < 0 ? shortest(value) : rounded(exact(value), (decimal) => decimal.point + precision);
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0';
  const fraction = '0'.repeat(Math.max(0, -point)) + digits.slice(Math.max(0, point));
  const wanted = precision < 0 ? fraction : fraction.slice(0, precision).padEnd(precision, '0');
  return wanted === '' ? whole : `${whole}.${wanted}`;
}

/**
 * `toFixed` is exact, but takes the larger neighbour of a tie, where Go takes the even one. A tie is
 * a multiple of 2^-(precision + 1).
 */
function isExactInJavaScript(value: number, precision: number): boolean {
  if (precision < 0 || precision > 100 || value >= 1e21) return false;
  return Number.isInteger(value) || !Number.isInteger(value * 2 ** (precision + 1));
}

function exponential(value: number, precision: number, verb: string): string {
  const decimal = precision < 0 ? shortest(value) : rounded(exact(value), () => precision + 1);
  const places = precision < 0 ? decimal.digits.length - 1 : precision;
  return withExponent(decimal, places, verb);
}

function withExponent({ digits, point }: Decimal, places: number, verb: string): string {
  const fraction = digits.slice(1, places + 1).padEnd(places, '0');
  const exponent = digits === '' ? 0 : point - 1;
  const power = String(Math.abs(exponent)).padStart(2, '0');
  const mantissa = (digits.charAt(0) || '0') + (fraction === '' ? '' : `.${fraction}`);
  return `${mantissa}${verb}${exponent < 0 ? '-' : '+'}${power}`;
}

/** Exponent form if the exponent is below -4 or not below the precision, which is 6 for the shortest. */
function general(value: number, precision: number, verb: string): string {
  const wanted = precision === 0 ? 1 : precision;
  const decimal = wanted < 0 ? shortest(value) : rounded(exact(value), () => wanted);
  const digits = decimal.digits.replace(/0+$/, '');
  if (digits === '') return '0';
  const exponent = decimal.point - 1;
  if (exponent < -4 || exponent >= exponentLimit(wanted, digits.length, decimal.point)) {
    const places = Math.max(0, digits.length - 1);
    return withExponent({ digits, point: decimal.point }, places, verb === 'G' ? 'E' : 'e');
  }
  const whole = decimal.point > 0 ? digits.slice(0, decimal.point).padEnd(decimal.point, '0') : '0';
  const fraction =
    '0'.repeat(Math.max(0, -decimal.point)) + digits.slice(Math.max(0, decimal.point));
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function exponentLimit(precision: number, digitCount: number, point: number): number {
  if (precision < 0) return 6;
  return precision > digitCount && digitCount >= point ? digitCount : precision;
}

/** JavaScript's own digits are the shortest, too. */
function shortest(value: number): Decimal {
  if (value === 0) return { digits: '', point: 0 };
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  return { digits: mantissa.replace('.', ''), point: Number(exponent) + 1 };
}

/** All digits, of which a float has at most 767. */
function exact(value: number): Decimal {
  if (value === 0) return { digits: '', point: 0 };
  const { mantissa, exponent } = parts(value);
  const scaled = exponent >= 0 ? mantissa << BigInt(exponent) : mantissa * 5n ** BigInt(-exponent);
  const digits = scaled.toString();
  return { digits, point: digits.length + Math.min(exponent, 0) };
}

/** Rounds to a number of digits, half to even. */
function rounded(decimal: Decimal, countFor: (decimal: Decimal) => number): Decimal {
  const count = countFor(decimal);
  if (count >= decimal.digits.length) return decimal;
  if (count < 0) return { digits: '', point: decimal.point };
  const kept = decimal.digits.slice(0, count);
  if (!roundsUp(decimal.digits, count)) return { digits: kept, point: decimal.point };
  const next = (BigInt(kept === '' ? '0' : kept) + 1n).toString().padStart(count, '0');
  return { digits: next, point: decimal.point + (next.length - count) };
}

function roundsUp(digits: string, count: number): boolean {
  const next = digits.charAt(count);
  if (next !== '5') return next > '5';
  if (/[1-9]/.test(digits.slice(count + 1))) return true;
  return count > 0 && Number(digits.charAt(count - 1)) % 2 === 1;
}

/** value = mantissa * 2^exponent, with the 53 bits of IEEE 754. */
function parts(value: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const fraction = bits & 0xfffffffffffffn;
  const biased = Number((bits >> 52n) & 0x7ffn);
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}

function binaryExponent(value: number): string {
  const { mantissa, exponent } = parts(value);
  return `${mantissa}p${exponent < 0 ? '' : '+'}${exponent}`;
}

function hexadecimal(value: number, precision: number): string {
  const { mantissa, exponent } = normalised(value);
  const power = value === 0 ? 0 : exponent + 52;
  const tail = `p${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  if (precision < 0) {
    const fraction = mantissa.toString(16).slice(1).replace(/0+$/, '');
    return `0x${mantissa === 0n ? '0' : '1'}${fraction === '' ? '' : `.${fraction}`}${tail}`;
  }
  return hexRounded(mantissa, power, precision);
}

function hexRounded(mantissa: bigint, power: number, precision: number): string {
  const dropped = BigInt(Math.max(0, 13 - precision) * 4);
  const unit = 1n << dropped;
  const half = unit >> 1n;
  const remainder = mantissa & (unit - 1n);
  let kept = mantissa >> dropped;
  if (remainder > half || (remainder === half && half > 0n && (kept & 1n) === 1n)) kept += 1n;
  const digits = kept.toString(16);
  const carried = kept >> (52n - dropped) > 1n;
  const exponent = carried ? power + 1 : power;
  const fraction = carried ? '' : digits.slice(1);
  const shown = fraction.padEnd(precision, '0');
  const tail = `p${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  return `0x${mantissa === 0n ? '0' : '1'}${shown === '' ? '' : `.${shown}`}${tail}`;
}

/** The leading bit at position 52, for numbers below the normal range, too. */
function normalised(value: number): { mantissa: bigint; exponent: number } {
  let { mantissa, exponent } = parts(value);
  while (mantissa !== 0n && mantissa < 1n << 52n) {
    mantissa <<= 1n;
    exponent -= 1;
  }
  return { mantissa, exponent };
}
