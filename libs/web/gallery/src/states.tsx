import {
  CodeSample,
  EmptyState,
  ErrorState,
  LoadingState,
  Progress,
  Secret,
  StatusBadge,
  type Tone,
} from '../../src/index.js';

const TONES: readonly Tone[] = ['good', 'warning', 'bad', 'neutral'];

export const Statuses = () => (
  <div className="gallery-row">
    {TONES.map((tone) => (
      <StatusBadge key={tone} tone={tone}>
        {tone}
      </StatusBadge>
    ))}
  </div>
);

export const Progresses = () => (
  <>
    <Progress label="Uploading" value={40} />
    <Progress label="Waiting" />
  </>
);

export const Codes = () => (
  <>
    <CodeSample
      title="First request"
      code={`curl -s https://sextant.example.org/v2/translate -H 'Authorization: DeepL-Auth-Key …' -d '{"text": ["The house is big."]}'`}
    />
    <Secret name="client_secret" value="a-secret-that-is-shown-once" />
  </>
);

export const States = () => (
  <>
    <LoadingState lines={2} />
    <EmptyState title="No glossaries">Create one, and its terms are used in every text.</EmptyState>
    <ErrorState error={new Error('The service cannot be reached.')} onRetry={() => undefined} />
  </>
);
