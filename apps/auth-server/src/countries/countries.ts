/** Where addresses are, as far as the operator's database knows. */
export abstract class Countries {
  /** @returns ISO 3166-1 alpha-2, such as "ES" */
  abstract of(ip: string): string | undefined;
}
