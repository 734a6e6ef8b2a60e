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
  readonly undo?: () => void;
}

/** At most this many at once: more nobody reads. */
const VISIBLE = 3;
/** The clock stops while a message has the focus or the pointer. */
const SHOWN_MS = 6_000;

const queue = new ToastQueue<Message>({ maxVisibleToasts: VISIBLE });

/** Undoing takes longer to decide than reading. */
const UNDOABLE_MS = 10_000;

/**
 * Says that something was done.
 *
 * @param undo takes it back: the message gets a button for it
 */
export const say = (text: string, undo?: () => void): void => {
  const message: Message = { text, tone: 'good', ...(undo === undefined ? {} : { undo }) };
  queue.add(message, { timeout: undo === undefined ? SHOWN_MS : UNDOABLE_MS });
};

/** Says why something was not done; it stays until it is closed. */
export const complain = (error: unknown): void => {
  queue.add({ text: error instanceof Error ? error.message : String(error), tone: 'bad' });
};

const undo = ({ key, content }: (typeof queue.visibleToasts)[number]): void => {
  queue.close(key);
  content.undo?.();
};

/** Where messages appear; once on a page. */
export function Toasts() {
  const text = useWebText();
  return (
    <ToastRegion queue={queue} className="sx-toasts" aria-label={text('toast.region')}>
      {({ toast }) => (
        <Toast toast={toast} className={`sx-toast sx-toast-${toast.content.tone}`}>
          <ToastContent className="sx-toast-text">{toast.content.text}</ToastContent>
          {toast.content.undo === undefined ? null : (
            <Button kind="quiet" onPress={() => undo(toast)}>
              {text('toast.undo')}
            </Button>
          )}
          <Button kind="quiet" label={text('toast.close')} onPress={() => queue.close(toast.key)}>
            ✕
          </Button>
        </Toast>
      )}
    </ToastRegion>
  );
}
