type Members = Readonly<Record<string, unknown>>;

const hasMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value, whose members stand in the order that they had before; new ones come last. */
export function inPlace(value: unknown, before: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(before)) {
    return value.map((each, at) => inPlace(each, before[at]));
  }
  if (!hasMembers(value) || !hasMembers(before)) return value;
  const kept = Object.keys(before).filter((name) => Object.hasOwn(value, name));
  const names = new Set([...kept, ...Object.keys(value)]);
  return Object.fromEntries([...names].map((name) => [name, inPlace(value[name], before[name])]));
}
