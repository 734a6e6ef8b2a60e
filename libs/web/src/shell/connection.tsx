import { useSyncExternalStore } from 'react';
import { Button } from '../components/button.js';
import { useWebText } from '../strings/index.js';

const UPDATED = 'sextant:updated';
let isUpdated = false;

/** A part of the page that is gone from the server: a newer version of the service has taken its place. */
export function noteUpdates(): void {
  addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    isUpdated = true;
    dispatchEvent(new Event(UPDATED));
  });
}

function subscribe(listener: () => void): () => void {
  const names = ['online', 'offline', UPDATED];
  for (const name of names) addEventListener(name, listener);
  return () => {
    for (const name of names) removeEventListener(name, listener);
  };
}

function stateNow(): 'online' | 'offline' | 'updated' {
  if (!navigator.onLine) return 'offline';
  return isUpdated ? 'updated' : 'online';
}

/** Says that nothing can be asked at the moment, or that the page is older than its service. */
export function Connection() {
  const text = useWebText();
  const state = useSyncExternalStore(subscribe, stateNow);
  return (
    <div role="status" className="sx-connection-place">
      {state === 'online' ? null : (
        <p className="sx-connection">
          {text(`connection.${state}`)}
          {state === 'updated' ? (
            <Button kind="quiet" onPress={() => location.reload()}>
              {text('connection.reload')}
            </Button>
          ) : null}
        </p>
      )}
    </div>
  );
}
