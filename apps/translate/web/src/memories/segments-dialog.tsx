import { Button, complain, Dialog, LoadingState, MoreList, say, TextField } from '@sextant/web';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import {
  correctSegment,
  findSegments,
  type Memory,
  type Segment,
  type SegmentPage,
} from './memories.js';

export interface SegmentsDialogProps {
  readonly service: Service;
  readonly memory: Memory;
  readonly onClose: () => void;
}

/** A memory's segments: searched, and corrected in place. */
export function SegmentsDialog({ service, memory, onClose }: SegmentsDialogProps) {
  const text = useText();
  const [wanted, want] = useState('');
  const { page, more } = useSegments(service, memory, wanted);
  return (
    <Dialog
      title={memory.name}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{text('close')}</Button>}
    >
      <TextField label={text('search')} value={wanted} onChange={want} />
      {page === undefined ? (
        <LoadingState />
      ) : (
        <MoreList
          label={text('memories.segments')}
          items={page.segments}
          keyOf={({ source_segment_id: id }) => id}
          render={(segment) => <SegmentItem {...{ service, memory, segment }} />}
          onMore={more}
        />
      )}
    </Dialog>
  );
}

function useSegments(service: Service, memory: Memory, wanted: string) {
  const [page, setPage] = useState<SegmentPage>();
  const latest = useRef<AbortController | undefined>(undefined);
  const load = useCallback(
    async (before?: SegmentPage) => {
      latest.current?.abort();
      const { signal } = (latest.current = new AbortController());
      try {
        const cursor = before?.next_page_cursor;
        const next = await findSegments(service, memory, { wanted, cursor, signal });
        const segments = [...(before?.segments ?? []), ...next.segments];
        if (!signal.aborted) setPage({ ...next, segments });
      } catch (error) {
        if (!signal.aborted) complain(error);
      }
    },
    [service, memory, wanted],
  );
  useEffect(() => {
    void load();
    return () => latest.current?.abort();
  }, [load]);
  const more = page?.next_page_cursor === undefined ? undefined : () => void load(page);
  return { page, more };
}

interface SegmentItemProps {
  readonly service: Service;
  readonly memory: Memory;
  readonly segment: Segment;
}

function SegmentItem({ service, memory, segment }: SegmentItemProps) {
  return (
    <div className="tr-segment">
      <p lang={memory.source_language} dir="auto">
        {segment.source_text}
      </p>
      {segment.targets.map((target) => (
        <TargetField key={target.target_segment_id} {...{ service, memory, segment, target }} />
      ))}
    </div>
  );
}

function TargetField({
  service,
  memory,
  segment,
  target,
}: SegmentItemProps & { readonly target: Segment['targets'][number] }) {
  const text = useText();
  const { target_language, target_text } = target;
  const [stored, setStored] = useState(target_text);
  const [written, write] = useState(target_text);
  const store = () => {
    const { source_text } = segment;
    correctSegment(service, memory, { source_text, target_language, target_text: written })
      .then(() => {
        setStored(written);
        say(text('memories.saved'));
      })
      .catch(complain);
  };
  return (
    <div className="tr-entry">
      <TextField label={target_language.toUpperCase()} value={written} onChange={write} />
      <Button isDisabled={written === stored || written.trim() === ''} onPress={store}>
        {text('save')}
      </Button>
    </div>
  );
}
