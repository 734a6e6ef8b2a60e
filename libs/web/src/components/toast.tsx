import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast';
import { useWebText } from '../strings/index.js';
import { Button } from './button.js';

interface Message {
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

/** At most this many at once: more nobody reads. */
const VISIBLE = 3;
/** The clock stops while a message has the focus or the pointer. */
const SHOWN_MS = 6_000;

const queue = new ToastQueue<Message>({ maxVisibleToasts: VISIBLE });

/** Says that something was done. */
export const say = (text: string): void => {
  queue.add({ text, tone: 'good' }, { timeout: SHOWN_MS });
};

/** Says why something was not done; it stays until it is closed. */
export const complain = (error: unknown): void => {
  queue.add({ text: error instanceof Error ? error.message : String(error), tone: 'bad' });
};

/** Where messages appear; once on a page. */
export function Toasts() {
  const text = useWebText();
  return (
    <ToastRegion queue={queue} className="sx-toasts" aria-label={text('toast.region')}>
      {({ toast }) => (
        <Toast toast={toast} className={`sx-toast sx-toast-${toast.content.tone}`}>
          <ToastContent className="sx-toast-text">{toast.content.text}</ToastContent>
          <Button kind="quiet" label={text('toast.close')} onPress={() => queue.close(toast.key)}>
            ✕
          </Button>
        </Toast>
      )}
    </ToastRegion>
  );
}
