import { describe, expect, it } from '@jest/globals';
import { AzureCredential } from './azure-credential.js';

const SCOPE = 'https://vault.azure.net/.default';

describe("Azure's default credentials", () => {
  it('are opened by the first who asks, once', async () => {
    const token = { token: 't', expiresOnTimestamp: 1 };
    let opened = 0;
    class DefaultAzureCredential {
      constructor() {
        opened += 1;
      }
      getToken = (scope: string | string[]) => Promise.resolve({ ...token, token: String(scope) });
    }
    const credential = new AzureCredential(() => Promise.resolve({ DefaultAzureCredential }));
    expect(opened).toBe(0);

    expect(await credential.getToken(SCOPE)).toEqual({ ...token, token: SCOPE });
    expect(await credential.getToken(SCOPE)).toEqual({ ...token, token: SCOPE });
    expect(opened).toBe(1);
  });

  it('are opened again after their client could not be read', async () => {
    const getToken = () => Promise.resolve({ token: 't', expiresOnTimestamp: 1 });
    let loads = 0;
    const credential = new AzureCredential(() => {
      loads += 1;
      if (loads === 1) return Promise.reject(new Error('EMFILE: too many open files'));
      return Promise.resolve({
        DefaultAzureCredential: class {
          getToken = getToken;
        },
      });
    });

    await expect(credential.getToken(SCOPE)).rejects.toThrow(/EMFILE/);
    expect(await credential.getToken(SCOPE)).toMatchObject({ token: 't' });
  });

  it('name the command that installs their client where it is not', async () => {
    const missing = Object.assign(new Error('Cannot find package'), {
      code: 'ERR_MODULE_NOT_FOUND',
    });
    const credential = new AzureCredential(() => Promise.reject(missing));

    await expect(credential.getToken(SCOPE)).rejects.toThrow(/npm run extras -- azure/);
  });
});
