import type { Browser, Locator, Page } from 'playwright-core';

interface Person {
  readonly username: string;
  readonly password: string;
}

/** All six services, and a browser. */
export interface ShellUses {
  readonly origin: string;
  /** With the number of the machine in place of its name. */
  readonly gateway: string;
  readonly people: Readonly<Record<string, Person>>;
  readonly browser: Browser;
}

export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

/** The tab of the view that is open. */
export const selected = (page: Page, name: string): Locator =>
  page.getByRole('tab', { name, exact: true, selected: true });

export const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages' });

export const pathOf = (page: Page): string => new URL(page.url()).pathname;
