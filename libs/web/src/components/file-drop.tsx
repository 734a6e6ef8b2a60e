import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Text } from 'react-aria-components/Text';
import { Button } from './button.js';

export interface FileDropProps {
  /** What is to be dropped here. */
  readonly label: string;
  /** What the button says that opens the browser's own dialog. */
  readonly action: string;
  /** Extensions with their dot, or media types; everything if absent. */
  readonly accepts?: readonly string[];
  readonly isMultiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Takes files by drag and drop, by paste and by choice. */
export function FileDrop({ label, action, accepts, isMultiple = false, onFiles }: FileDropProps) {
  const give = (files: readonly File[]) => {
    const wanted = isMultiple ? files : files.slice(0, 1);
    if (wanted.length > 0) onFiles(wanted);
  };
  return (
    <DropZone
      className="sx-drop"
      onDrop={({ items }) => {
        const dropped = items.filter((item) => item.kind === 'file');
        void Promise.all(dropped.map((item) => item.getFile())).then(give);
      }}
    >
      <Text slot="label">{label}</Text>
      <FileTrigger
        allowsMultiple={isMultiple}
        {...(accepts === undefined ? {} : { acceptedFileTypes: accepts })}
        onSelect={(files) => give([...(files ?? [])])}
      >
        <Button>{action}</Button>
      </FileTrigger>
    </DropZone>
  );
}
