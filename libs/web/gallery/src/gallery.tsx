import { Card, PageFrame } from '../../src/index.js';
import type { ReactNode } from 'react';
import { Charts, Lists, Tables } from './data.js';
import { Buttons, Dialogs, Fields, Tabbed } from './controls.js';
import { Codes, Progresses, States, Statuses } from './states.js';

const SECTIONS: readonly (readonly [string, ReactNode])[] = [
  ['Buttons', <Buttons key="buttons" />],
  ['Fields', <Fields key="fields" />],
  ['Tabs', <Tabbed key="tabs" />],
  ['Status', <Statuses key="statuses" />],
  ['Progress', <Progresses key="progresses" />],
  ['Table', <Tables key="tables" />],
  ['List', <Lists key="lists" />],
  ['Chart', <Charts key="charts" />],
  ['Code', <Codes key="codes" />],
  ['States of what is loaded', <States key="states" />],
  ['Dialogs and messages', <Dialogs key="dialogs" />],
];

/** Every component in its states. */
export const Gallery = () => (
  <PageFrame title="Components">
    {SECTIONS.map(([title, content]) => (
      <Card key={title} title={title}>
        {content}
      </Card>
    ))}
  </PageFrame>
);
