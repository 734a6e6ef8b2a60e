export { goTo, partsBelow, useAsked, usePathname, useQuery } from './views/address.js';
export { useOpened } from './views/view.js';
export { ActionMenu } from './components/action-menu.js';
export { BarChart } from './components/chart/bar-chart.js';
export type { Bar } from './components/chart/bar.js';
export { Button, type ButtonProps } from './components/button.js';
export { Card } from './components/card.js';
export { CodeSample, CopyButton } from './components/code/code-sample.js';
export {
  DataTable,
  type DataTableProps,
  type TableColumn,
} from './components/tables/data-table.js';
export { ConfirmDialog, Dialog } from './components/dialog.js';
export { CodeArea, NumberField, Switch, TextField } from './components/field.js';
export { FileDrop } from './components/file-drop.js';
export { IconButton } from './components/icon-button.js';
export { Moment } from './components/moment.js';
export { MoreList } from './components/more-list.js';
export { PageFrame } from './shell/page-frame.js';
export { part } from './views/part.js';
export { Progress } from './components/progress.js';
export { Secret } from './components/secret.js';
export { Select, type SelectOption } from './components/select.js';
export { EndButton, Shown } from './components/shown.js';
export { EmptyState, ErrorState, LoadingState } from './components/states.js';
export { StatusBadge, type Tone } from './components/status.js';
export { Tabs, type TabItem } from './views/tabs.js';
export { TextArea } from './components/text-area.js';
export { Tip } from './components/tip.js';
export { complain, say } from './components/toast.js';
export { mount } from './mount.js';
export { pageSettings, type PageSettings } from './page-settings.js';
export { saveFile } from './save-file.js';
export { createText, useLanguage } from './text/language.js';
export type { Translate } from './text/text.js';
export { useLeavingWarning } from './use-leaving-warning.js';
export { useLoaded, type Loaded } from './use-loaded.js';
