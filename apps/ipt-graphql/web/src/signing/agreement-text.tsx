import { Shown, useLoaded } from '@sextant/web';
import { useCallback } from 'react';
import { contentUrl } from '../service.js';
import { useText } from '../strings/index.js';

interface AgreementDocument {
  readonly title?: string;
  readonly clauses?: readonly { readonly heading: string; readonly text: string }[];
  readonly notice?: string;
}

export interface AgreementTextProps {
  readonly cid: string;
  /** The same, printed. */
  readonly pdfCid?: string | undefined;
}

/** An agreement as it is stored, for people to read. */
export function AgreementText({ cid, pdfCid }: AgreementTextProps) {
  const text = useText();
  const ask = useCallback((signal: AbortSignal) => readDocument(cid, signal), [cid]);
  const { state, reload } = useLoaded(ask);
  return (
    <Shown state={state} reload={reload}>
      {({ title = '', clauses = [], notice }) => (
        <article className="ipt-agreement" aria-label={title} tabIndex={0}>
          <h4>{title}</h4>
          {clauses.map(({ heading, text: words }) => (
            <section key={heading}>
              <h5>{heading}</h5>
              <p>{words}</p>
            </section>
          ))}
          {notice === undefined ? null : <p className="sx-muted">{notice}</p>}
          <p>
            <a href={contentUrl(cid)}>{text('agreement.document')}</a>
            {pdfCid === undefined ? null : (
              <>
                {' '}
                <a href={contentUrl(pdfCid)}>{text('agreement.printed')}</a>
              </>
            )}
          </p>
        </article>
      )}
    </Shown>
  );
}

async function readDocument(cid: string, signal: AbortSignal): Promise<AgreementDocument> {
  const response = await fetch(contentUrl(cid), { signal });
  if (!response.ok) throw new Error(`${cid}: ${response.status}`);
  return (await response.json()) as AgreementDocument;
}
