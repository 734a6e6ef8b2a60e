import { Button, complain, MoreList, saveFile, Shown, useLoaded } from '@sextant/web';
import { useCallback, useMemo, useState } from 'react';
import { useText } from '../../strings/index.js';
import { FIRST_CHOICES, type Choices } from '../../text/translation.js';
import { nameOf } from '../document-item.js';
import { MemoryToTeach } from '../document-review.js';
import { fetchResult, type Handle } from '../documents.js';
import type { ShownDocument } from '../use-documents.js';
import type { Service } from '../../service.js';
import { TextRow } from './text-row.js';
import { finishTexts, listTexts, type TextPage } from './texts.js';

export interface DocumentEditorProps {
  readonly service: Service;
  readonly document: ShownDocument;
  readonly handle: Handle;
  readonly change: (id: number, news: Partial<ShownDocument>) => void;
  readonly onClose: () => void;
}

/** The texts of a document beside their translations, which are corrected in place. */
export function DocumentEditor(props: DocumentEditorProps) {
  const text = useText();
  const [memoryId, setMemoryId] = useState('');
  const { service, document, handle, onClose } = props;
  const { target, name, review } = document;
  const choices = useMemo(
    () => ({ ...FIRST_CHOICES, target, memory: memoryId }),
    [target, memoryId],
  );
  return (
    <section aria-label={text('editor.title', { name })} className="tr-editor">
      <h2>{name}</h2>
      <div className="tr-toolbar">
        <Button onPress={onClose}>{text('editor.back')}</Button>
        <MemoryToTeach {...{ service, document, memoryId }} onChange={setMemoryId} />
        <FinishButton {...{ ...props, memoryId }} />
      </div>
      {review === undefined ? null : (
        <p role="status">
          {text('review.done', { texts: review.corrected_texts, segments: review.taught_segments })}
        </p>
      )}
      <Texts {...{ service, handle, choices }} />
    </section>
  );
}

function FinishButton({
  service,
  document: { id, name, target },
  handle,
  change,
  memoryId,
}: DocumentEditorProps & { readonly memoryId: string }) {
  const text = useText();
  const finish = async () => {
    const review = await finishTexts(service, handle, memoryId);
    change(id, { review });
    const { file, name: answered = name } = await fetchResult(service, handle);
    saveFile(file, nameOf(answered, target));
    change(id, { isFetched: true });
  };
  return (
    <Button kind="primary" onPress={() => void finish().catch(complain)}>
      {text('editor.finish')}
    </Button>
  );
}

interface TextsProps {
  readonly service: Service;
  readonly handle: Handle;
  readonly choices: Choices;
}

function Texts({ service, handle, choices }: TextsProps) {
  const text = useText();
  const [open, setOpen] = useState<string>();
  const { state, reload, more, isLoading, load } = useTexts(service, handle);
  return (
    <Shown state={state} reload={reload}>
      {(first) => {
        const next = (more.at(-1) ?? first).next_page;
        return (
          <MoreList
            label={text('editor.texts')}
            items={[first, ...more].flatMap(({ texts }) => texts)}
            keyOf={({ text_id: id }) => id}
            render={(one) => (
              <TextRow
                {...{ service, handle, choices, text: one }}
                source={first.source_lang}
                isOpen={open === one.text_id}
                onOpen={() => setOpen(one.text_id)}
              />
            )}
            onMore={next === undefined ? undefined : () => load(next)}
            isLoadingMore={isLoading}
          />
        );
      }}
    </Shown>
  );
}

/** The first page of texts, and those that are asked for. */
function useTexts(service: Service, handle: Handle) {
  const [more, setMore] = useState<readonly TextPage[]>([]);
  const [isLoading, setLoading] = useState(false);
  const ask = useCallback(
    (signal: AbortSignal) => listTexts(service, handle, { page: 0, signal }),
    [service, handle],
  );
  const first = useLoaded(ask);
  const load = (page: number) => {
    setLoading(true);
    listTexts(service, handle, { page })
      .then((next) => setMore((before) => [...before, next]))
      .catch(complain)
      .finally(() => setLoading(false));
  };
  return { ...first, more, isLoading, load };
}
