import { TextArea, TextField } from '@sextant/web';
import { useState } from 'react';
import { ActionButton, useAction } from '../steps.js';
import { useText } from '../strings/index.js';
import type { Project } from './draft.js';

const LINES = [
  'name',
  'symbol',
  'organization',
  'topic',
  'leadName',
  'leadEmail',
  'funding',
  'currency',
  'link',
] as const;

export interface ProjectFormProps {
  readonly project: Project;
  readonly onDone: (project: Project) => Promise<void>;
}

/** What the agreement and the metadata are made of. */
export function ProjectForm({ project: known, onDone }: ProjectFormProps) {
  const text = useText();
  const [project, setProject] = useState(known);
  const action = useAction(() => onDone(project));
  const change = (part: Partial<Project>) => setProject({ ...project, ...part });
  const isWhole =
    [project.description, ...LINES.map((name) => project[name])].every(
      (value) => value.trim() !== '',
    ) && /^\d+(\.\d+)?$/.test(project.funding.trim());
  return (
    <>
      <p>{text('project.about')}</p>
      <div className="ipt-fields">
        {LINES.map((name) => (
          <TextField
            key={name}
            label={text(`project.${name}`)}
            value={project[name]}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </div>
      <TextArea
        label={text('project.description')}
        rows={4}
        value={project.description}
        onChange={(description) => change({ description })}
      />
      <ActionButton action={action} isDisabled={!isWhole}>
        {text('project.make')}
      </ActionButton>
    </>
  );
}
