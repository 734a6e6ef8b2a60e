import { Button, complain, EndButton, Progress, saveFile, Shown } from '@sextant/web';
import { useEffect, useState } from 'react';
import { clockTime } from '../playback/clock-time.js';
import { FilePlayer } from '../playback/file-player.js';
import { PlayerBar } from '../playback/player-bar.js';
import { usePlayback } from '../playback/use-playback.js';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import type { Voice } from '../voices/voices.js';
import { BookState } from './book-state.js';
import { deleteBook, fetchRecording, isOver, type Book } from './books.js';
import { useBook } from './use-book.js';

export interface BookViewProps {
  readonly service: Service;
  readonly voices: readonly Voice[];
  readonly id: string;
  readonly onClose: () => void;
}

/** A book: how far it is, then its recording with its chapters. */
export function BookView({ service, voices, id, onClose }: BookViewProps) {
  const text = useText();
  const { state, reload } = useBook(service, id);
  return (
    <>
      <div className="st-bar">
        <Button kind="quiet" onPress={onClose}>
          {text('books.back')}
        </Button>
      </div>
      <Shown state={state} reload={reload}>
        {(book) => <BookPage {...{ service, voices, book, onClose }} />}
      </Shown>
    </>
  );
}

interface BookPageProps extends Pick<BookViewProps, 'service' | 'voices' | 'onClose'> {
  readonly book: Book;
}

function BookPage({ service, voices, book, onClose }: BookPageProps) {
  const text = useText();
  const voice = voices.find(({ id }) => id === book.voice_id)?.display_name ?? book.voice_id;
  return (
    <article className="st-book" aria-label={book.title}>
      <header className="st-voice-head">
        <h2>{book.title}</h2>
        <BookState book={book} />
      </header>
      <p className="sx-muted">
        {book.author === undefined ? null : `${book.author}. `}
        {text('books.voice', { voice })}
      </p>
      {book.error === undefined ? null : <p role="alert">{book.error.message}</p>}
      {isOver(book) ? null : (
        <Progress label={text('books.progress')} value={book.characters_done / book.characters} />
      )}
      <Recording {...{ service, book }} />
      <div className="st-bar">
        <EndButton
          action={text('delete')}
          name={book.title}
          title={text('delete.title', { name: book.title })}
          about={text('books.delete.about')}
          onConfirm={() => void deleteBook(service, book).then(onClose).catch(complain)}
        />
      </div>
    </article>
  );
}

/** Fetched when somebody wants to hear it: books are large. */
function Recording({ service, book }: Pick<BookPageProps, 'service' | 'book'>) {
  const text = useText();
  const { player, file, isLoading, load } = useRecording(service, book);
  const heard = usePlayback(player, []);
  const here = book.chapters.findLastIndex(
    ({ start_ms: start = Infinity }) => player !== undefined && start <= heard.positionMs,
  );
  return (
    <>
      {book.state === 'complete' && player === undefined ? (
        <div className="st-bar">
          <Button kind="primary" isPending={isLoading} onPress={load}>
            {text('books.listen')}
          </Button>
        </div>
      ) : null}
      {player === undefined ? null : <PlayerBar {...heard} />}
      {file === undefined ? null : (
        <div className="st-bar">
          <Button onPress={() => saveFile(file, `${book.title}.${book.audio_format}`)}>
            {text('export.audio')}
          </Button>
        </div>
      )}
      <Chapters {...{ book, here }} onChapter={player && heard.playFrom} />
    </>
  );
}

interface ChaptersProps extends Pick<BookPageProps, 'book'> {
  /** Place of the chapter that is heard; -1 for none. */
  readonly here: number;
  /** Goes to its beginning; absent before there is something to hear. */
  readonly onChapter: ((startMs: number) => void) | undefined;
}

function Chapters({ book, here, onChapter }: ChaptersProps) {
  const text = useText();
  return (
    <ol className="st-chapters" aria-label={text('books.chapters')}>
      {book.chapters.map(({ title, start_ms: start }, at) => (
        <li key={at} {...(at === here ? { 'aria-current': 'true' } : {})}>
          {onChapter === undefined || start === undefined ? (
            title
          ) : (
            <button type="button" className="st-link" onClick={() => onChapter(start)}>
              {title}
            </button>
          )}
          {start === undefined ? null : <span className="sx-muted">{clockTime(start)}</span>}
        </li>
      ))}
    </ol>
  );
}

function useRecording(service: Service, book: Book) {
  const [loaded, setLoaded] = useState<{ player: FilePlayer; file: Blob }>();
  const [isLoading, setLoading] = useState(false);
  useEffect(() => () => loaded?.player.close(), [loaded]);
  const load = () => {
    setLoading(true);
    fetchRecording(service, book)
      .then(async (file) => {
        const player = new FilePlayer(file, book.audio_duration_ms);
        setLoaded({ player, file });
        await player.play();
      })
      .catch(complain)
      .finally(() => setLoading(false));
  };
  return { player: loaded?.player, file: loaded?.file, isLoading, load };
}
