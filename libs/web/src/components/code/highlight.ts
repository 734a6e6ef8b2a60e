import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';

const LANGUAGES = { bash, javascript, json, python };

export type CodeLanguage = keyof typeof LANGUAGES;

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** @returns HTML: the code, escaped, whose parts have the classes of highlight.js */
export const highlight = (code: string, language: CodeLanguage): string =>
  hljs.highlight(code, { language }).value;
