import { Button, CodeArea, complain, Switch, TextArea, TextField } from '@sextant/web';
import type { ReactNode } from 'react';
import { useState } from 'react';
import {
  changesOf,
  shownOf,
  type Draft,
  type Drafted,
  type Member,
  type Members,
} from './members.js';
import { SelectField } from './select-field.js';
import { useText } from './strings/index.js';

export interface MemberFormProps {
  readonly members: readonly Member[];
  /** As the API has told them. */
  readonly values: Members;
  /** Gets the members that were changed; those without a value are `null`. */
  readonly onSave: (changes: Members) => Promise<void>;
  /** Fields of a kind of their own. */
  readonly children?: (draft: Draft, change: (name: string, value: unknown) => void) => ReactNode;
}

/** A form for members of something that the API has: what was not touched is not sent. */
export function MemberForm({ members, values, onSave, children }: MemberFormProps) {
  const text = useText();
  const { draft, change, save, isSaving } = useDraft(members, onSave);
  return (
    <form
      className="console-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {members.map((member) => (
        <MemberField
          key={member.name}
          member={member}
          value={
            (draft[member.name] as Drafted | undefined) ?? shownOf(member, values[member.name])
          }
          onChange={(value) => change(member.name, value)}
        />
      ))}
      {children?.(draft, change)}
      <div className="console-actions">
        <Button
          kind="primary"
          type="submit"
          isDisabled={Object.keys(draft).length === 0}
          isPending={isSaving}
        >
          {text('save')}
        </Button>
      </div>
    </form>
  );
}

/** What was changed and is not saved yet; it stays where saving fails. */
function useDraft(members: readonly Member[], onSave: MemberFormProps['onSave']) {
  const [draft, setDraft] = useState<Draft>({});
  const [isSaving, setSaving] = useState(false);
  const change = (name: string, value: unknown) =>
    setDraft((before) => ({ ...before, [name]: value }));
  const save = async () => {
    setSaving(true);
    try {
      await onSave(changesOf(members, draft));
      setDraft({});
    } catch (error) {
      complain(error);
    } finally {
      setSaving(false);
    }
  };
  return { draft, change, save, isSaving };
}

interface MemberFieldProps {
  readonly member: Member;
  readonly value: Drafted;
  readonly onChange: (value: Drafted) => void;
}

function MemberField({ member, value, onChange }: MemberFieldProps) {
  const text = useText();
  const { name, kind } = member;
  const label = member.label === undefined ? name : text(member.label);
  if (kind === 'switch') {
    return (
      <Switch isSelected={value === true} onChange={onChange}>
        {label}
      </Switch>
    );
  }
  const common = { label, value: String(value), onChange };
  if (kind === 'choice') {
    const options = member.options.map((option) => [option, option] as const);
    return <SelectField {...common} options={[['', text('form.unset')], ...options]} />;
  }
  if (kind === 'json') return <CodeArea {...common} rows={6} />;
  if (kind === 'lines') return <TextArea {...common} rows={3} />;
  return <TextField {...common} />;
}
