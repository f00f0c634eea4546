// Fields for the options of a solver, as the server lists them: { name, types, default }.

import { t } from "../app/language.js";
import { make } from "../app/element.js";

export class OptionFields {
  constructor(changed) {
    this.changed = changed;
    this.fields = new Map();
    this.element = make("details", { hidden: true });
  }

  show(options) {
    this.fields.clear();
    this.element.replaceChildren(make("summary", {}, t("Options")));
    for (const option of options) {
      const field = fieldFor(option);
      field.addEventListener("change", () => field.reportValidity() && this.changed());
      this.fields.set(option.name, { option, field });
      this.element.append(make("label", { class: "row" }, option.name, field));
    }
    this.element.hidden = options.length === 0;
  }

  // The options that differ from their defaults.
  values() {
    const given = {};
    for (const [name, { option, field }] of this.fields) {
      const value = valueOf(option, field);
      if (value !== option.default) given[name] = value;
    }
    return given;
  }
}

const isNumber = ({ types }) => types.includes("integer") || types.includes("number");

function fieldFor(option) {
  if (option.types.includes("boolean")) return make("input", { type: "checkbox", checked: option.default });
  const field = make("input", { type: isNumber(option) ? "number" : "text", value: option.default ?? "" });
  if (isNumber(option)) field.step = option.types.includes("number") ? "any" : "1";
  field.required = !option.types.includes("null");
  return field;
}

function valueOf(option, field) {
  if (field.type === "checkbox") return field.checked;
  if (field.value === "") return option.types.includes("null") ? null : option.default;
  return isNumber(option) ? Number(field.value) : field.value;
}
