import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { EmptyState } from '../components/states.js';
import { useWebText } from '../strings/index.js';

/**
 * A component whose code comes when it is shown for the first time.
 *
 * @param load rejects where the server has the code no more, because a newer version has taken its place: the page stays, and says so
 * @param Missing is shown then
 */
export const late = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType = MissingPart,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: Missing as ComponentType<Props> };
    }
  });

function MissingPart() {
  const text = useWebText();
  return <EmptyState title={text('part.missing')}>{text('part.missing.about')}</EmptyState>;
}
