const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { stripVTControlCharacters } = require('node:util');

/** Leaves each project's counts in its `.test-results.json`, from which `npm test` adds up its closing line. */
module.exports = class JestSummary {
  #projects = new Map();

  onTestResult({ context }, file) {
    const { rootDir } = context.config;
    if (!this.#projects.has(rootDir)) this.#projects.set(rootDir, []);
    this.#projects.get(rootDir).push(file);
  }

  onRunComplete() {
    for (const [rootDir, files] of this.#projects) {
      writeFileSync(join(rootDir, '.test-results.json'), JSON.stringify(summaryOf(files)));
    }
  }
};

function summaryOf(files) {
  const tests = files.flatMap(({ testResults }) => testResults);
  const withStatus = (...wanted) => tests.filter(({ status }) => wanted.includes(status));
  const isBroken = ({ testExecError }) => testExecError !== undefined;
  const broken = files.filter(isBroken);
  // What a title that begins with a number counts is repeated at the end: `11909 vectors made by Go`.
  const titles = withStatus('passed')
    .flatMap(({ ancestorTitles }) => ancestorTitles.slice(0, 1))
    .filter((title) => /^\d+ /.test(title));

  return {
    passed: withStatus('passed').length,
    failed: withStatus('failed').length + broken.length,
    skipped: withStatus('pending', 'todo').map(({ fullName }) => fullName),
    figures: [...new Set(titles)],
    failedFiles: files
      .filter((file) => isBroken(file) || file.numFailingTests > 0)
      .map((file) => ({
        file: file.testFilePath,
        passed: file.numPassingTests,
        failed: file.numFailingTests + (isBroken(file) ? 1 : 0),
        reasons: reasonsOf(file),
      })),
  };
}

/** A line for each failure: what failed, and the first line of why. */
function reasonsOf({ testExecError, testResults }) {
  const failed = testResults.filter(({ status }) => status === 'failed');
  return [
    ...(testExecError === undefined ? [] : [firstLine(testExecError.message)]),
    ...failed.map(({ title, failureMessages }) => `${title}: ${firstLine(failureMessages[0])}`),
  ];
}

function firstLine(message) {
  return stripVTControlCharacters(String(message ?? 'no reason given')).split('\n')[0];
}
