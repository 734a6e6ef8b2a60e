import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsString, IsUrl, Length } from 'class-validator';
import { textOfFile } from '@sextant/platform-runtime/config';
import { readProviderMetadata } from './provider-metadata.js';

const MIN_RSA_BITS = 2048;

/** What signs our requests, in PEM. */
export interface SigningPair {
  readonly key: string;
  readonly certificate: string;
}

/** The member `saml` of an entry: a provider of SAML 2.0. */
export class SamlEntry {
  @Length(1, 1024)
  @IsString()
  entity_id!: string;

  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  sso_url!: string;

  /** PEM, or Base64 as metadata has it. Several while the provider changes its key. */
  @ArrayMaxSize(5)
  @ArrayNotEmpty()
  @IsString({ each: true })
  @IsArray()
  certificates!: string[];

  /** Of files alone, which are read afterwards: a key must not lie in the database. */
  signing?: SigningPair;
}

/** Members of `UPSTREAMS_FILE` that name other files. */
interface NamedFiles {
  readonly metadata_file?: unknown;
  readonly signing_key_file?: unknown;
  readonly signing_certificate_file?: unknown;
}

/**
 * Puts what other files hold in the place of their names.
 *
 * @returns the entry as it is to be checked, and what signs our requests
 * @throws {Error} that says what is wrong with a file
 */
export function readNamedFiles(saml: object): {
  readonly inline: object;
  readonly signing: SigningPair | undefined;
} {
  const { metadata_file: metadata, ...others } = saml as NamedFiles;
  const { signing_key_file: key, signing_certificate_file: certificate, ...own } = others;
  const told =
    metadata === undefined ? {} : withName('metadata_file', metadata, readProviderMetadata);
  const signing =
    key === undefined && certificate === undefined
      ? undefined
      : pairOf(
          withName('signing_key_file', key, String),
          withName('signing_certificate_file', certificate, String),
        );
  return { inline: { ...told, ...own }, signing };
}

function withName<T>(member: string, file: unknown, read: (text: string) => T): T {
  if (typeof file !== 'string') throw new Error(`saml.${member} must name a file`);
  try {
    return read(textOfFile(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`saml.${member}: ${file}: ${(cause as Error).message}`, { cause });
  }
}

function pairOf(key: string, certificate: string): SigningPair {
  const isPair = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  if (!isPair)
    throw new Error('saml.signing_key_file and saml.signing_certificate_file must be a pair');
  return { key, certificate };
}

/** @returns what is wrong with the certificates */
export function complaintAboutCertificates({ certificates }: SamlEntry): string | undefined {
  const wrong = certificates.findIndex((one) => !isUsable(one));
  return wrong === -1
    ? undefined
    : `saml.certificates: ${wrong + 1} is no certificate with an RSA key of ${MIN_RSA_BITS} bits or more`;
}

function isUsable(certificate: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = parsed(certificate).publicKey;
    return (
      asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS
    );
  } catch {
    return false;
  }
}

const parsed = (certificate: string): X509Certificate =>
  new X509Certificate(
    certificate.includes('-----') ? certificate : Buffer.from(certificate, 'base64'),
  );

export const pemOf = (certificate: string): string => parsed(certificate).toString();
