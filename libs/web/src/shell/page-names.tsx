import {
  AudioLines,
  BellRing,
  CircleUserRound,
  Gem,
  House,
  Inbox,
  Languages,
  ListChecks,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react';
import type { texts } from '../strings/en.js';

interface PageName {
  readonly name: keyof typeof texts;
  readonly icon: LucideIcon;
  /** Whether the side bar has it; the others are found by their names. */
  readonly isListed: boolean;
}

/** The pages of the product, in the order of the side bar. */
export const PAGE_NAMES = {
  home: { name: 'nav.start', icon: House, isListed: true },
  translate: { name: 'nav.translate', icon: Languages, isListed: true },
  speech: { name: 'nav.speech', icon: AudioLines, isListed: true },
  inbox: { name: 'nav.inbox', icon: Inbox, isListed: true },
  ipt: { name: 'nav.ipt', icon: Gem, isListed: true },
  relay: { name: 'nav.relay', icon: BellRing, isListed: true },
  administration: { name: 'nav.administration', icon: ShieldCheck, isListed: true },
  operations: { name: 'nav.operations', icon: ListChecks, isListed: false },
  account: { name: 'nav.account', icon: CircleUserRound, isListed: false },
} as const satisfies Readonly<Record<string, PageName>>;

export type PageId = keyof typeof PAGE_NAMES;

export const PAGE_IDS = Object.keys(PAGE_NAMES) as readonly PageId[];
