/** Long texts of hexadecimal digits: their ends tell them apart. */
export const short = (address: string): string =>
  address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;

export const sameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

const WEI_DIGITS = 18;

/** Wei as ether (or tokens of 18 decimals), without zeros at the end. */
export function etherOf(wei: string): string {
  const digits = wei.padStart(WEI_DIGITS + 1, '0');
  const whole = digits.slice(0, -WEI_DIGITS);
  const rest = digits.slice(-WEI_DIGITS).replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}

/** Wei of a decimal number; `undefined` for anything else. */
export function weiOf(ether: string): string | undefined {
  const [, whole, rest = ''] = /^(\d{1,40})(?:\.(\d{1,18}))?$/.exec(ether.trim()) ?? [];
  if (whole === undefined) return undefined;
  const wei = BigInt(whole + rest.padEnd(WEI_DIGITS, '0'));
  return wei === 0n ? undefined : String(wei);
}

/** Networks that people know by name. */
const NETWORKS: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'Optimism',
  100: 'Gnosis',
  137: 'Polygon',
  8453: 'Base',
  11155111: 'Sepolia',
};

export const networkName = (chainId: number): string => {
  const name = NETWORKS[chainId];
  return name === undefined ? String(chainId) : `${name} (${chainId})`;
};
