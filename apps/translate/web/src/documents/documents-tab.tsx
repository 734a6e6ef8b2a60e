import { Button, EmptyState, FileDrop, MoreList, part, useOpened } from '@sextant/web';
import { useState } from 'react';
import { firstTarget } from '../languages.js';
import { LanguagePair } from '../language-pair.js';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import type { TabProps } from '../text/text-tab.js';
import { DocumentChoices, isKey, NO_CHOICES } from './document-choices.js';
import { DownloadAll } from './download-all.js';
import { DocumentItem } from './document-item.js';
import { useDocuments, type ShownDocument } from './use-documents.js';

const DocumentEditor = part(
  async () => (await import('./editor/document-editor.js')).DocumentEditor,
);

/** Documents are dropped here, translated by the service, and taken away once; again, where they are reviewed. */
export function DocumentsTab({ service, languages }: TabProps) {
  const work = useDocuments(service);
  const wishes = useWishes(languages);
  const [opened, open] = useOpened();
  if (opened === undefined)
    return <DocumentList {...{ service, languages, ...work, ...wishes }} edit={open} />;
  return (
    <OpenedDocument
      {...{ service, change: work.change }}
      document={work.documents.find(({ handle }) => handle?.document_id === opened)}
      onClose={() => open()}
    />
  );
}

interface OpenedDocumentProps {
  readonly service: Service;
  readonly document: ShownDocument | undefined;
  readonly change: Work['change'];
  readonly onClose: () => void;
}

function OpenedDocument({ document, onClose, ...rest }: OpenedDocumentProps) {
  const text = useText();
  const handle = document?.handle;
  if (document !== undefined && handle !== undefined)
    return <DocumentEditor {...{ ...rest, document, handle, onClose }} />;
  return (
    <EmptyState title={text('editor.gone')}>
      <Button onPress={onClose}>{text('editor.back')}</Button>
    </EmptyState>
  );
}

type Work = ReturnType<typeof useDocuments>;

/** How the next documents are translated. */
function useWishes(languages: TabProps['languages']) {
  const [pair, setPair] = useState({ source: '', target: firstTarget(languages) });
  const [choices, choose] = useState(NO_CHOICES);
  return { pair, setPair, choices, choose };
}

interface DocumentListProps extends TabProps, Work, ReturnType<typeof useWishes> {
  readonly edit: (documentId: string) => void;
}

function DocumentList(props: DocumentListProps) {
  const { service, languages, documents, add, change, remove, edit } = props;
  const { pair, setPair, choices, choose } = props;
  const text = useText();
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
            render={(document) => <DocumentItem {...{ service, document, change, remove, edit }} />}
          />
        </>
      )}
    </>
  );
}
