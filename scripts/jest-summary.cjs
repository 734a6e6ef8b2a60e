const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** Leaves a project's counts in `.test-results.json`, from which `npm test` adds up its closing line. */
module.exports = class JestSummary {
  constructor(globalConfig) {
    this.rootDir = globalConfig.rootDir;
  }

  onRunComplete(_contexts, results) {
    const skipped = results.testResults.flatMap((file) =>
      file.testResults
        .filter((test) => test.status === 'pending' || test.status === 'todo')
        .map((test) => test.fullName),
    );
    // What a title that begins with a number counts is repeated at the end: `11909 vectors made by Go`.
    const titles = results.testResults
      .flatMap((file) => file.testResults)
      .filter((test) => test.status === 'passed')
      .flatMap((test) => test.ancestorTitles.slice(0, 1))
      .filter((title) => /^\d+ /.test(title));
    const summary = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped,
      figures: [...new Set(titles)],
    };
    writeFileSync(join(this.rootDir, '.test-results.json'), JSON.stringify(summary));
  }
};
