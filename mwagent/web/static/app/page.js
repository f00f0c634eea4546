// The page: what it is asked for in the address, its looks, and the mode that is shown.

import { catchPictures } from "../screenshot/catch.js";
import { readSettings } from "./settings.js";
import { Shell } from "./shell.js";

const shell = new Shell(readSettings(location.search));
shell.begin();
catchPictures(shell);
