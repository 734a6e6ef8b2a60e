import { describe, expect, it } from '@jest/globals';
import { EMPTY_PROJECT, type Part } from '../../web/src/mint/draft.js';
import { KeptDraft } from '../../web/src/mint/kept-draft.js';

const SENT = { account: '0xa', reserveHash: '0x01' };
const OTHER = { account: '0xA', reserveHash: '0x02' };
const FOREIGN = { account: '0xb', reserveHash: '0x03' };

/** Tabs of one browser; none hears of another one until `follow`. */
function browser() {
  const stored = new Map<string, string>();
  const room = { isFull: false, beforeWrite: () => undefined as unknown };
  const storage = {
    get length() {
      return stored.size;
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string) {
      const { beforeWrite } = room;
      room.beforeWrite = () => undefined;
      beforeWrite();
      if (room.isFull) throw new Error('QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => void stored.delete(key),
  };
  return { stored, room, tab: () => new KeptDraft('mint', () => storage) };
}

const twoTabs = () => {
  const { tab, ...rest } = browser();
  return { first: tab(), second: tab(), later: tab, ...rest };
};

const press = {
  startOver: (tab: KeptDraft, account = SENT.account) => tab.startOver(tab.get().edition, account),
  change: (tab: KeptDraft, part: Part) => tab.change(tab.get().edition, part),
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
    ['Start over', (tab: KeptDraft) => tab.startOver(0, SENT.account)],
    ['Change the project', (tab: KeptDraft) => tab.renew(0, { agreement: undefined })],
  ])('is not undone by "%s" where the press was about an earlier state', (_name, late) => {
    const { first, second } = twoTabs();
    first.reserved(SENT);

    late(second);

    expect(second.get().draft).toMatchObject(SENT);
  });

  it('keeps the second of two reservations for the mint after it', () => {
    const { first, second, later } = twoTabs();
    first.reserved(SENT);
    second.reserved(OTHER);
    expect(later().get().draft).toMatchObject({ ...SENT, spares: [OTHER] });

    const third = later();
    third.startOver(0, SENT.account);

    expect(later().get().draft).toMatchObject({ ...OTHER, spares: [SENT] });
  });

  it('keeps both reservations that two tabs send before either sees the other', () => {
    const { first, second, later, room } = twoTabs();
    room.beforeWrite = () => second.reserved(OTHER);

    first.reserved(SENT);
    for (const tab of [first, second]) tab.follow();

    for (const tab of [first, second, later()]) {
      expect(tab.get().draft).toMatchObject({ ...SENT, spares: [OTHER] });
    }
  });

  it('takes what the chain says of a reservation though another tab has just written', () => {
    const { first, second, later } = twoTabs();
    first.reserved(SENT);
    second.reserved(OTHER);
    second.reserved(FOREIGN);

    first.confirmed(SENT.reserveHash, '7');
    second.confirmed(OTHER.reserveHash, '8');

    expect(later().get().draft).toMatchObject({
      ipnftId: '7',
      spares: [{ ipnftId: '8' }, FOREIGN],
    });
  });

  it('is minted by its transaction, though another tab has just written', () => {
    const { first, second, later } = twoTabs();
    first.reserved(SENT);
    first.confirmed(SENT.reserveHash, '7');
    first.mintSent('7', '0x07');
    second.reserved(OTHER);

    first.minted('0x08');
    expect(later().get().draft.isMinted).toBeUndefined();
    first.minted('0x07');

    expect(later().get().draft).toMatchObject({ isMinted: true, spares: [OTHER] });
  });

  it('tells who shows it', () => {
    const { first } = twoTabs();
    let told = 0;
    const end = first.subscribe(() => (told += 1));

    first.reserved(SENT);
    end();
    press.startOver(first);

    expect(told).toBe(1);
  });
});

describe('what counts of a mint', () => {
  it('is a reservation that was sent, whatever was pressed while the wallet asked', () => {
    const { first, later } = twoTabs();
    first.renew(0, { account: SENT.account, reserveHash: undefined });
    press.startOver(first);

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

    expect(draft.get()).toMatchObject({
      ...{ draft: { ...SENT, ipnftId: '7' }, isElsewhere: false },
      isKept: false,
    });
  });

  it.each([
    'no JSON',
    'null',
    '[]',
    '{"spares":{"a":1},"project":{"name":1,"more":"x"},"ipnftId":7,"metadata":{"cid":"a"},"isMinted":"yes"}',
  ])('is nothing that somebody else has stored under its name: %s', (value) => {
    const { stored, tab } = browser();
    stored.set('mint', value);
    stored.set('mint.sent.0x01', value);
    stored.set('mint.sent.0x04', JSON.stringify(SENT));

    expect(tab().get().draft).toEqual({ project: EMPTY_PROJECT, spares: [] });
  });
});

describe('a reservation that is paid', () => {
  it('is what the next mint begins with, until it is minted', () => {
    const { first, later } = twoTabs();
    first.reserved(SENT);
    first.confirmed(SENT.reserveHash, '7');
    press.change(first, { terms: 'accepted' });

    press.startOver(first);

    expect(later().get().draft).toEqual({
      ...{ ...SENT, ipnftId: '7' },
      ...{ project: EMPTY_PROJECT, spares: [] },
    });
    first.mintSent('7', '0x07');
    first.minted('0x07');
    press.startOver(first);
    expect(later().get().draft).toEqual({ project: EMPTY_PROJECT, spares: [] });
  });

  it('is put aside while it is in no block, so that another can be sent, and comes again in its turn', () => {
    const { first, later } = twoTabs();
    first.reserved(SENT);

    press.startOver(first);
    expect(later().get().draft).toEqual({ project: EMPTY_PROJECT, spares: [SENT] });
    first.reserved(OTHER);
    first.confirmed(OTHER.reserveHash, '8');
    press.startOver(first);

    expect(later().get().draft).toMatchObject({ ...SENT, spares: [{ ...OTHER, ipnftId: '8' }] });
  });

  it('waits for its account', () => {
    const { first, later } = twoTabs();
    first.reserved(FOREIGN);
    first.confirmed(FOREIGN.reserveHash, '9');

    press.startOver(first);
    expect(later().get().draft).toMatchObject({ spares: [FOREIGN] });
    expect(later().get().draft.reserveHash).toBeUndefined();
    press.startOver(first, FOREIGN.account);

    expect(later().get().draft).toMatchObject({ ...FOREIGN, ipnftId: '9', spares: [] });
  });

  it('is dropped when the chain has refused it, and the next one is taken', () => {
    const { first, later } = twoTabs();
    first.reserved(SENT);
    first.reserved(OTHER);

    first.refused(SENT.reserveHash);
    expect(later().get().draft).toMatchObject({ ...OTHER, spares: [] });
    first.refused(OTHER.reserveHash);

    expect(later().get().draft).toEqual({
      ...{ account: OTHER.account, project: EMPTY_PROJECT, spares: [] },
    });
  });

  it('outlives full storage and another tab that finds room, and is stored then', () => {
    const { first, second, later, room } = twoTabs();
    room.isFull = true;
    first.reserved(SENT);
    expect(first.get().isKept).toBe(false);

    room.isFull = false;
    press.change(second, { uploadUrl: 'short' });
    first.follow();

    expect(first.get()).toMatchObject({ draft: { ...SENT, uploadUrl: 'short' }, isKept: true });
    expect(later().get().draft).toMatchObject(SENT);
  });

  it('outlives full storage beside a reservation of another tab', () => {
    const { first, second, later, room } = twoTabs();
    room.isFull = true;
    first.reserved(SENT);

    room.isFull = false;
    second.reserved(OTHER);
    first.follow();

    expect(later().get().draft).toMatchObject({ ...OTHER, spares: [SENT] });
  });

  it('keeps its sent mint where storage was full', () => {
    const { first, second, later, room } = twoTabs();
    first.reserved(SENT);
    first.confirmed(SENT.reserveHash, '7');
    second.follow();
    room.isFull = true;
    first.mintSent('7', '0x07');

    room.isFull = false;
    press.change(second, { terms: 'accepted' });
    first.follow();

    expect(later().get().draft).toMatchObject({ mintHash: '0x07', terms: 'accepted' });
  });

  it('is stored again after all was cleared', () => {
    const { first, later, stored } = twoTabs();
    first.reserved(SENT);
    first.reserved(OTHER);
    stored.clear();

    press.change(first, { terms: 'accepted' });

    expect(later().get().draft).toMatchObject({ ...SENT, spares: [OTHER] });
  });
});
