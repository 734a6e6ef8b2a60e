/** Where addresses are, as far as the operator's database knows. */
export interface Countries {
  /** @returns ISO 3166-1 alpha-2, such as "ES" */
  of(ip: string): string | undefined;
}

export const COUNTRIES = Symbol('Countries');
