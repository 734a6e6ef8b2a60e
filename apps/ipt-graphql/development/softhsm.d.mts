/** Where Debian and Ubuntu have the library of softhsm2. */
export const SOFTHSM_MODULE: string;

/** Whether softhsm2 is installed: the library, and the program that makes tokens. */
export function hasSoftHsm(): boolean;

/** Tokens of SoftHSM in a folder, nobody else's; `put` imports a private key (PKCS #8) into the first. */
export function softHsm(
  folder: string,
  options: { readonly tokens: readonly string[]; readonly pin: string },
): {
  /** The file for SOFTHSM2_CONF. */
  readonly configuration: string;
  readonly put: (label: string, pem: string | Buffer) => void;
};
