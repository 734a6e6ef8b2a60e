import type { TokenCredential } from '@azure/identity';

/**
 * Azure's default credentials. Their client is large and few need it: it is an extra that is installed apart.
 *
 * @throws {Error} naming the command that installs it
 */
export class AzureCredential implements Pick<TokenCredential, 'getToken'> {
  #opened: Promise<TokenCredential> | undefined;

  async getToken(...args: Parameters<TokenCredential['getToken']>) {
    this.#opened ??= open();
    return await (await this.#opened).getToken(...args);
  }
}

async function open(): Promise<TokenCredential> {
  const { DefaultAzureCredential } = await azureClient();
  return new DefaultAzureCredential();
}

async function azureClient() {
  try {
    return await import('@azure/identity');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(AZURE_MISSING, { cause: error });
  }
}

export const AZURE_MISSING =
  "Azure's client is not installed: npm run extras -- azure (an image: --build-arg EXTRAS=azure)";
