import { lazy, Suspense, type ComponentType, type LazyExoticComponent } from 'react';
import { LoadingState } from '../components/states.js';

/**
 * A part of a page whose code comes when it is shown for the first time: a page is as large as its first view.
 *
 * @param load such as `async () => (await import('./usage-tab.js')).UsageTab`
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded: LazyExoticComponent<ComponentType<Props>> = lazy(async () => ({
    default: await load(),
  }));
  return function Part(props: Props) {
    return (
      <Suspense fallback={<LoadingState />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
