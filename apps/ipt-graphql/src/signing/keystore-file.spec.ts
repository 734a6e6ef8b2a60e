import { describe, expect, it } from '@jest/globals';
import { encryptKeystoreJson, Wallet } from 'ethers';
import { walletOfKeystore } from './keystore-file.js';

const PASSWORD = 'correct horse';
const { address, privateKey } = Wallet.createRandom();
const keystoreOf = (N: number) =>
  encryptKeystoreJson({ address, privateKey }, PASSWORD, { scrypt: { N } });

describe('a keystore', () => {
  it('is opened beside the event loop', async () => {
    const keystore = await keystoreOf(2 ** 15);
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    const opened = await walletOfKeystore(keystore, PASSWORD);
    clearImmediate(next);

    expect(opened.privateKey).toBe(privateKey);
    expect(turns).toBeGreaterThan(3);
  });

  it('stays closed to another password', async () => {
    const keystore = await keystoreOf(2 ** 12);

    await expect(walletOfKeystore(keystore, 'wrong')).rejects.toThrow(/incorrect password/);
  });

  it('that would take more than a gigabyte is refused', async () => {
    const large = (await keystoreOf(2 ** 12)).replace('"n":4096', `"n":${2 ** 24}`);

    expect(large).toContain('16777216');
    await expect(walletOfKeystore(large, PASSWORD)).rejects.toThrow(/memory/);
  });
});
