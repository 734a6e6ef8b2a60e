import { describe, expect, it } from '@jest/globals';
import { KeptDraft } from '../../web/src/mint/kept-draft.js';

const SENT = { account: '0xa', reserveHash: '0x01' };
const OTHER = { account: '0xb', reserveHash: '0x02' };

/** Tabs of one browser; none hears of another one until `follow`. */
function browser() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  return { stored, tab: () => new KeptDraft('mint', () => storage) };
}

const twoTabs = () => {
  const { tab } = browser();
  return { first: tab(), second: tab(), later: tab };
};

describe('a mint in several tabs', () => {
  it('loses nothing that another tab has recorded', () => {
    const { first, second, later } = twoTabs();
    first.reserved(SENT);
    first.change(first.get().edition, { ipnftId: '7' });

    second.change(second.get().edition, { terms: 'of before' });

    expect(later().get().draft).toMatchObject({ ...SENT, ipnftId: '7' });
    expect(second.get()).toMatchObject({ draft: { ipnftId: '7' }, isElsewhere: true });
    expect(second.get().draft.terms).toBeUndefined();
  });

  it('goes on in any of them', () => {
    const { first, second, later } = twoTabs();
    first.reserved(SENT);
    second.follow();

    second.change(second.get().edition, { ipnftId: '7' });
    first.follow();

    expect(second.get().isElsewhere).toBe(false);
    expect(first.get()).toMatchObject({ draft: { ipnftId: '7' }, isElsewhere: true });
    expect(later().get().draft).toMatchObject({ ...SENT, ipnftId: '7' });
  });

  it.each([
    ['Start over', (tab: KeptDraft) => tab.startOver(0)],
    ['Change the project', (tab: KeptDraft) => tab.renew(0, { agreement: undefined })],
  ])('is not undone by "%s" where the press was about an earlier state', (_name, press) => {
    const { first, second } = twoTabs();
    first.reserved(SENT);

    press(second);

    expect(second.get().draft).toMatchObject(SENT);
  });

  it('keeps the second of two reservations for the mint after it', () => {
    const { first, second, later } = twoTabs();
    first.reserved(SENT);
    second.reserved(OTHER);
    expect(later().get().draft).toMatchObject({ ...SENT, spares: [OTHER] });

    const third = later();
    third.startOver(0);

    expect(later().get().draft).toMatchObject({ ...OTHER, spares: [] });
  });

  it('tells who shows it', () => {
    const { first } = twoTabs();
    let told = 0;
    const end = first.subscribe(() => (told += 1));

    first.reserved(SENT);
    end();
    first.startOver(first.get().edition);

    expect(told).toBe(1);
  });
});

describe('what counts of a mint', () => {
  it('is a reservation that was sent, whatever was pressed while the wallet asked', () => {
    const { first, later } = twoTabs();
    first.renew(0, { account: SENT.account, reserveHash: undefined });
    first.startOver(1);

    first.reserved(SENT);

    expect(later().get().draft).toMatchObject(SENT);
  });

  it('is no answer that arrives after it was changed', () => {
    const { first, later } = twoTabs();
    first.reserved(SENT);
    first.change(0, { terms: 'of before' });

    expect(later().get().draft.terms).toBeUndefined();
  });

  it('is the first transaction that mints its id, and none of another id', () => {
    const { first, second, later } = twoTabs();
    first.reserved(SENT);
    first.change(1, { ipnftId: '7' });
    second.mintSent('6', '0x06');
    second.mintSent('7', '0x07');
    first.mintSent('7', '0x08');

    expect(later().get().draft.mintHash).toBe('0x07');
  });

  it('lives as long as the page where the browser keeps nothing', () => {
    const draft = new KeptDraft('mint', () => {
      throw new Error('denied');
    });
    draft.reserved(SENT);
    draft.change(1, { ipnftId: '7' });

    expect(draft.get()).toMatchObject({ draft: { ...SENT, ipnftId: '7' }, isElsewhere: false });
  });

  it('is nothing that somebody else has stored under its name', () => {
    const { stored, tab } = browser();
    stored.set('mint', 'no JSON');

    expect(tab().get().draft.project).toMatchObject({ name: '', currency: 'USD' });
  });
});
