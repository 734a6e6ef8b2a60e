const SIGN = '+';

/** The name of a mode that is made from an installed one. No installed one has such a name. */
export const derivedName = (name: string, use: string): string => `${name}${SIGN}${use}`;

export const isDerived = (name: string): boolean => name.includes(SIGN);
