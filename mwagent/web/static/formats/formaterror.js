// What is wrong with a file or a text, in one sentence for a person.

export class FormatError extends Error {
  // `choices` are the notations that a text may be in, where there are several.
  constructor(message, choices = []) {
    super(message);
    this.name = "FormatError";
    this.choices = choices;
  }
}
