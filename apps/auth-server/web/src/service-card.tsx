import { Card, CodeSample, StatusBadge, type Tone } from '@sextant/web';
import type { Development } from './development.js';
import type { DevelopmentKeys, ServiceInfo } from './services.js';
import { useText } from './strings/index.js';
import type { ServiceStatus } from './use-statuses.js';

const TONES: Readonly<Record<ServiceStatus['status'], Tone>> = {
  unknown: 'neutral',
  ready: 'good',
  not_ready: 'warning',
  draining: 'warning',
  unreachable: 'bad',
  not_started: 'neutral',
};

const STATUS_TEXTS = {
  unknown: 'status.unknown',
  ready: 'status.ready',
  not_ready: 'status.not_ready',
  draining: 'status.draining',
  unreachable: 'status.unreachable',
  not_started: 'status.not_started',
} as const;

export interface ServiceCardProps {
  readonly service: ServiceInfo;
  readonly status: ServiceStatus | undefined;
  readonly development: Development | null;
  readonly keys: DevelopmentKeys | undefined;
}

/** One service: how it is, where its pages are, what to ask it first. */
export function ServiceCard({ service, status, development, keys }: ServiceCardProps) {
  const text = useText();
  const { name, about, request } = service;
  const current = status?.status ?? 'unknown';
  const badge = <StatusBadge tone={TONES[current]}>{text(STATUS_TEXTS[current])}</StatusBadge>;
  if (current === 'not_started') {
    return (
      <Card title={name} aside={badge}>
        <p>{text(about)}</p>
        <p className="sx-muted">{text('not_started')}</p>
      </Card>
    );
  }
  return (
    <Card title={name} aside={badge}>
      <p>{text(about)}</p>
      <ServiceLinks service={service} development={development} />
      <CodeSample title={text('request')} code={request(location.origin, keys)} language="bash" />
      <p className="sx-muted">{text('version', { version: status?.version ?? '–' })}</p>
    </Card>
  );
}

function ServiceLinks({
  service: { name, pages },
  development,
}: Pick<ServiceCardProps, 'service' | 'development'>) {
  const text = useText();
  const metrics = development?.metrics[name];
  const open = pages.filter((page) => page.isDevelopment !== true || development !== null);
  return (
    <p className="start-links">
      {open.map(({ path, label }) => (
        <a key={path} href={path}>
          {text(label)}
        </a>
      ))}
      <Labelled href={`/docs/${name}`} name={name} label={text('link.docs')} />
      {metrics === undefined ? null : (
        <Labelled href={metrics} name={name} label={text('link.metrics')} />
      )}
    </p>
  );
}

/** Six links of one name would be the same to whoever hears them. */
const Labelled = ({ href, name, label }: Readonly<Record<'href' | 'name' | 'label', string>>) => (
  <a href={href} aria-label={`${label}: ${name}`}>
    {label}
  </a>
);
