import { memo, useEffect, useRef } from 'react';
import { clockTime } from '../playback/clock-time.js';
import { useText } from '../strings/index.js';
import { useLanguageName } from '../voices/use-language-name.js';
import type { LiveText, Utterance } from './live-text.js';

/** From its end people see what comes; further up they read. */
const AT_END_PX = 40;

/** What was said, each utterance with its time, and in grey what is being said. */
export function LiveWords({ said: { finals, interim, language } }: { readonly said: LiveText }) {
  const text = useText();
  const nameOf = useLanguageName();
  const { box, onScroll } = useAtEnd(`${finals.length} ${interim?.text}`);
  return (
    <section aria-label={text('transcript')}>
      {language === undefined ? null : (
        <p className="sx-muted">{text('live.language', { language: nameOf(language) })}</p>
      )}
      {/* Long texts are scrolled, by keyboard too. */}
      <div ref={box} className="st-words st-live" tabIndex={0} onScroll={onScroll} dir="auto">
        <div role="log" aria-label={text('live.said')}>
          <ol>
            {finals.map((utterance) => (
              <Said key={`${utterance.startMs} ${utterance.endMs}`} utterance={utterance} />
            ))}
          </ol>
        </div>
        {interim === undefined ? null : <p className="st-interim">{interim.text}</p>}
      </div>
    </section>
  );
}

const Said = memo(function Said({ utterance }: { readonly utterance: Utterance }) {
  const { text, startMs, words } = utterance;
  return (
    <li>
      <span className="st-time">{clockTime(startMs)}</span>{' '}
      {words === undefined
        ? text
        : timedParts(text, words).map(({ part, title }, at) => (
            <span key={at} {...(title === undefined ? {} : { title })}>
              {part}
            </span>
          ))}
    </li>
  );
});

/** A text in parts: words with their times, and what stands between them. */
function timedParts(text: string, words: NonNullable<Utterance['words']>) {
  let from = 0;
  const parts = words.flatMap(({ value, start_time }) => {
    const at = text.indexOf(value, from);
    if (at < 0) return [];
    const before = text.slice(from, at);
    from = at + value.length;
    return [
      { part: before, title: undefined },
      { part: value, title: clockTime(start_time) },
    ];
  });
  return [...parts, { part: text.slice(from), title: undefined }];
}

/** The end stays in sight for whoever looks at it. */
function useAtEnd(content: string) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const { current } = box;
    if (current !== null && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [content]);
  const onScroll = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < AT_END_PX;
  };
  return { box, onScroll };
}
