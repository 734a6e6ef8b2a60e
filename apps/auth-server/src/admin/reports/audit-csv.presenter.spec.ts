import { describe, expect, it } from '@jest/globals';
import { csvLine } from './audit-csv.presenter.js';

const RECORD = {
  sequence: 7,
  at: new Date('2026-11-21T12:00:00Z'),
  type: 'login.failed',
  actor: 'ada',
  ...{ subject: 'ada', actorName: null, subjectName: null },
  ip: null,
  traceId: null,
  details: {},
};

describe('csvLine', () => {
  it('quotes what would end a cell', () => {
    expect(csvLine({ ...RECORD, details: { names: ['a', 'b'] } })).toBe(
      '7,2026-11-21T12:00:00.000Z,login.failed,ada,ada,,,"{""names"":[""a"",""b""]}"\r\n',
    );
  });

  it.each(['=HYPERLINK("x")', '+1', '-1', '@SUM(1)', '\tx'])(
    'keeps spreadsheets from calculating %s',
    (subject) => {
      expect(csvLine({ ...RECORD, subject })).toMatch(/,"?'[=+\-@\t]/);
    },
  );
});
