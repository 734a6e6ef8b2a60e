import {
  Button,
  complain,
  EmptyState,
  EndButton,
  FileDrop,
  MoreList,
  saveFile,
  say,
  Shown,
  useLoaded,
  useOpened,
} from '@sextant/web';
import { useCallback } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { Concordance } from './concordance.js';
import { deleteMemory, exportMemory, importMemory, listMemories, type Memory } from './memories.js';
import { SegmentsDialog } from './segments-dialog.js';

/** The organization's translation memories. */
export function MemoriesTab({ service }: { readonly service: Service }) {
  const text = useText();
  const [opened, open] = useOpened();
  const ask = useCallback((signal: AbortSignal) => listMemories(service, signal), [service]);
  const { state, reload } = useLoaded(ask);
  const take = ([file]: readonly File[]) => {
    if (file === undefined) return;
    importMemory(service, file, file.name.replace(/\.[^.]*$/, ''))
      .then((skipped) => say(text('memories.imported', { name: file.name, skipped })))
      .then(reload)
      .catch(complain);
  };
  return (
    <>
      <FileDrop
        label={text('memories.drop')}
        action={text('memories.import')}
        accepts={['.tmx', '.xml']}
        onFiles={take}
      />
      {state.kind === 'loaded' && state.value.length > 0 ? <Concordance service={service} /> : null}
      <Shown state={state} reload={reload}>
        {(memories) => (
          <>
            <MemoryList {...{ service, memories, open }} reload={() => void reload()} />
            {memories
              .filter(({ translation_memory_id: id }) => id === opened)
              .map((memory) => (
                <SegmentsDialog key={opened} {...{ service, memory }} onClose={() => open()} />
              ))}
          </>
        )}
      </Shown>
    </>
  );
}

interface MemoryListProps {
  readonly service: Service;
  readonly memories: readonly Memory[];
  readonly reload: () => void;
  readonly open: (id: string) => void;
}

function MemoryList({ service, memories, reload, open }: MemoryListProps) {
  const text = useText();
  if (memories.length === 0) {
    return (
      <EmptyState title={text('memories.none')}>
        <p>{text('memories.about')}</p>
      </EmptyState>
    );
  }
  return (
    <MoreList
      label={text('tab.memories')}
      items={memories}
      keyOf={({ translation_memory_id: id }) => id}
      render={(memory) => <MemoryItem {...{ service, memory, reload, open }} />}
    />
  );
}

interface MemoryItemProps extends Omit<MemoryListProps, 'memories'> {
  readonly memory: Memory;
}

function MemoryItem({ service, memory, reload, open }: MemoryItemProps) {
  const text = useText();
  const { name, segment_count: count } = memory;
  const languages = [memory.source_language, ...memory.target_languages].join(', ');
  const give = () => {
    exportMemory(service, memory)
      .then((file) => saveFile(file, `${name}.tmx`))
      .catch(complain);
  };
  const remove = () => void deleteMemory(service, memory).then(reload).catch(complain);
  return (
    <article className="tr-item" aria-label={name}>
      <div className="tr-item-about">
        <h2>{name}</h2>
        <p className="sx-muted">{text('memories.size', { count, languages })}</p>
      </div>
      <Button onPress={() => open(memory.translation_memory_id)}>{text('memories.open')}</Button>
      <Button onPress={give}>{text('export')}</Button>
      <EndButton
        action={text('delete')}
        name={name}
        title={text('delete.title', { name })}
        about={text('memories.delete.about', { count })}
        onConfirm={remove}
      />
    </article>
  );
}
