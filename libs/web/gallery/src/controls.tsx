import {
  ActionMenu,
  Button,
  CodeArea,
  complain,
  ConfirmDialog,
  Dialog,
  FileDrop,
  IconButton,
  NumberField,
  say,
  Select,
  Switch,
  Tabs,
  TextArea,
  TextField,
} from '../../src/index.js';
import { Archive, Clock } from '../../src/icons.js';
import { useState } from 'react';

const nothing = () => undefined;

export const Buttons = () => (
  <div className="gallery-row">
    <Button kind="primary">Save</Button>
    <Button>Cancel</Button>
    <Button kind="quiet">Show</Button>
    <Button kind="danger">Delete</Button>
    <Button kind="text">A title that opens</Button>
    <IconButton icon={Archive} label="Archive" />
    <ActionMenu
      icon={Clock}
      label="Put off"
      items={[{ id: 'hour', title: 'In an hour', onAction: nothing }]}
    />
    <Button isDisabled>Disabled</Button>
    <Button kind="primary" isPending>
      Pending
    </Button>
  </div>
);

const OPTIONS = ['English', 'Español', 'العربية'].map((title) => ({ id: title, title }));

export function Fields() {
  const [text, setText] = useState('Ada Lovelace');
  const [chosen, setChosen] = useState('English');
  const [isOn, setOn] = useState(true);
  const [count, setCount] = useState(15);
  return (
    <div className="gallery-fields">
      <TextField label="Name" value={text} onChange={setText} />
      <TextField label="Password" type="password" value={text} onChange={setText} />
      <NumberField label="Minutes" value={count} min={0} max={60} onChange={setCount} />
      <Select label="Language" value={chosen} options={OPTIONS} onChange={setChosen} />
      <Select label="Disabled" value="" options={[]} onChange={nothing} isDisabled />
      <Switch isSelected={isOn} onChange={setOn}>
        Sound
      </Switch>
      <TextArea label="Text" value={text} onChange={setText} />
      <CodeArea label="Template" value={text} onChange={setText} />
      <FileDrop label="Drop a document here" action="Choose a file" onFiles={nothing} />
    </div>
  );
}

export const Tabbed = () => (
  <Tabs
    label="Parts"
    items={['First', 'Second', 'Third'].map((title) => ({
      id: title,
      title,
      content: <p>{title} part</p>,
    }))}
  />
);

export function Dialogs() {
  const [open, setOpen] = useState<'plain' | 'confirm'>();
  const close = () => setOpen(undefined);
  return (
    <div className="gallery-row">
      <Button onPress={() => setOpen('plain')}>Open a dialog</Button>
      <Button onPress={() => setOpen('confirm')}>Ask for confirmation</Button>
      <Button onPress={() => say('The key is created.')}>Say something</Button>
      <Button onPress={() => say('Archived.', nothing)}>Say something with Undo</Button>
      <Button onPress={() => complain(new Error('The key has expired.'))}>Complain</Button>
      <Dialog
        title="Key"
        isOpen={open === 'plain'}
        onClose={close}
        actions={<Button onPress={close}>Close</Button>}
      >
        <p>Only its owner holds the key.</p>
      </Dialog>
      <ConfirmDialog
        title="Delete the key?"
        action="Delete"
        isOpen={open === 'confirm'}
        onClose={close}
        onConfirm={nothing}
      >
        <p>Programs that use it are refused.</p>
      </ConfirmDialog>
    </div>
  );
}
