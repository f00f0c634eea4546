// What is wrong with a file or a text, in one sentence for a person.

import { MAX_SIDE } from "../app/links.js";

export class FormatError extends Error {
  // `choices` are the notations that a text may be in, where there are several.
  constructor(message, choices = []) {
    super(message);
    this.name = "FormatError";
    this.choices = choices;
  }
}

// The lines of a text as Python's `str.splitlines` counts them, so that both name the same line.
export function linesOf(text) {
  // eslint-disable-next-line no-control-regex -- where Python begins lines as well
  return text.replace(/^\ufeff+/, "").split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
}

// Foreign text quoted in a message: on one line, and short.
export function quoted(text) {
  const plain = text.slice(0, 40).replaceAll("\\", "\\\\").replaceAll("\t", "\\t");
  // eslint-disable-next-line no-control-regex -- they would not be seen in a message
  return `'${plain.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, "\ufffd")}'`;
}

export function checkSize(rows, cols, name) {
  if (rows > MAX_SIDE || cols > MAX_SIDE) {
    throw new FormatError(`${name}: the board has ${rows} rows and ${cols} columns; up to ${MAX_SIDE} of each are taken`);
  }
}
