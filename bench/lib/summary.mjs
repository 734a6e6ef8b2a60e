import { auth } from './summary/auth.mjs';
import { goTemplate } from './summary/go-template.mjs';
import { idle } from './summary/idle.mjs';
import { install } from './summary/install.mjs';
import { ipt } from './summary/ipt.mjs';
import { notifications } from './summary/notifications.mjs';
import { pages } from './summary/pages.mjs';
import { product } from './summary/product.mjs';
import { relay } from './summary/relay.mjs';
import { speech } from './summary/speech.mjs';
import { translate } from './summary/translate.mjs';

/**
 * What the committed results of a bench say, as the rows of one table.
 *
 * @typedef {object} Row
 * @property {string} what with its unit
 * @property {string | number} figure ours
 * @property {string} [peer] what ran beside it, in the same run
 * @property {string | number} [beside] the peer's figure
 * @property {string | number} [ratio] ours to the peer's
 *
 * @typedef {(results: any) => Row[]} Summary
 */

/** @type {Record<string, Summary>} */
const SUMMARIES = {
  translate,
  auth,
  notifications,
  speech,
  ipt,
  idle,
  pages,
  product,
  relay,
  install,
  'go-template': goTemplate,
};

/**
 * @param {string} name of the bench
 * @param {object} results as they are committed
 * @returns {Row[]}
 */
export const summarize = (name, results) => SUMMARIES[name](results);
