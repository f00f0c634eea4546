// Stops animations that would never end: a board that shimmers, or lies on a ground that does, is
// never still, and painting it takes the time that playing needs. Those that end run on.

(() => {
  if (window.__mwagentStill) return;
  window.__mwagentStill = true;
  const stop = () => {
    for (const motion of document.getAnimations()) if (motion.effect?.getComputedTiming().endTime === Infinity) motion.pause();
  };
  addEventListener("animationstart", stop, true);
  stop();
})();
