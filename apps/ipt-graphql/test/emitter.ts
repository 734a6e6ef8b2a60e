/**
 * Code of a contract that logs its calldata: so many topics, then the data.
 *
 * PUSH1 0x20 * i, CALLDATALOAD for each topic; the rest is copied to memory; LOGn.
 */
export function emitterCode(topics: number): string {
  const loads = Array.from({ length: topics }, (_, i) => `60${hex(32 * (topics - 1 - i))}35`);
  const start = hex(32 * topics);
  return `0x${loads.join('')}60${start}3603` + `8060${start}600037` + `6000a${topics}00`;
}

const hex = (value: number): string => value.toString(16).padStart(2, '0');
