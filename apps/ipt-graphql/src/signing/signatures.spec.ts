import { describe, expect, it } from '@jest/globals';
import { concat, keccak256, toUtf8Bytes, Wallet } from 'ethers';
import { verifySignature, type SignedMessage } from './signatures.js';

/** A chain on which no wallet is a contract. */
const chain = {
  isValidSignature: () => Promise.resolve(false),
  isValidOnceDeployed: () => Promise.resolve(false),
};
const wallet = new Wallet(`0x${'3'.repeat(64)}`);

/** Given by a Trezor in 2018: https://ethereum.stackexchange.com/questions/39151 */
const TREZOR = {
  signer: '0x3278312C573f9C0CeD9B3c381B428f1821de29A4',
  message: '3fehlpNqurkHvsEGXYVvDvh5xlxRHQMe',
  signature:
    '0x6b673ad119bfba39788be3ea8ada062b74c15806a5d0520e3294817a87884a776b835dd5177f64449bd2a9445fa763ef3c3530000f317e15be54fd02480385921b',
} as const;

const signedBy = (signer: string, message: string, signature: string): SignedMessage => ({
  ...{ signer, message, signature },
  role: 'minter',
});

/** @param length as the prefix has it */
const signed = (message: string, length: string): string => {
  const bytes = toUtf8Bytes(message);
  const prefix = toUtf8Bytes('\x19Ethereum Signed Message:\n');
  return wallet.signingKey.sign(keccak256(concat([prefix, length, bytes]))).serialized;
};

describe('signatures of hardware wallets', () => {
  it('of a Trezor, which had the length as Bitcoin has it, count for a minter', async () => {
    const { signer, message, signature } = TREZOR;

    expect(await verifySignature(chain, signedBy(signer, message, signature))).toBe(signature);
  });

  it.each([
    ['0xfc', 252],
    ['0xfdfd00', 253],
    ['0xfdff00', 255],
    ['0xfd0001', 256],
    ['0xfdffff', 65_535],
    ['0xfe00000100', 65_536],
  ])('have a length of %s for %i bytes', async (length, bytes) => {
    const message = 'x'.repeat(bytes);
    const signature = signed(message, length);

    expect(await verifySignature(chain, signedBy(wallet.address, message, signature))).toBe(
      signature,
    );
  });

  it('of this kind do not count for an owner, whose signature the contract checks, and say what helps', async () => {
    const { signer, message, signature } = TREZOR;

    await expect(
      verifySignature(chain, { signer, message, signature, role: 'owner' }),
    ).rejects.toThrow(/firmware/);
  });

  it.each([
    ['no length at all', '0x'],
    ['another length', '0x06'],
  ])('with %s are none', async (_name, length) => {
    const signature = signed('Terms', length);

    await expect(
      verifySignature(chain, signedBy(wallet.address, 'Terms', signature)),
    ).rejects.toThrow(/does not match/);
  });

  it('are none for a message without any prefix', async () => {
    const signature = wallet.signingKey.sign(keccak256(toUtf8Bytes('Terms'))).serialized;

    await expect(
      verifySignature(chain, signedBy(wallet.address, 'Terms', signature)),
    ).rejects.toThrow(/does not match/);
  });

  it('with a v of 0 or 1, as a Ledger gives it, count', async () => {
    const signature = await wallet.signMessage('Terms');
    const v = Number(`0x${signature.slice(-2)}`) - 27;

    const given = `${signature.slice(0, -2)}0${v}`;

    expect(await verifySignature(chain, signedBy(wallet.address, 'Terms', given))).toBe(signature);
  });
});
