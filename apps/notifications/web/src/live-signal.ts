import type { SignIn } from '@sextant/web/session';
import { useEffect, useState } from 'react';
import { io } from 'socket.io-client';

/** A token that is refused again so soon is not the reason. */
const RENEWAL_PAUSE_MS = 10_000;

/**
 * Listens for the signal that something has changed.
 *
 * @param onSignal also called after every connection: what came before it was missed
 * @returns whether the signal can come
 */
export function useLiveSignal(signIn: SignIn, onSignal: () => void): boolean {
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const socket = io({
      transports: ['websocket'],
      auth: (send) => void signIn.token().then((token) => send({ token })),
    });
    let renewedAtMs = -Infinity;
    /** The token has run out, as after a night's sleep: a new one opens a new socket. */
    const renew = async () => {
      if (performance.now() - renewedAtMs < RENEWAL_PAUSE_MS) return;
      renewedAtMs = performance.now();
      if (await signIn.renew()) socket.connect();
    };
    socket.on('connect', () => {
      setLive(true);
      onSignal();
    });
    socket.on('listen', onSignal);
    socket.on('disconnect', (reason) => {
      setLive(false);
      if (reason === 'io server disconnect') void renew();
    });
    socket.on('connect_error', () => {
      setLive(false);
      // Refused for good; else the client tries again itself.
      if (!socket.active) void renew();
    });
    return () => {
      socket.off();
      socket.close();
    };
  }, [signIn, onSignal]);
  return isLive;
}
