// node has its files at hand, and fetches none.

import { readFile } from "node:fs/promises";

export const read = (address) => readFile(address);
