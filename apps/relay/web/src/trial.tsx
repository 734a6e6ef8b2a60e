import { Button, CodeSample, complain, CodeArea } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { Difference } from './difference.js';
import { post, type EventChoice, type Trial } from './relay.js';
import { useText } from './strings/index.js';

export interface TemplateTrialProps {
  readonly api: Api;
  readonly option: string;
  readonly deployed: string;
  readonly choice: EventChoice;
}

/** A template to change, and what it makes of an event. Nothing is sent, nothing is written. */
export function TemplateTrial({ api, option, deployed, choice }: TemplateTrialProps) {
  const text = useText();
  const [template, setTemplate] = useState(deployed);
  const [result, setResult] = useState<Trial>();
  const run = () => {
    post<Trial>(api, '/templates/try', { ...choice, option, template }).then(setResult, complain);
  };
  return (
    <>
      <CodeArea label={text('templates.text')} value={template} onChange={setTemplate} />
      <div>
        <Button kind="primary" onPress={run}>
          {text('templates.try')}
        </Button>
      </div>
      {result === undefined ? null : <Result result={result} />}
    </>
  );
}

function Result({ result: { output, fault, warnings, difference } }: { readonly result: Trial }) {
  const text = useText();
  const place = { line: fault?.line ?? '?', column: fault?.column ?? '?' };
  return (
    <div role="status">
      {output === null ? null : <CodeSample title={text('templates.output')} code={output} />}
      {fault === null ? null : (
        <p className="relay-fault">
          {fault.line === null ? null : <strong>{text('templates.place', place)} </strong>}
          {fault.message}
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      <Difference text={difference} />
    </div>
  );
}
