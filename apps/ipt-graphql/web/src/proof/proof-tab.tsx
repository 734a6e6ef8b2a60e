import { Button, saveFile, StatusBadge, TextField, type Tone } from '@sextant/web';
import { useState } from 'react';
import type { Place } from '../place.js';
import { ActionButton, useAction } from '../steps.js';
import { useText } from '../strings/index.js';
import type { Check, Report } from './report.js';

const TONES: Readonly<Record<Check['outcome'], Tone>> = {
  holds: 'good',
  fails: 'bad',
  skipped: 'neutral',
};

/** Whether an IP-NFT is what it says, recomputed in this browser. */
export function ProofTab({ service, chain, connection }: Place) {
  const text = useText();
  const [id, setId] = useState('');
  const [report, setReport] = useState<Report>();
  const action = useAction(async () => {
    setReport(undefined);
    // What it computes with is large, and few need it.
    const { prove } = await import('./prove.js');
    setReport(await prove({ service, chain, connection, tokenId: id.trim() }));
  });
  return (
    <div className="ipt-wizard">
      <p>{text('proof.about')}</p>
      {connection === undefined ? <p className="sx-muted">{text('proof.noWallet')}</p> : null}
      <TextField label={text('tokenize.id')} value={id} onChange={setId} />
      <ActionButton action={action} isDisabled={!/^\d{1,78}$/.test(id.trim())}>
        {text('proof.check')}
      </ActionButton>
      {report === undefined ? null : <ReportView report={report} />}
    </div>
  );
}

function ReportView({ report }: { readonly report: Report }) {
  const text = useText();
  const { checks, tokenId, symbol } = report;
  const isWhole = checks.every(({ outcome }) => outcome !== 'fails');
  const save = () => {
    const file = new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' });
    saveFile(file, `proof-${report.chainId}-${tokenId}.json`);
  };
  return (
    <section aria-label={text('proof.report', { id: tokenId, symbol })}>
      <h3>{text('proof.report', { id: tokenId, symbol })}</h3>
      <p role="status">{text(isWhole ? 'proof.whole' : 'proof.broken')}</p>
      <ul className="ipt-lines">
        {checks.map(({ check, outcome, detail }, index) => (
          <li key={index}>
            <StatusBadge tone={TONES[outcome]}>{text(`outcome.${outcome}`)}</StatusBadge>{' '}
            {text(`check.${check}`)} <span className="ipt-detail">{detail}</span>
          </li>
        ))}
      </ul>
      <Button onPress={save}>{text('proof.save')}</Button>
    </section>
  );
}
