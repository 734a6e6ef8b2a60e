import { afterAll, describe, expect, it } from '@jest/globals';
import { readResponse } from './response-text.js';
import type { SamlQuestion } from './saml-messages.js';
import { SamlThreads } from './saml-threads.js';
import { nodesOf } from './xml-tree.js';

const threads = new SamlThreads();
afterAll(() => threads.end());

const METHODS = [
  '<CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>',
  '<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>',
].join('');
const REFERENCE =
  '<Reference URI="#a"><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue>AAAA</DigestValue></Reference>';
const SIGNATURE = `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>${METHODS}${REFERENCE}</SignedInfo><SignatureValue>AAAA</SignatureValue></Signature>`;

/** One that is signed by nobody, which is found out at the end. */
function question(elements: number): SamlQuestion {
  const inner = '<x/>'.repeat(elements);
  const xml = `<Response InResponseTo="r"><Assertion ID="a">${SIGNATURE}${inner}</Assertion></Response>`;
  return {
    encoded: Buffer.from(xml).toString('base64'),
    certificates: ['AAAA'],
    ...{ audience: 'us', consumer: 'https://us.example/acs', requestId: 'r', skewMs: 0 },
    ...{ isResponseSigned: false, isAssertionSigned: true },
  };
}

describe('the verification of a large response', () => {
  it('lets others be served', async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);

    await expect(threads.verify(question(1900), 1900)).rejects.toThrow('Invalid signature');
    isOver = true;

    expect(turns).toBeGreaterThan(1000);
  });

  it('holds up no usual one', async () => {
    const order: string[] = [];
    const verify = (name: string, elements: number) =>
      threads.verify(question(elements), elements).catch(() => order.push(name));
    await verify('warm', 10);
    await Promise.all([verify('large', 1900), verify('large', 1900), verify('usual', 40)]);

    expect(order).toEqual(['warm', 'usual', 'large', 'large']);
  });

  it('holds up no usual one where it is large by its attributes', async () => {
    const attributes = Array.from({ length: 31 }, (_, at) => ` a${at}=""`).join('');
    const xml = `<Response>${`<x${attributes}/>`.repeat(150)}</Response>`;
    const nodes = nodesOf(readResponse(Buffer.from(xml).toString('base64')).root);
    const order: string[] = [];
    const verify = (name: string, count: number) =>
      threads.verify(question(count > 40 ? 1900 : 40), count).catch(() => order.push(name));
    await verify('warm', 10);
    await Promise.all([verify('large', nodes), verify('usual', 40)]);

    expect(nodes).toBe(1 + 150 * 32);
    expect(order).toEqual(['warm', 'usual', 'large']);
  });

  it('is refused at once while too many wait', async () => {
    const waiting = Array.from({ length: 51 }, () => threads.verify(question(10), 10));
    const settled = Promise.allSettled(waiting);

    await expect(threads.verify(question(10), 10)).rejects.toThrow(/Try again/);
    const reasons = (await settled).map((one) => (one as PromiseRejectedResult).reason as Error);
    expect(reasons.filter(({ message }) => message === 'Invalid signature').length).toBeGreaterThan(
      49,
    );
  });
});
