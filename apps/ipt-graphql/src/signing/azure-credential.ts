import type { TokenCredential } from '@azure/identity';
import { lazily } from '@sextant/platform-runtime/promises';

interface Client {
  readonly DefaultAzureCredential: new () => TokenCredential;
}

/** Azure's default credentials. Their client is large and few need it: it is installed apart. */
export class AzureCredential implements TokenCredential {
  readonly #opened = lazily(() => this.#open());

  constructor(private readonly load: () => Promise<Client> = () => import('@azure/identity')) {}

  /** @throws {Error} naming the command that installs the client */
  async getToken(
    ...asked: Parameters<TokenCredential['getToken']>
  ): ReturnType<TokenCredential['getToken']> {
    const credential = await this.#opened();
    return await credential.getToken(...asked);
  }

  async #open(): Promise<TokenCredential> {
    try {
      const { DefaultAzureCredential } = await this.load();
      return new DefaultAzureCredential();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
      throw new Error(MISSING, { cause: error });
    }
  }
}

const MISSING =
  "Azure's client is not installed: npm run extras -- azure (an image: --build-arg EXTRAS=azure)";
