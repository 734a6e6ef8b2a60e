import { scrypt as nodeScrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { scrypt, Wallet } from 'ethers';

const derive = promisify<Uint8Array, Uint8Array, number, object, Buffer>(nodeScrypt);

/** What ethers itself takes at most: N of 2^20 with blocks of 8. */
const MAX_BYTES = 1024 ** 3 + 1024;

// In the JavaScript of ethers the event loop stands for a second or two, longer than anybody waits for a service that starts.
// oxlint-disable-next-line injection/max-params -- ethers calls it
scrypt.register((password, salt, N, r, p, length) =>
  derive(password, salt, length, { N, r, p, maxmem: MAX_BYTES }),
);

/**
 * The key of an encrypted keystore (Web3 Secret Storage, version 3).
 *
 * @throws {Error} of ethers, when it cannot be read or the password is another
 */
export async function walletOfKeystore(keystore: string, password: string): Promise<Wallet> {
  return new Wallet((await Wallet.fromEncryptedJson(keystore, password)).privateKey);
}
