// When a puzzle comes back, by SM-2: P. A. Wozniak, "Optimization of learning" (1990),
// https://super-memory.com/english/ol/sm2.htm. A grade is from 0 (no idea) to 5 (at once).

const DAY = 24 * 3600 * 1000;
const LEAST_EASE = 1.3;
const PASSED = 3;
const LEARNED = 120; // after this many days it is learned, and does not come back

export const FRESH = { repetitions: 0, days: 0, ease: 2.5 };

// The schedule after a repetition of a grade at `now` (ms since 1970): {repetitions, days, ease, due},
// or null once it is learned.
export function scheduled({ repetitions, days, ease }, grade, now) {
  const missed = 5 - grade;
  const eased = Math.max(LEAST_EASE, ease + 0.1 - missed * (0.08 + missed * 0.02));
  if (grade < PASSED) return { repetitions: 0, days: 1, ease: eased, due: now + DAY };
  const next = repetitions === 0 ? 1 : repetitions === 1 ? 6 : Math.round(days * ease);
  return next > LEARNED ? null : { repetitions: repetitions + 1, days: next, ease: eased, due: now + next * DAY };
}

export function gradeOf({ wrong, hints, seconds }) {
  if (wrong) return 1;
  if (hints) return hints > 2 ? 2 : 3;
  return seconds < 60 ? 5 : 4;
}
