/** What was looked at, a line each, and whether all of it holds. */
export class Report {
  isWhole = true;
  /** Whether something that had to be decided could not be. */
  isOpen = false;

  /** @param {(line: string) => void} say */
  constructor(say) {
    this.say = (line) => say(oneLine(line));
  }

  /** @returns {boolean} whether it holds */
  check(what, holds, detail = '') {
    this.isWhole &&= holds;
    this.say(`${holds ? 'ok' : 'no'}  ${what}${detail === '' ? '' : `: ${detail}`}`);
    return holds;
  }

  /** What is known to be left out. */
  unchecked(what, why) {
    this.say(`--  not checked: ${what}: ${why}`);
  }

  /** What would have to be known. */
  undecided(what, why) {
    this.isOpen = true;
    this.say(`??  ${what}: ${why}`);
  }

  /** @returns {0 | 1 | 3} the exit code */
  conclude() {
    if (!this.isWhole) this.say('NOT PROVEN: see the lines that begin with "no".');
    else if (this.isOpen) this.say('UNDECIDED: see the lines that begin with "??".');
    else this.say('Everything that was checked holds.');
    if (!this.isWhole) return 1;
    return this.isOpen ? 3 : 0;
  }
}

/** What is checked was written by strangers: no word of theirs starts a line, moves the cursor or turns the text around. */
const oneLine = (text) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
