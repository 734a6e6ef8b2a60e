import { createApi } from '@sextant/web/api';
import { useEffect, useState } from 'react';
import type { DevelopmentKeys } from './services.js';

/** What the gateway of a developer's machine adds; nothing else has these addresses. */
export interface Development {
  /** Services that were started; the others are not asked. */
  readonly started: readonly string[];
  /** Addresses of their metrics, which no gateway passes on. */
  readonly metrics: Readonly<Record<string, string>>;
}

const api = createApi({ base: '/dev' });

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** `undefined` until it is known, `null` anywhere but on a developer's machine. */
export function useDevelopment(): Development | null | undefined {
  const [development, setDevelopment] = useState<Development | null | undefined>(
    isLoopback(location.hostname) ? undefined : null,
  );
  useEffect(() => {
    if (!isLoopback(location.hostname)) return undefined;
    const gone = new AbortController();
    api<Development>('/start.json', { signal: gone.signal, maxAttempts: 1 }).then(
      ({ body }) => setDevelopment(body),
      () => {
        if (!gone.signal.aborted) setDevelopment(null);
      },
    );
    return () => gone.abort();
  }, []);
  return development;
}

export async function askForKeys(): Promise<DevelopmentKeys> {
  const { body } = await api<DevelopmentKeys>('/credentials', { method: 'POST', body: {} });
  return body;
}
