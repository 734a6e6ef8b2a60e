import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { problem } from '@sextant/platform-http/errors';
import { ApiKeys } from '@sextant/platform-security/api-keys';
import type { Request, Response } from 'express';
import { acceptKey, apiKeyOf } from '../access/auth-key.middleware.js';
import { HostSettings } from '../access/host.settings.js';
import { KeyLimit } from '../access/key-limit.middleware.js';

const keyNeeded = problem(
  'api_key_missing',
  403,
  'Send your key as api_key, or in the header Authorization: DeepL-Auth-Key and the key. Uploads take it in the header only.',
);

/** Takes the key from the body, `api_key`, where LibreTranslate's clients send it, unless the header had one. */
@Injectable()
export class BodyKeyGuard implements CanActivate {
  constructor(
    private readonly keys: ApiKeys,
    private readonly hosts: HostSettings,
    private readonly limit: KeyLimit,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (apiKeyOf(request) !== undefined) return true;
    const { api_key: secret } = (request.body ?? {}) as { readonly api_key?: unknown };
    if (typeof secret !== 'string' || secret === '') throw keyNeeded();
    acceptKey(request, await this.keys.verify(secret), this.hosts.hosts);
    await this.#count(request, http.getResponse<Response>());
    return true;
  }

  /** @throws {Problem} 429 */
  async #count(request: Request, response: Response): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      void this.limit.middleware(request, response, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error('not let in'));
      });
    });
  }
}
