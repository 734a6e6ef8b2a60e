import { Button, Dialog } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import type { ReactNode } from 'react';
import { LoadedPart } from './loaded-part.js';
import { useText } from './strings/index.js';
import { useLoaded } from './use-loaded.js';

export interface OpenedPartProps<Body> {
  readonly api: Api;
  readonly path: string;
  /** As a list has shown it; absent for who comes by its address. */
  readonly seen: Body | undefined;
  readonly onClose: () => void;
  readonly children: (body: Body) => ReactNode;
}

/** What is opened: as it was seen, else as the API tells it. */
export function OpenedPart<Body>({ seen, children, ...rest }: OpenedPartProps<Body>) {
  return seen === undefined ? <AskedPart {...rest}>{children}</AskedPart> : children(seen);
}

function AskedPart<Body>({ api, path, onClose, children }: Omit<OpenedPartProps<Body>, 'seen'>) {
  const text = useText();
  const loaded = useLoaded<Body>(api, path);
  if (loaded.body !== undefined) return children(loaded.body);
  return (
    <Dialog
      title=""
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{text('close')}</Button>}
    >
      <LoadedPart loaded={loaded}>{children}</LoadedPart>
    </Dialog>
  );
}
