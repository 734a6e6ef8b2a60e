import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { WrappedKeyRefused, type ContentKeyWrapper, type KeyContext } from './content-keys.js';

const PREFIX = 'aws:';
/** With all attempts; the SDK itself waits for ever. */
const TIMEOUT_MS = 10_000;
/** What KMS answers when ciphertext, encryption context or key are others. */
const REFUSALS: readonly string[] = ['InvalidCiphertextException', 'IncorrectKeyException'];

/**
 * A symmetric key of AWS KMS. Region, credentials and endpoint are those of the SDK's environment. The encryption context is
 * authenticated, and stands in CloudTrail.
 *
 * @see https://docs.aws.amazon.com/kms/latest/developerguide/encrypt_context.html
 */
export class AwsKmsWrapper implements ContentKeyWrapper {
  constructor(
    private readonly keyId: string,
    private readonly client: Pick<KMSClient, 'send'> = new KMSClient(),
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  async wrap(key: Uint8Array, context: KeyContext): Promise<string> {
    const { CiphertextBlob } = await this.client.send(
      new EncryptCommand({
        KeyId: this.keyId,
        Plaintext: key,
        EncryptionContext: encryptionContext(context),
      }),
      { abortSignal: AbortSignal.timeout(this.timeoutMs) },
    );
    if (CiphertextBlob === undefined) throw new Error('AWS KMS answered no ciphertext.');
    return PREFIX + Buffer.from(CiphertextBlob).toString('base64');
  }

  async unwrap(wrapped: string, context: KeyContext): Promise<Uint8Array> {
    if (!wrapped.startsWith(PREFIX)) throw new WrappedKeyRefused('AWS KMS has not wrapped this.');
    const command = new DecryptCommand({
      KeyId: this.keyId,
      CiphertextBlob: Buffer.from(wrapped.slice(PREFIX.length), 'base64'),
      EncryptionContext: encryptionContext(context),
    });
    try {
      const abortSignal = AbortSignal.timeout(this.timeoutMs);
      const { Plaintext } = await this.client.send(command, { abortSignal });
      if (Plaintext === undefined) throw new Error('AWS KMS answered no plaintext.');
      return Uint8Array.from(Plaintext);
    } catch (error) {
      if (error instanceof Error && REFUSALS.includes(error.name)) {
        throw new WrappedKeyRefused('AWS KMS does not open the key.', { cause: error });
      }
      throw error;
    }
  }
}

const encryptionContext = ({ tenant, chainId, ipnftId, keyId }: KeyContext) => ({
  purpose: 'ipt-agreement-key',
  tenant,
  chainId: String(chainId),
  ipnftId,
  keyId,
});
