import { Button, complain, MoreList, TextField } from '@sextant/web';
import { useEffect, useRef, useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { findInAll, type FoundPage, type FoundSegment } from './memories.js';

/** Finds how words were translated, in all memories. */
export function Concordance({ service }: { readonly service: Service }) {
  const text = useText();
  const [wanted, want] = useState('');
  const { found, find, more } = useConcordance(service);
  return (
    <section aria-label={text('concordance.title')}>
      <form
        className="tr-entry"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted.trim() !== '') find(wanted.trim());
        }}
      >
        <TextField label={text('concordance.words')} value={wanted} onChange={want} />
        <Button type="submit">{text('search')}</Button>
      </form>
      {found === undefined ? null : (
        <>
          {found.segments.length === 0 ? <p role="status">{text('concordance.none')}</p> : null}
          <MoreList
            label={text('concordance.found')}
            items={found.segments}
            keyOf={({ source_segment_id: id }) => id}
            render={(segment) => <Found segment={segment} />}
            onMore={more}
          />
        </>
      )}
    </section>
  );
}

const Found = ({ segment }: { readonly segment: FoundSegment }) => (
  <div className="tr-segment">
    <p lang={segment.source_language} dir="auto">
      {segment.source_text}
    </p>
    {segment.targets.map((target) => (
      <p key={target.target_segment_id} lang={target.target_language} dir="auto">
        {target.target_text}
      </p>
    ))}
    <p className="sx-muted">{segment.name}</p>
  </div>
);

function useConcordance(service: Service) {
  const [found, setFound] = useState<FoundPage & { readonly wanted: string }>();
  const latest = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => latest.current?.abort(), []);
  const load = async (wanted: string, before?: FoundPage) => {
    latest.current?.abort();
    const { signal } = (latest.current = new AbortController());
    try {
      const cursor = before?.next_page_cursor;
      const page = await findInAll(service, { wanted, cursor, signal });
      const segments = [...(before?.segments ?? []), ...page.segments];
      if (!signal.aborted) setFound({ ...page, segments, wanted });
    } catch (error) {
      if (!signal.aborted) complain(error);
    }
  };
  const more =
    found?.next_page_cursor === undefined ? undefined : () => void load(found.wanted, found);
  return { found, find: (wanted: string) => void load(wanted), more };
}
