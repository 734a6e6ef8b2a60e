import { Button, Select, Switch, TextField } from '@sextant/web';
import { useText } from '../strings/index.js';
import type { NewDocument } from './documents.js';

export type DocumentChoice = Pick<NewDocument, 'output' | 'isReviewed' | 'segmentsKey'>;

export const NO_CHOICES: DocumentChoice = { output: '', isReviewed: false, segmentsKey: '' };

const KEY = /^[0-9a-f]{64}$/i;

/** Whether the service takes it as a key of remembered translations. */
export const isKey = (key: string): boolean => KEY.test(key);

export interface DocumentChoicesProps {
  readonly choices: DocumentChoice;
  readonly choose: (choices: DocumentChoice) => void;
}

/** How the next documents are translated and answered. */
export function DocumentChoices({ choices, choose }: DocumentChoicesProps) {
  const text = useText();
  const { output, isReviewed, segmentsKey } = choices;
  const isWrong = segmentsKey !== '' && !isKey(segmentsKey);
  return (
    <div className="tr-choices" role="group" aria-label={text('choices')}>
      <Select
        label={text('documents.output')}
        value={output}
        options={[
          { id: '', title: text('documents.output.same') },
          { id: 'docx', title: text('documents.output.docx') },
        ]}
        onChange={(wished) => choose({ ...choices, output: wished })}
      />
      <TextField
        label={text('documents.key')}
        value={segmentsKey}
        onChange={(key) => choose({ ...choices, segmentsKey: key.trim() })}
      />
      <Button onPress={() => choose({ ...choices, segmentsKey: newKey() })}>
        {text('documents.key.new')}
      </Button>
      <Switch isSelected={isReviewed} onChange={(isOn) => choose({ ...choices, isReviewed: isOn })}>
        {text('documents.review')}
      </Switch>
      {isWrong ? <p role="alert">{text('documents.key.wrong')}</p> : null}
      {isKey(segmentsKey) ? <p className="sx-muted">{text('documents.key.about')}</p> : null}
    </div>
  );
}

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
