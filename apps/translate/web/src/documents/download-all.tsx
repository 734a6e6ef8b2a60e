import { Button, complain, saveFile } from '@sextant/web';
import { useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { nameOf } from './document-item.js';
import { fetchResult } from './documents.js';
import { zipped, type ZippedFile } from './zipped.js';
import type { ShownDocument } from './use-documents.js';

export interface DownloadAllProps {
  readonly service: Service;
  readonly documents: readonly ShownDocument[];
  readonly change: (id: number, news: Partial<ShownDocument>) => void;
}

/** All documents that are done in one file, where there are several. */
export function DownloadAll({ service, documents, change }: DownloadAllProps) {
  const text = useText();
  const [isWorking, setWorking] = useState(false);
  const ready = documents.filter(isReady);
  if (ready.length < 2) return null;
  const take = async () => {
    const files: ZippedFile[] = [];
    try {
      for (const { id, name, target, handle } of ready) {
        if (handle === undefined) continue;
        const { file, name: answered = name } = await fetchResult(service, handle);
        files.push({ name: nameOf(answered, target), bytes: await file.arrayBuffer() });
        change(id, { isFetched: true });
      }
    } finally {
      // What was fetched is gone from the service: it is saved whatever came after it.
      if (files.length > 0) saveFile(zipped(files), 'translations.zip');
    }
  };
  const start = () => {
    setWorking(true);
    take()
      .catch(complain)
      .finally(() => setWorking(false));
  };
  return (
    <div className="tr-toolbar">
      <Button isPending={isWorking} onPress={start}>
        {text('documents.downloadAll', { count: ready.length })}
      </Button>
    </div>
  );
}

const isReady = ({ status, handle, isFetched, isReviewed }: ShownDocument): boolean =>
  status?.status === 'done' && handle !== undefined && (isFetched !== true || isReviewed);
