// Fields for the options of a solver, as the server lists them: { name, types, default }.

import { t } from "../app/language.js";
import { labelled, make } from "../app/element.js";

export class OptionFields {
  constructor(changed) {
    this.changed = changed;
    this.fields = [];
    this.element = make("details", { hidden: true });
  }

  show(options) {
    this.fields = options.map((option) => ({ option, field: this.#fieldFor(option) }));
    const rows = this.fields.map(({ option, field }) => labelled(option.name, field));
    this.element.replaceChildren(make("summary", t("Options")), ...rows);
    this.element.hidden = options.length === 0;
  }

  // The options that differ from their defaults.
  values() {
    const values = this.fields.map(({ option, field }) => ({ ...option, value: valueOf(option, field) }));
    return Object.fromEntries(values.filter((one) => one.value !== one.default).map(({ name, value }) => [name, value]));
  }

  #fieldFor(option) {
    const onchange = () => field.reportValidity() && this.changed();
    const { types } = option;
    const kind = types.includes("boolean")
      ? { type: "checkbox", checked: option.default }
      : isNumber(option)
        ? { type: "number", step: types.includes("number") ? "any" : "1" }
        : { type: "text" };
    const field = make("input", {
      value: option.default ?? "",
      required: kind.type !== "checkbox" && !types.includes("null"),
      ...kind,
      onchange,
    });
    return field;
  }
}

const isNumber = ({ types }) => types.includes("integer") || types.includes("number");

function valueOf(option, field) {
  if (field.type === "checkbox") return field.checked;
  if (field.value === "") return option.types.includes("null") ? null : option.default;
  return isNumber(option) ? Number(field.value) : field.value;
}
