import {
  Button,
  complain,
  EmptyState,
  FileDrop,
  MoreList,
  Progress,
  saveFile,
  StatusBadge,
} from '@sextant/web';
import { useState } from 'react';
import { LanguagePair } from '../language-pair.js';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import type { TabProps } from '../text/text-tab.js';
import { cancel, fetchResult } from './documents.js';
import { useDocuments, type ShownDocument } from './use-documents.js';

/** Documents are dropped here, translated by the service, and taken away once. */
export function DocumentsTab({ service, languages }: TabProps) {
  const text = useText();
  const [pair, setPair] = useState({ source: '', target: languages.targets[0]?.language ?? '' });
  const { documents, add, change, remove } = useDocuments(service);
  return (
    <>
      <div className="tr-languages">
        <LanguagePair {...{ languages, pair }} onChange={setPair} detect={text('source.detect')} />
      </div>
      <FileDrop
        label={text('documents.drop')}
        action={text('documents.choose')}
        isMultiple
        onFiles={(files) => files.forEach((file) => add({ file, ...pair }))}
      />
      {documents.length === 0 ? (
        <EmptyState title={text('documents.none')}>
          <p>{text('documents.about')}</p>
        </EmptyState>
      ) : (
        <MoreList
          label={text('tab.documents')}
          items={documents}
          keyOf={({ id }) => String(id)}
          render={(document) => <DocumentItem {...{ service, document, change, remove }} />}
        />
      )}
    </>
  );
}

interface DocumentItemProps {
  readonly service: Service;
  readonly document: ShownDocument;
  readonly change: (id: number, news: Partial<ShownDocument>) => void;
  readonly remove: (id: number) => void;
}

function DocumentItem(props: DocumentItemProps) {
  const text = useText();
  const { document, remove } = props;
  const { reason, isDone, isAtWork } = stateOf(document);
  return (
    <article className="tr-item" aria-label={document.name}>
      <div className="tr-item-about">
        <h2>{document.name}</h2>
        {isAtWork ? <Progress label={progressOf(document, text)} /> : null}
        {reason === undefined ? null : <p role="alert">{reason}</p>}
        {isDone ? <StatusBadge tone="good">{doneOf(document, text)}</StatusBadge> : null}
      </div>
      {isDone ? <TakeButton {...props} /> : null}
      {isAtWork ? (
        <CancelButton {...props} />
      ) : (
        <Button kind="quiet" onPress={() => remove(document.id)}>
          {text('documents.forget')}
        </Button>
      )}
    </article>
  );
}

function stateOf({ error, status }: ShownDocument) {
  const reason = error?.message ?? status?.error_message;
  const isDone = status?.status === 'done';
  return { reason, isDone, isAtWork: reason === undefined && !isDone };
}

function TakeButton({ service, document, change }: DocumentItemProps) {
  const text = useText();
  const { id, name, target, handle, isFetched } = document;
  if (handle === undefined || isFetched === true) return null;
  const take = async () => {
    saveFile(await fetchResult(service, handle), nameOf(name, target));
    change(id, { isFetched: true });
  };
  return (
    <Button kind="primary" onPress={() => void take().catch(complain)}>
      {text('documents.download')}
    </Button>
  );
}

function CancelButton({ service, document: { id, handle }, remove }: DocumentItemProps) {
  const text = useText();
  if (handle === undefined) return null;
  const giveUp = () => {
    cancel(service, handle)
      .then(() => remove(id))
      .catch(complain);
  };
  return <Button onPress={giveUp}>{text('documents.cancel')}</Button>;
}

type Text = ReturnType<typeof useText>;

function progressOf({ handle, status }: ShownDocument, text: Text): string {
  if (handle === undefined) return text('documents.uploading');
  const seconds = status?.seconds_remaining;
  if (status?.status !== 'translating' || seconds === undefined) return text('documents.waiting');
  return text('documents.remaining', { seconds });
}

const doneOf = ({ isFetched, status }: ShownDocument, text: Text): string =>
  isFetched === true
    ? text('documents.fetched')
    : text('documents.done', { characters: status?.billed_characters ?? 0 });

/** `report.docx` in Spanish is `report-es.docx`. */
const nameOf = (name: string, target: string): string =>
  name.replace(/(\.[^.]*)?$/, (extension) => `-${target.toLowerCase()}${extension}`);
