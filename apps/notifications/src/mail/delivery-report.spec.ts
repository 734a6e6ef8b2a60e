import { describe, expect, it } from '@jest/globals';
import { MAX_BOUNCES, readReport } from './delivery-report.js';

const reportOf = (groups: readonly string[]): Buffer =>
  Buffer.from(
    [
      'From: postmaster@example.org',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      ['Reporting-MTA: dns; mx.example.org', ...groups].join('\r\n\r\n'),
      '',
      '--b--',
      '',
    ].join('\r\n'),
  );

const failed = (address: string): string =>
  `Final-Recipient: rfc822; ${address}\r\nAction: failed\r\nStatus: 5.1.1`;

/** A mail in a mail in a mail. */
function nested(depth: number): Buffer {
  const heads = Array.from({ length: depth }, (_unused, level) =>
    [`Content-Type: multipart/mixed; boundary="b${level}"`, '', `--b${level}`].join('\r\n'),
  );
  return Buffer.from([...heads, 'Content-Type: text/plain', '', 'text'].join('\r\n'));
}

describe('delivery status notifications', () => {
  it('name the addresses that failed', async () => {
    const report = await readReport(reportOf([failed('a@example.org')]));

    expect(report?.bounces).toMatchObject([{ address: 'a@example.org', kind: 'permanent' }]);
  });

  it('name no more addresses than a mail of ours may have copies', async () => {
    const addresses = Array.from({ length: 5000 }, (_unused, index) => `a${index}@example.org`);

    const report = await readReport(reportOf(addresses.map(failed)));

    expect(report?.bounces).toHaveLength(MAX_BOUNCES);
  });

  it.each([
    ['nested without end', nested(5000)],
    ['with heads without end', Buffer.from(`${'X-A: b\r\n'.repeat(100_000)}\r\n`)],
    ['empty', Buffer.alloc(0)],
    ['of bytes', Buffer.from(Array.from({ length: 256 }, (_unused, byte) => byte))],
  ])('are none where the mail is %s', async (_name, mail) => {
    expect(await readReport(mail)).toBeUndefined();
  });
});
