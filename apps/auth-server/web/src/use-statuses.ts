import { createApi } from '@sextant/web/api';
import { useEffect, useState } from 'react';

/** What `GET /docs/<app>/status` answers, and what is told of one that does not answer or is not asked. */
export interface ServiceStatus {
  readonly status: 'unknown' | 'ready' | 'not_ready' | 'draining' | 'unreachable' | 'not_started';
  readonly version?: string;
}

export type Statuses = Readonly<Record<string, ServiceStatus>>;

const POLL_MS = 5_000;
const TIMEOUT_MS = 4_000;

const api = createApi({ base: '' });

async function ask(name: string, signal: AbortSignal): Promise<ServiceStatus> {
  try {
    // Asked again in a moment anyway.
    const options = { signal, timeoutMs: TIMEOUT_MS, maxAttempts: 1 };
    const { body } = await api<ServiceStatus>(`/docs/${name}/status`, options);
    return body;
  } catch {
    return { status: 'unreachable' };
  }
}

/** How the services are, again and again while somebody looks. */
export function useStatuses(names: readonly string[]): Statuses {
  const [statuses, setStatuses] = useState<Statuses>({});
  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      clearTimeout(timer);
      if (document.hidden) return;
      await Promise.all(
        names.map(async (name) => {
          const status = await ask(name, gone.signal);
          if (!gone.signal.aborted) setStatuses((before) => ({ ...before, [name]: status }));
        }),
      );
      clearTimeout(timer);
      if (!gone.signal.aborted) timer = setTimeout(() => void look(), POLL_MS);
    };
    const lookNow = () => void look();
    document.addEventListener('visibilitychange', lookNow);
    lookNow();
    return () => {
      document.removeEventListener('visibilitychange', lookNow);
      gone.abort();
      clearTimeout(timer);
    };
  }, [names]);
  return statuses;
}
