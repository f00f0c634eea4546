// The page: what it is asked for in the address, its looks, and the mode that is shown.

import { catchPictures } from "./drops.js";
import { parseLevel, readSettings } from "./settings.js";
import { topologyLoaded } from "../game/topology.js";
import { Shell } from "./shell.js";

const asked = readSettings(location.search);
for (const level of [asked.position, asked.board?.level ?? parseLevel(asked.settings.level)]) await topologyLoaded(level);
const shell = new Shell(asked);
shell.begin();
catchPictures(shell);
