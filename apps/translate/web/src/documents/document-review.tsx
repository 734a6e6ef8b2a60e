import { Button, complain, FileDrop, saveFile, Select, useLoaded } from '@sextant/web';
import { useCallback, useState } from 'react';
import { isSameLanguage } from '../languages.js';
import { listMemories } from '../memories/memories.js';
import { useText } from '../strings/index.js';
import type { DocumentItemProps } from './document-item.js';
import { fetchAlignment, sendCorrected } from './documents.js';

type ReviewProps = Pick<DocumentItemProps, 'service' | 'document' | 'change' | 'edit'>;

/** The texts of a document beside their translations: corrected here, or taken away and given back. */
export function DocumentReview({ service, document, change, edit }: ReviewProps) {
  const text = useText();
  const [memoryId, setMemoryId] = useState('');
  const { id, name, handle, review } = document;
  if (handle === undefined) return null;
  const take = async () => {
    const { file, name: answered = `${name}.xlf` } = await fetchAlignment(service, handle);
    saveFile(file, answered);
  };
  const give = async (file: File) => {
    change(id, { review: await sendCorrected(service, handle, { file, memoryId }) });
  };
  return (
    <>
      <div className="tr-toolbar">
        <Button kind="primary" onPress={() => edit(handle.document_id)}>
          {text('editor.open')}
        </Button>
        <Button onPress={() => void take().catch(complain)}>{text('review.take')}</Button>
        <MemoryToTeach {...{ service, document, memoryId }} onChange={setMemoryId} />
      </div>
      <FileDrop
        label={text('review.drop')}
        action={text('review.give')}
        accepts={['.xlf', '.xliff']}
        onFiles={([file]) => {
          if (file !== undefined) void give(file).catch(complain);
        }}
      />
      {review === undefined ? null : (
        <p role="status">
          {text('review.done', {
            texts: review.corrected_texts,
            segments: review.taught_segments,
          })}
        </p>
      )}
    </>
  );
}

interface MemoryToTeachProps extends Pick<ReviewProps, 'service' | 'document'> {
  readonly memoryId: string;
  readonly onChange: (memoryId: string) => void;
}

/** Those that may learn from it; nothing where there are none. */
export function MemoryToTeach({ service, document, memoryId, onChange }: MemoryToTeachProps) {
  const text = useText();
  const list = useCallback((signal: AbortSignal) => listMemories(service, signal), [service]);
  const { state } = useLoaded(list);
  const { source } = document;
  const memories = state.kind === 'loaded' ? state.value : [];
  // Of a detected source the service knows whether it fits.
  const fitting = memories.filter(
    (one) => source === '' || isSameLanguage(one.source_language, source),
  );
  if (fitting.length === 0) return null;
  return (
    <Select
      label={text('review.teach')}
      value={memoryId}
      options={[
        { id: '', title: text('choice.none') },
        ...fitting.map((one) => ({ id: one.translation_memory_id, title: one.name })),
      ]}
      onChange={onChange}
    />
  );
}
