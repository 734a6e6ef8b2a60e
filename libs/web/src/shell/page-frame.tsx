import type { ReactNode } from 'react';
import { useOptionalSession } from '../session/use-session.js';
import type { SignIn } from '../session/sign-in.js';
import { Connection } from './connection.js';
import { Finder } from './finder.js';
import { PersonMenu } from './person-menu.js';
import { SideBar } from './side-bar.js';
import { usePages } from './use-pages.js';
import { useWebText } from '../strings/index.js';
import { Toasts } from '../components/toast.js';

export interface PageFrameProps {
  /** The heading of the page; absent for one that has none of its own size. */
  readonly title?: string;
  /** What the page is for, in a line. */
  readonly about?: string;
  /** Whose page it is; absent where nobody signs in. */
  readonly signIn?: SignIn;
  /** What else a sign-out ends; it signs out itself then. */
  readonly onSignOut?: () => Promise<void>;
  /** `full`: the content has the whole window. */
  readonly width?: 'text' | 'full';
  readonly children: ReactNode;
}

const NOBODY: readonly string[] = [];

/** The shell around every page: the ways to the others, search over all of them, what is a person's own. */
export function PageFrame(props: PageFrameProps) {
  const { title, about, signIn, onSignOut, width = 'text', children } = props;
  const text = useWebText();
  const session = useOptionalSession(signIn);
  const isIn = session.kind === 'signed-in';
  const pages = usePages(isIn ? session.roles : NOBODY);
  const signOut = () => void (onSignOut?.() ?? signIn?.signOut());
  return (
    <div className={`sx-page sx-page-${width}`}>
      <a className="sx-skip" href="#content">
        {text('frame.skip')}
      </a>
      <SideBar pages={pages} />
      <div className="sx-column">
        <header className="sx-header">
          <Finder pages={pages} onSignOut={isIn ? signOut : undefined} />
          <PersonMenu
            name={isIn ? session.name : undefined}
            accountUrl={pages.find(({ id }) => id === 'account')?.url}
            onSignOut={signOut}
          />
        </header>
        <Connection />
        <main id="content" tabIndex={-1}>
          {title === undefined ? null : <h1>{title}</h1>}
          {about === undefined ? null : <p className="sx-muted">{about}</p>}
          {children}
        </main>
      </div>
      <Toasts />
    </div>
  );
}
