import { withoutCredentials } from './registry-address.js';

/** A font is neither installed nor can it be fetched. Its message is for the log: it names hosts inside. */
export class FontUnavailable extends Error {
  constructor(file: string, registry: string, cause: unknown) {
    super(
      `the font ${file} is not installed and cannot be fetched from ${withoutCredentials(registry)} (${reasonOf(cause)}); "npm run extras -- fonts" installs it`,
      { cause },
    );
    this.name = 'FontUnavailable';
  }
}

interface Failure {
  readonly message?: string;
  readonly cause?: Failure;
}

/** fetch says only that it failed; why is told by its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Failure;
  return [cause?.message, message].find(Boolean) ?? String(error);
}
