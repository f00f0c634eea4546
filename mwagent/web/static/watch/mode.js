// Watch: a solver of the registry plays, or a bot's games are followed while it plays them.

import { t } from "../app/language.js";
import { make } from "../app/element.js";
import { aboutServer } from "../app/python.js";
import { BotShow } from "./botshow.js";
import { CoachShow } from "./coachshow.js";
import { SolverShow } from "./solvershow.js";

export async function mount(host, shell) {
  const stage = make("div.stage");
  host.append(stage);
  const about = await aboutServer();
  if (about?.watch === "coach") return new CoachShow(stage, shell);
  if (about?.watch) return new BotShow(stage, shell);
  const show = new SolverShow(stage, shell);
  show.side.append(howToFollow(Boolean(about)));
  return show;
}

// What there is with Python; without it, as on a phone, that comes second.
function howToFollow(served) {
  const others = t(
    "Here “best” plays, the engine in this page. The other solvers need Python: run mwagent page and open the address it prints.",
  );
  return make(
    "details.card",
    { open: served },
    make("summary", make("h2", t("Follow the bot"))),
    served ? null : make("p", others),
    make(
      "p",
      t(
        "The bot plays with mouse and screen, in any Minesweeper. This command opens a page that shows what it sees, what it clicks, and why:",
      ),
    ),
    make("p", make("code", "python -m mwagent --demo --watch")),
  );
}
