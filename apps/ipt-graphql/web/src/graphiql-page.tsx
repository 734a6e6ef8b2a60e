import { Button, PageFrame, TextField } from '@sextant/web';

import { GraphiQL } from 'graphiql';
import { useMemo, useState, type ComponentProps } from 'react';
import { useText } from './strings/index.js';

type Fetcher = ComponentProps<typeof GraphiQL>['fetcher'];

const EXAMPLE = `# Your flows: how far each is, and the call that comes next. Ctrl+Enter runs it.
{
  flows(first: 5) {
    isSuccess
    error {
      message
    }
    flows {
      kind
      state
      next
    }
  }
}
`;

/** GraphiQL with the key of whoever tries it; the key is nowhere but in the memory of the page. */
export function GraphiqlPage() {
  const [key, setKey] = useState<string>();
  const fetcher = useMemo(() => fetcherWith(key), [key]);
  return (
    <PageFrame width="full">
      <KeyForm onKey={setKey} />
      {/* Without a key nothing is asked: the answer would be a refusal. A new key begins anew. */}
      <GraphiQL
        key={key ?? ''}
        fetcher={fetcher}
        defaultQuery={EXAMPLE}
        {...(key === undefined ? { schema: null } : {})}
      />
    </PageFrame>
  );
}

function KeyForm({ onKey }: { readonly onKey: (key: string) => void }) {
  const text = useText();
  const [key, setKey] = useState('');
  return (
    <form
      className="graphiql-key"
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== '') onKey(key.trim());
      }}
    >
      <TextField label={text('key.label')} type="password" value={key} onChange={setKey} />
      <Button type="submit">{text('key.use')}</Button>
      <p className="sx-muted">{text('key.about')}</p>
    </form>
  );
}

/** Refusals are answers too: GraphiQL shows them. */
const fetcherWith =
  (key: string | undefined): Fetcher =>
  async (parameters, { headers } = {}) => {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(key === undefined ? {} : { 'x-api-key': key }),
        ...headers,
      },
      body: JSON.stringify(parameters),
    });
    return (await response.json()) as Awaited<ReturnType<Fetcher>>;
  };
