import { Button, Card, complain, say, Select, TextField } from '@sextant/web';
import { useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { RecordField } from './record-field.js';
import { cloneVoice, newChallenge, type Challenge } from './voices.js';

const GENDERS = [
  ['not_specified', 'gender.none'],
  ['female', 'gender.female'],
  ['male', 'gender.male'],
] as const;

export interface CloneFormProps {
  readonly service: Service;
  readonly onMade: () => Promise<void>;
}

/** A voice of one's own: who speaks says so, then both recordings go to the service together. */
export function CloneForm({ service, onMade }: CloneFormProps) {
  const text = useText();
  const [name, setName] = useState('');
  const [gender, setGender] = useState<string>(GENDERS[0][0]);
  const [challenge, setChallenge] = useState<Challenge>();
  const ask = () => void newChallenge(service, name).then(setChallenge).catch(complain);
  return (
    <Card title={text('clone.title')}>
      <p>{text('clone.about')}</p>
      <p>{text('clone.limits')}</p>
      <div className="st-fields">
        <TextField label={text('clone.name')} value={name} onChange={setName} />
        <Select
          label={text('clone.gender')}
          value={gender}
          options={GENDERS.map(([id, key]) => ({ id, title: text(key) }))}
          onChange={setGender}
        />
        <Button isDisabled={name.trim() === ''} onPress={ask}>
          {text('clone.phrase')}
        </Button>
      </div>
      {challenge === undefined ? null : (
        <Recordings
          key={challenge.id}
          {...{ service, challenge, name, gender }}
          onMade={async () => {
            setChallenge(undefined);
            say(text('clone.made', { name }));
            await onMade();
          }}
          // A phrase is good for one try.
          onRefused={() => setChallenge(undefined)}
        />
      )}
    </Card>
  );
}

interface RecordingsProps extends CloneFormProps {
  readonly challenge: Challenge;
  readonly name: string;
  readonly gender: string;
  readonly onRefused: () => void;
}

function Recordings(props: RecordingsProps) {
  const text = useText();
  const [consent, setConsent] = useState<Blob>();
  const [sample, setSample] = useState<Blob>();
  const { isWorking, make } = useMaking(props, sample, consent);
  return (
    <>
      <blockquote className="st-phrase">{props.challenge.phrase}</blockquote>
      <RecordField
        label={text('clone.consent')}
        about={text('clone.consent.about')}
        recorded={consent}
        onRecorded={setConsent}
      />
      <RecordField
        label={text('clone.sample')}
        about={text('clone.sample.about')}
        recorded={sample}
        onRecorded={setSample}
      />
      <Button
        kind="primary"
        isDisabled={consent === undefined || sample === undefined}
        isPending={isWorking}
        onPress={make}
      >
        {text('clone.make')}
      </Button>
    </>
  );
}

function useMaking(
  { service, challenge, name, gender, onMade, onRefused }: RecordingsProps,
  sample: Blob | undefined,
  consent: Blob | undefined,
) {
  const [isWorking, setWorking] = useState(false);
  const make = () => {
    if (consent === undefined || sample === undefined) return;
    setWorking(true);
    cloneVoice(service, { name, gender, challenge: challenge.id, sample, consent })
      .then(onMade)
      .catch((error: unknown) => {
        complain(error);
        onRefused();
      });
  };
  return { isWorking, make };
}
