import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { parseDerSignature, type ManagedKey, type RawSignature } from './kms-key.js';

/** With all attempts; the SDK itself waits for ever, and the relayer signs while it holds the lock of its account. */
const TIMEOUT_MS = 10_000;

/** A key of AWS KMS, of the spec ECC_SECG_P256K1. Region, credentials and endpoint are those of the SDK's environment. */
export class AwsKmsKey implements ManagedKey {
  constructor(
    private readonly keyId: string,
    private readonly client: Pick<KMSClient, 'send'> = new KMSClient(),
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  async publicKey(): Promise<Uint8Array> {
    const { PublicKey } = await this.client.send(new GetPublicKeyCommand({ KeyId: this.keyId }), {
      abortSignal: AbortSignal.timeout(this.timeoutMs),
    });
    if (PublicKey === undefined) throw new Error('AWS KMS answered no public key.');
    return PublicKey;
  }

  async signDigest(digest: Uint8Array): Promise<RawSignature> {
    const { Signature } = await this.client.send(
      new SignCommand({
        KeyId: this.keyId,
        Message: digest,
        MessageType: 'DIGEST',
        SigningAlgorithm: 'ECDSA_SHA_256',
      }),
      { abortSignal: AbortSignal.timeout(this.timeoutMs) },
    );
    if (Signature === undefined) throw new Error('AWS KMS answered no signature.');
    return parseDerSignature(Signature);
  }
}
