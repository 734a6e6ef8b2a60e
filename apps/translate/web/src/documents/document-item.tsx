import { Button, complain, Progress, saveFile, StatusBadge } from '@sextant/web';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { DocumentReview } from './document-review.js';
import { cancel, fetchResult } from './documents.js';
import type { ShownDocument } from './use-documents.js';

export interface DocumentItemProps {
  readonly service: Service;
  readonly document: ShownDocument;
  readonly change: (id: number, news: Partial<ShownDocument>) => void;
  readonly remove: (id: number) => void;
  /** Opens the texts of one, by the id that the service gave it. */
  readonly edit: (documentId: string) => void;
}

/** A document of this visit: how it stands, and what can be done with it. */
export function DocumentItem(props: DocumentItemProps) {
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
        {reusedOf(document) > 0 ? (
          <p>{text('documents.reused', { characters: reusedOf(document) })}</p>
        ) : null}
        {keptOf(document) > 0 ? <p>{text('documents.kept', { texts: keptOf(document) })}</p> : null}
        {isDone && document.isReviewed ? <DocumentReview {...props} /> : null}
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
  const { id, name, target, handle, isFetched, isReviewed } = document;
  if (handle === undefined || (isFetched === true && !isReviewed)) return null;
  const take = async () => {
    const { file, name: answered = name } = await fetchResult(service, handle);
    saveFile(file, nameOf(answered, target));
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

const reusedOf = ({ status }: ShownDocument): number => status?.reused_characters ?? 0;

const keptOf = ({ status }: ShownDocument): number => status?.kept_texts ?? 0;

/** `report.docx` in Spanish is `report-es.docx`. */
export const nameOf = (name: string, target: string): string =>
  name.replace(/(\.[^.]*)?$/, (extension) => `-${target.toLowerCase()}${extension}`);
