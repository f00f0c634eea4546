// Sounds of the game, made here: no file is loaded. Loaded where they are switched on.

// [hertz, seconds after the press, seconds long, share of the loudness]
const SOUNDS = {
  open: [[660, 0, 0.04, 0.5]],
  area: [
    [520, 0, 0.05, 0.5],
    [660, 0.04, 0.05, 0.5],
    [820, 0.08, 0.07, 0.5],
  ],
  flag: [
    [420, 0, 0.04, 0.6],
    [560, 0.04, 0.05, 0.6],
  ],
  unflag: [
    [560, 0, 0.04, 0.5],
    [420, 0.04, 0.05, 0.5],
  ],
  won: [
    [523, 0, 0.12, 0.7],
    [659, 0.11, 0.12, 0.7],
    [784, 0.22, 0.12, 0.7],
    [1047, 0.33, 0.3, 0.8],
  ],
  lost: [
    [160, 0, 0.18, 1],
    [110, 0.1, 0.3, 1],
    [70, 0.22, 0.45, 1],
  ],
};
const LOUDNESS = 0.16;
const AREA = 4; // more changed cells at once sound like an area

export class Sounds {
  constructor() {
    this.context = null;
  }

  // A move was made: `before` and `game` say how many cells it changed, and how the game stands.
  moved(kind, changed, game, flagged) {
    if (!changed) return;
    if (game.stage === "lost" || game.stage === "won") this.play(game.stage);
    else if (kind === "flag") this.play(flagged ? "flag" : "unflag");
    else this.play(changed >= AREA ? "area" : "open");
  }

  play(name) {
    const context = (this.context ??= new AudioContext());
    // Browsers let no page make a sound before the first press.
    if (context.state === "suspended") context.resume();
    for (const [hertz, after, long, share] of SOUNDS[name]) tone(context, { hertz, start: context.currentTime + after, long, share });
  }
}

function tone(context, { hertz, start, long, share }) {
  const voice = context.createOscillator();
  const volume = context.createGain();
  voice.type = "triangle";
  voice.frequency.value = hertz;
  volume.gain.setValueAtTime(LOUDNESS * share, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
  voice.connect(volume).connect(context.destination);
  voice.start(start);
  voice.stop(start + long);
}
