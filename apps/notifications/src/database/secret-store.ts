export abstract class SecretStore {
  /** What is stored under the name; what `make` gives is stored first if there is nothing. */
  abstract getOrMake(name: string, make: () => string): Promise<string>;
}
