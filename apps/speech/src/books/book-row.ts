import type { Book, BookState } from './book.js';

/** What is kept as JSON. */
export type About = Pick<Book, 'title' | 'author' | 'settings' | 'chapters' | 'characters'> &
  // Absent from those of before there was a choice.
  Partial<Pick<Book, 'format'>>;

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
  format: 'mp3',
  ...about,
  createdAt: created_at,
  ...(error === null || error === undefined ? {} : { error }),
});
