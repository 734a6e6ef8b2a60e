import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { auditVerdict } from './audit.mjs';

const answer = (vulnerabilities) => JSON.stringify({ metadata: { vulnerabilities } });

describe('the audit of what services run with', () => {
  it('fails from high on', () => {
    assert.equal(auditVerdict(answer({ low: 2, moderate: 1, high: 0, critical: 0 })).isOk, true);
    assert.equal(auditVerdict(answer({ high: 1, critical: 0 })).isOk, false);
    assert.equal(auditVerdict(answer({ high: 0, critical: 1 })).isOk, false);
  });

  it('says how many there are', () => {
    const { line } = auditVerdict(answer({ low: 2, moderate: 1, high: 3, critical: 4 }));

    assert.equal(line, 'Known vulnerabilities: 4 critical, 3 high, 3 lesser.');
  });

  it('passes, and says so, where the registry does not answer', () => {
    for (const output of ['', JSON.stringify({ error: { summary: 'refused' } })]) {
      assert.deepEqual(auditVerdict(output), {
        isOk: true,
        line: 'The registry does not answer: not audited.',
      });
    }
  });
});
