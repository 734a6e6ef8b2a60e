const { default: Sequencer } = require('@jest/test-sequencer');

/** The longest files (`npm test -- --report`) begin first, so that none of them runs alone at the end. */
const LONGEST = [];

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => {
      const found = LONGEST.findIndex((file) => path.endsWith(file));
      return found === -1 ? LONGEST.length : found;
    };
    return super.sort(tests).toSorted((a, b) => place(a) - place(b));
  }
};
