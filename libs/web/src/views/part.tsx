import { Suspense, type ComponentType } from 'react';
import { LoadingState } from '../components/states.js';
import { late } from './late.js';

/**
 * A part of a page whose code comes when it is shown for the first time: a page is as large as its first view.
 *
 * @param load such as `async () => (await import('./usage-tab.js')).UsageTab`
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = late(load);
  return function Part(props: Props) {
    return (
      <Suspense fallback={<LoadingState />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
