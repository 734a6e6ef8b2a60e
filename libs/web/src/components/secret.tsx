import { useState } from 'react';
import { useWebText } from '../strings/index.js';
import { Button } from './button.js';
import { CopyButton } from './code/code-sample.js';

const HIDDEN = '•'.repeat(16);

/** A secret that is not to be read over shoulders: shown on demand, copied without being shown. */
export function Secret({ name, value }: { readonly name: string; readonly value: string }) {
  const text = useWebText();
  const [isShown, setShown] = useState(false);
  return (
    <div className="sx-secret">
      <span className="sx-secret-name">{name}</span>
      <code>{isShown ? value : HIDDEN}</code>
      <Button
        kind="quiet"
        label={`${isShown ? text('secret.hide') : text('secret.show')}: ${name}`}
        onPress={() => setShown(!isShown)}
      >
        {isShown ? text('secret.hide') : text('secret.show')}
      </Button>
      <CopyButton value={value} label={`${text('code.copy')}: ${name}`} />
    </div>
  );
}
