import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';

export interface TabItem {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
  /** Stays as it is while another one is shown; others begin anew. */
  readonly isKept?: boolean;
}

/** Parts of a page, one of which is shown; arrow keys go from one to the next. */
export function Tabs({
  label,
  items,
}: {
  readonly label: string;
  readonly items: readonly TabItem[];
}) {
  return (
    <AriaTabs className="sx-tabs">
      <TabList aria-label={label} className="sx-tab-list">
        {items.map(({ id, title }) => (
          <Tab key={id} id={id} className="sx-tab">
            {title}
          </Tab>
        ))}
      </TabList>
      {items.map(({ id, content, isKept = false }) => (
        <TabPanel key={id} id={id} className="sx-tab-panel" shouldForceMount={isKept}>
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
