import { Button, EmptyState, FileDrop, MoreList, part, useOpened } from '@sextant/web';
import { useState } from 'react';
import { LanguagePair } from '../language-pair.js';
import { useText } from '../strings/index.js';
import type { TabProps } from '../text/text-tab.js';
import { DocumentChoices, isKey, NO_CHOICES } from './document-choices.js';
import { DownloadAll } from './download-all.js';
import { DocumentItem } from './document-item.js';
import { useDocuments } from './use-documents.js';

const DocumentEditor = part(
  async () => (await import('./editor/document-editor.js')).DocumentEditor,
);

/** Documents are dropped here, translated by the service, and taken away once; again, where they are reviewed. */
export function DocumentsTab({ service, languages }: TabProps) {
  const text = useText();
  const [pair, setPair] = useState({ source: '', target: languages.targets[0]?.language ?? '' });
  const [choices, choose] = useState(NO_CHOICES);
  const { documents, add, change, remove } = useDocuments(service);
  const [opened, open] = useOpened();
  if (opened !== undefined) {
    const document = documents.find(({ handle }) => handle?.document_id === opened);
    const handle = document?.handle;
    return document === undefined || handle === undefined ? (
      <EmptyState title={text('editor.gone')}>
        <Button onPress={() => open()}>{text('editor.back')}</Button>
      </EmptyState>
    ) : (
      <DocumentEditor {...{ service, document, handle, change }} onClose={() => open()} />
    );
  }
  const isReady = choices.segmentsKey === '' || isKey(choices.segmentsKey);
  return (
    <>
      <div className="tr-languages">
        <LanguagePair {...{ languages, pair }} onChange={setPair} detect={text('source.detect')} />
      </div>
      <DocumentChoices {...{ choices, choose }} />
      {isReady ? (
        <FileDrop
          label={text('documents.drop')}
          action={text('documents.choose')}
          isMultiple
          onFiles={(files) => files.forEach((file) => add({ file, ...pair, ...choices }))}
        />
      ) : null}
      {documents.length === 0 ? (
        <EmptyState title={text('documents.none')}>
          <p>{text('documents.about')}</p>
        </EmptyState>
      ) : (
        <>
          <DownloadAll {...{ service, documents, change }} />
          <MoreList
            label={text('tab.documents')}
            items={documents}
            keyOf={({ id }) => String(id)}
            render={(document) => (
              <DocumentItem {...{ service, document, change, remove }} edit={open} />
            )}
          />
        </>
      )}
    </>
  );
}
