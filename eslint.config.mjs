// How the scripts of the page are checked; `npm run check`, and `make check` where there is npm.

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["mwagent/web/static/**/*.js", "mwagent/web/package/*.js"],
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true, argsIgnorePattern: "^_" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "prefer-template": "error",
    },
  },
  { files: ["mwagent/web/static/sw.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["mwagent/web/static/**/worker.js"], languageOptions: { globals: globals.worker } },
];
