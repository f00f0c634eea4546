// Gets C++ that is compiled to WebAssembly, and starts it with the little it needs of a system.

// Boards of squares whose cells hold up to so many mines, by the shape that a level of such names.
export const HEAPS = { pairs: 2, triples: 3 };
export const SHAPES = ["hexagons", "triangles", "torus", "cylinder", ...Object.keys(HEAPS)]; // in the order of the module's numbers, from 1

const NOT_SUPPORTED = 52; // ENOSYS of WASI

export class EngineError extends Error {
  name = "EngineError";
}

// The module in `source`: bytes (ArrayBuffer or a view of one), or an address to fetch them from.
// `file` is its name in sentences. Throws EngineError.
export async function compile(source, file) {
  const bytes = isBytes(source) ? source : await fetched(source, file);
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new EngineError(`${file} cannot be used here: ${error.message}`);
  }
}

// A fresh instance of a module: what it exports. It has a clock, and nothing else of a system.
export function start(module) {
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => NOT_SUPPORTED;
  }
  let exports = null;
  const system = imports.wasi_snapshot_preview1 ?? {};
  system.clock_time_get = (clock, precision, place) => {
    const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
    new DataView(exports.memory.buffer).setBigUint64(place, nanoseconds, true);
    return 0;
  };
  exports = new WebAssembly.Instance(module, imports).exports;
  exports._initialize?.();
  return exports;
}

// A function that gives what `load()` resolves with: it is loaded now, and once more where it did not
// come and is asked for again.
export function loadedOnce(load) {
  let loading = null;
  const get = () => {
    loading ??= load();
    loading.catch(() => {
      loading = null;
    });
    return loading;
  };
  get().catch(() => {}); // told to whoever asks
  return get;
}

// Have a worker answer: what comes is { id, kind, question }, and `answer(kind, question, report)` gives what goes back
// as { id, answer }, or fails with { id, error }; what it reports before is { id, progress }. See line.js.
export function answerWith(answer) {
  self.addEventListener("message", async ({ data: { id, kind, question } }) => {
    try {
      self.postMessage({ id, answer: await answer(kind, question, (progress) => self.postMessage({ id, progress })) });
    } catch (error) {
      self.postMessage({ id, error: error.message });
    }
  });
}

// Anything in a sentence.
export function shown(value) {
  try {
    return `${value}`.slice(0, 60);
  } catch {
    return `a ${typeof value}`; // a symbol, or an object that is no text
  }
}

// What is asked, an object; throws EngineError for anything else.
export function checkedQuestion(question) {
  if (question === null || typeof question !== "object") throw new EngineError(`a question is an object, not ${shown(question)}`);
  return question;
}

export function checkedSeconds(seconds) {
  if (typeof seconds !== "number" || !(seconds > 0 && seconds <= 1e9)) {
    throw new EngineError(`seconds are a time above 0, not ${shown(seconds)}`);
  }
  return seconds;
}

function isBytes(source) {
  return source instanceof ArrayBuffer || ArrayBuffer.isView(source);
}

async function fetched(address, file) {
  let response;
  try {
    response = await fetch(address);
  } catch (error) {
    throw new EngineError(`${file} cannot be fetched: ${error.message}`);
  }
  if (response.status === 404) throw new EngineError(`${file} is missing; run \`make site\`, which builds it`);
  if (!response.ok) throw new EngineError(`${file} cannot be fetched: status ${response.status}`);
  return response.arrayBuffer();
}
