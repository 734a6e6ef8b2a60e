import { Button, Card, complain, StatusBadge, CodeArea } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { Difference } from './difference.js';
import { post, type Checked } from './relay.js';
import { useText } from './strings/index.js';

/** A configuration to check. It is never written: whoever deploys does that. */
export function ConfigurationPanel({ api }: { readonly api: Api }) {
  const text = useText();
  const [yaml, setYaml] = useState('');
  const [checked, setChecked] = useState<Checked>();
  const check = () => {
    post<Checked>(api, '/configuration/check', { yaml }).then(setChecked, complain);
  };
  return (
    <Card title={text('configuration.title')}>
      <p>{text('configuration.about')}</p>
      <CodeArea label={text('configuration.yaml')} value={yaml} onChange={setYaml} />
      <div>
        <Button kind="primary" onPress={check}>
          {text('configuration.check')}
        </Button>
      </div>
      {checked === undefined ? null : <Verdict checked={checked} />}
    </Card>
  );
}

function Verdict({ checked }: { readonly checked: Checked }) {
  const text = useText();
  return (
    <div role="status">
      <StatusBadge tone={checked.valid ? 'good' : 'bad'}>
        {text(checked.valid ? 'configuration.valid' : 'configuration.invalid')}
      </StatusBadge>
      <ul>
        {[...checked.problems, ...checked.warnings].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Difference text={checked.difference} />
    </div>
  );
}
