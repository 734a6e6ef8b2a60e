import { EmptyState, Moment, MoreList, Progress, Shown, useLoaded, useOpened } from '@sextant/web';
import { useCallback } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import type { Voice } from '../voices/voices.js';
import { BookForm } from './book-form.js';
import { BookState } from './book-state.js';
import { BookView } from './book-view.js';
import { isOver, listBooks, type Book } from './books.js';

export interface BooksTabProps {
  readonly service: Service;
  readonly voices: readonly Voice[];
}

/** Documents that are spoken in the background. */
export function BooksTab({ service, voices }: BooksTabProps) {
  const [opened, open] = useOpened();
  if (opened !== undefined) {
    return <BookView key={opened} {...{ service, voices }} id={opened} onClose={() => open()} />;
  }
  return (
    <>
      <BookForm {...{ service, voices }} onMade={({ id }) => open(id)} />
      <BookList service={service} onOpen={open} />
    </>
  );
}

function BookList({
  service,
  onOpen,
}: {
  readonly service: Service;
  readonly onOpen: (id: string) => void;
}) {
  const text = useText();
  const ask = useCallback((signal: AbortSignal) => listBooks(service, signal), [service]);
  const { state, reload } = useLoaded(ask);
  return (
    <Shown state={state} reload={reload}>
      {(books) =>
        books.length === 0 ? (
          <EmptyState title={text('books.none')}>{text('books.none.about')}</EmptyState>
        ) : (
          <MoreList
            label={text('tab.books')}
            items={books}
            keyOf={({ id }) => id}
            render={(book) => <BookItem book={book} onOpen={() => onOpen(book.id)} />}
          />
        )
      }
    </Shown>
  );
}

function BookItem({ book, onOpen }: { readonly book: Book; readonly onOpen: () => void }) {
  const text = useText();
  return (
    <article className="st-item" aria-label={book.title}>
      <div className="st-item-about">
        <h3>
          <button type="button" className="st-link" onClick={onOpen}>
            {book.title}
          </button>
        </h3>
        <p className="sx-muted">
          {book.author === undefined ? null : `${book.author}, `}
          <Moment at={book.created_at} />
        </p>
      </div>
      <BookState book={book} />
      {isOver(book) ? null : (
        <Progress label={text('books.progress')} value={book.characters_done / book.characters} />
      )}
    </article>
  );
}
