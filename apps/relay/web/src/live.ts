import type { SignIn } from '@sextant/web/session';
import { useEffect, useState } from 'react';
import type { Happening } from './relay.js';

const SHOWN = 50;
const RETRY_MS = 2_000;

/** What happens, newest first, and whether the stream is open. */
export function useLive(signIn: SignIn) {
  const [happenings, setHappenings] = useState<readonly Happening[]>([]);
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const show = (found: readonly Happening[]) => {
      setHappenings((before) => [...found.toReversed(), ...before].slice(0, SHOWN));
    };
    void follow(signIn, { signal: stop.signal, onHappenings: show, onState: setLive });
    return () => stop.abort();
  }, [signIn]);
  return { happenings, isLive };
}

interface Following {
  readonly signal: AbortSignal;
  readonly onHappenings: (found: readonly Happening[]) => void;
  readonly onState: (isLive: boolean) => void;
}

/** Again and again: browsers' own EventSource sends no token. */
async function follow(signIn: SignIn, { signal, onHappenings, onState }: Following) {
  for (;;) {
    try {
      const token = (await signIn.token()) ?? '';
      const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' };
      const { ok, status, body } = await fetch('/relay/live', { headers, signal });
      if (status === 403) return; // whoever is signed in may not, now or later
      if (ok && body !== null) {
        onState(true);
        await read(body, onHappenings);
      }
    } catch {
      // It broke off, or the page was left.
    }
    if (signal.aborted) return;
    onState(false);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function read(body: ReadableStream<Uint8Array>, onHappenings: Following['onHappenings']) {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader();
  let text = '';
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: string };
    if (done) return;
    const blocks = (text + (value ?? '')).split('\n\n');
    text = blocks.pop() ?? '';
    const found = blocks.flatMap(happeningOf);
    if (found.length > 0) onHappenings(found);
  }
}

function happeningOf(block: string): readonly Happening[] {
  const [, data] = /^event: happening\ndata: (.*)$/s.exec(block) ?? [];
  return data === undefined ? [] : [JSON.parse(data) as Happening];
}
