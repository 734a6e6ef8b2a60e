export interface Listen {
  readonly host: string;
  readonly port: number;
}

/** `:8081`, `127.0.0.1:8081`, `[::1]:8081`; nothing when it is none of them. */
export function parseListen(value: string): Listen | undefined {
  const [, bracketed, plain, digits] =
    /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]]*)):(\d{1,5})$/.exec(value) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535) return undefined;
  return { host: bracketed ?? (plain === undefined || plain === '' ? '0.0.0.0' : plain), port };
}
