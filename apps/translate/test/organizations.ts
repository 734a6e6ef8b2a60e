import { ApiKeys } from '@sextant/platform-security/api-keys';
import { randomUUID } from 'node:crypto';
import { SCOPES } from '../src/access/scopes.js';
import type { RunningTranslate } from './running-translate.js';

/** A key of an organization that nobody else has. */
export async function anotherOrganization(
  running: RunningTranslate,
  scopes: readonly string[] = [SCOPES.translate],
): Promise<string> {
  const owner = `org-${randomUUID()}`;
  const { secret } = await running.app.get(ApiKeys).create({ owner, label: 'first', scopes });
  return secret;
}
