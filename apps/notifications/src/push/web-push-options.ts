import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { forSetting } from '@sextant/platform-runtime/config';
import { PushSettings } from './push.settings.js';
import { VapidKeys, type KeyPair } from './vapid-keys.js';

/** How the service speaks to push services. */
export abstract class WebPushOptions {
  /** A `mailto:` or `https:` address of the operator (RFC 8292, section 2.1). */
  abstract readonly subject: string;
  abstract readonly keys: KeyPair;
  /** `host` or `host:port` of push services in private networks. */
  abstract readonly allowedHosts: readonly string[];
  /** Certificates that are believed instead of the usual ones, PEM. */
  abstract readonly ca?: string;
  /** Longest time from beginning to connect until the status is there; 10 s if absent. */
  abstract readonly timeoutMs?: number;
}

@Injectable()
export class ConfiguredWebPush implements WebPushOptions {
  readonly subject: string;
  readonly allowedHosts: readonly string[];
  readonly ca?: string;

  constructor(
    { vapidSubject, pushAllowHosts = [], pushCaFile }: PushSettings,
    private readonly vapid: VapidKeys,
  ) {
    this.subject = vapidSubject;
    this.allowedHosts = pushAllowHosts;
    if (pushCaFile === undefined) return;
    this.ca = forSetting('PUSH_CA_FILE', () => certificatesOf(pushCaFile));
  }

  get keys(): KeyPair {
    return this.vapid.pair;
  }
}

/** @throws {Error} if the file does not begin with a certificate: no connection to a push service would succeed */
function certificatesOf(file: string): string {
  const pem = readFileSync(file, 'utf8');
  try {
    void new X509Certificate(pem);
    return pem;
  } catch (cause) {
    throw new Error(`${file} must hold certificates in PEM.`, { cause });
  }
}
