import type { Book, BookState } from '../../domain/books/book.js';

/** What is kept as JSON. */
export type About = Pick<Book, 'title' | 'settings' | 'chapters' | 'characters'>;

export interface BookRow {
  readonly id: string;
  readonly workspace: string;
  readonly state: BookState;
  readonly about: About;
  readonly error: Book['error'] | null;
  readonly created_at: Date;
}

export const bookOf = ({ id, workspace, state, about, error, created_at }: BookRow): Book => ({
  id,
  workspace,
  state,
  ...about,
  createdAt: created_at,
  ...(error === null || error === undefined ? {} : { error }),
});
