import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { projectDir } from '../lib/project.mjs';
import { readMetrics } from './metrics.mjs';
import { judge, RULES } from './rules.mjs';

const read = (path) => readFileSync(join(projectDir, path), 'utf8');

describe('the rules', () => {
  const alerts = read('k8s/overlays/prod/alerts.yaml');

  for (const rule of RULES) {
    const { metric, labels = {}, above, below, alert } = rule;

    it(`${metric}: fails beyond its bound and not at it`, () => {
      const sample = (value) => [{ name: metric, labels, value }];
      const bound = above ?? below;

      assert.equal(judge(rule, sample(bound)), undefined);
      assert.equal(
        typeof judge(rule, sample(above === undefined ? bound - 1 : bound + 1)),
        'string',
      );
      assert.equal(judge(rule, []), undefined);
    });

    it(`${metric}: is of the alert ${alert}, which has a runbook`, () => {
      const [, own = ''] = alerts.split(`alert: ${alert}\n`);
      assert.ok(own.split('- alert:')[0].includes(metric), `${alert} is not about ${metric}`);
      assert.ok(read('docs/runbooks.md').includes(`### ${alert}\n`));
    });
  }
});

describe('the rule for the age of signing keys', () => {
  it('is about those that sign, not about those that wait or have gone', () => {
    const rule = RULES.find(({ metric }) => metric === 'auth_signing_key_age_seconds');
    const sample = (stage) => [{ name: rule.metric, labels: { stage }, value: 1e9 }];

    assert.equal(judge(rule, sample('retired')), undefined);
    assert.match(judge(rule, sample('current')), /days old/);
  });
});

describe('a page of metrics', () => {
  it('is read with labels in any characters, and without what is no sample', () => {
    const page = '# HELP a b\na{x="1,2}",y="q\\"\\\\\\n"} 3.5\nb NaN\nc 1e3 1700000000000\nbroken{';

    assert.deepEqual(
      readMetrics(page).filter(({ name }) => name !== 'b'),
      [
        { name: 'a', labels: { x: '1,2}', y: 'q"\\\n' }, value: 3.5 },
        { name: 'c', labels: {}, value: 1000 },
      ],
    );
    assert.equal(Number.isNaN(readMetrics(page)[1].value), true);
  });
});
