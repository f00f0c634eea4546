// What a press at a point [x, y] would act on, or a key where that is null: {words, signs, leads, dialog,
// about, pictures, editable, token}, all that is said of it to a user, the names that its maker gave it, whether it
// is certain to lead away (to another site, to a file, or to whoever gets a form), whether it is in a
// dialog, all that this says, where it has pictures without words, what kind of field it is, if any, and
// which document.
// Within a frame: {frame: [left, top]}, which is asked in turn. null where nothing lies. The guard of the
// page lets the next press, or key, reach nothing else.

((at) => {
  /* layers.js */
  const CLICKABLE =
    "a, area, button, input, select, option, textarea, label, summary, [role=button], [role=link], [role=menuitem], [role=tab], [onclick], [tabindex]";
  const folder = (address) => address.split(/[?#]/)[0].replace(/[^/]*$/, "");
  const elsewhere = (address) => {
    try {
      const link = new URL(address, document.baseURI);
      if (link.protocol === "javascript:") return false;
      return location.protocol === "file:" ? folder(link.href) !== folder(location.href) : link.origin !== location.origin;
    } catch {
      return true; // no address at all
    }
  };
  // All that a dialog says beside its buttons: texts, labels, what is written in fields, and drawn by
  // style sheets; "?" for what says nothing in words, and where its pictures are.
  const BUTTONS = "button, a[href], input[type=button], input[type=submit], input[type=reset], [role=button], [role=link], option, script, style";
  const WORDS = ["aria-label", "title", "alt", "placeholder"];
  const saidIn = (dialog) => {
    const [parts, pictures] = [[], []];
    const gather = (one) => {
      if (one.nodeType === Node.TEXT_NODE) parts.push(one.data);
      if (!(one instanceof Element) || one.matches(BUTTONS) || !one.checkVisibility()) return;
      const said = WORDS.map((name) => one.getAttribute(name)).filter(Boolean);
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(one.tagName)) said.push(one.labels?.length || said.length ? one.value : "?");
      if (/^(I?FRAME|OBJECT|EMBED)$/.test(one.tagName)) said.push("?");
      for (const part of [null, "::before", "::after"]) {
        const {content, backgroundImage} = getComputedStyle(one, part);
        if (part) said.push(...(content.match(/"[^"]*"/g) ?? []));
        const drawn = /url\(/.test(`${backgroundImage} ${content}`) || (!part && /^(img|canvas|svg|video)$/i.test(one.tagName));
        const {left, top, right, bottom} = one.getBoundingClientRect();
        if (drawn && !said.length) pictures.push([left, top, right, bottom]);
      }
      parts.push(...said);
      for (const child of (one.shadowRoot ?? one).childNodes) gather(child);
    };
    gather(dialog);
    return [parts.join(" "), pictures];
  };
  // What lies there, or has the keyboard, within trees of their own too.
  const topmost = (root) => (at ? root.elementFromPoint(...at) : root.activeElement);
  let element = topmost(document);
  for (let inner; (inner = element?.shadowRoot && topmost(element.shadowRoot)) && inner !== element; ) element = inner;
  if (!at) window.__mwagentGuard?.listen();
  if (!element || (!at && /^(BODY|CANVAS)$/.test(element.tagName))) return null;
  if (/^(IFRAME|FRAME|OBJECT|EMBED)$/.test(element.tagName)) return {frame: window.__mwagentGuard?.frameAt(element)};

  const acting = element.closest(CLICKABLE) ?? element;
  if (at) window.__mwagentGuard?.ask(acting);
  const parts = [acting, ...(acting === element || acting.childElementCount < 20 ? acting.querySelectorAll("*") : [])].slice(0, 20);
  // What is large is a ground with something else on it: its text says nothing of this point.
  const short = (text) => (String(text ?? "").trim().length <= 80 ? String(text).trim() : "");
  const values = /^(button|submit|reset)$/.test(acting.type) ? [acting.value] : [];
  const said = [short(acting.innerText ?? acting.textContent), ...values];
  for (const part of parts) said.push(...["aria-label", "title", "alt", "data-tooltip"].map((name) => part.getAttribute(name)));
  for (const id of (acting.getAttribute("aria-labelledby") ?? "").split(" ")) said.push(id && short(document.getElementById(id)?.textContent));
  const words = [...new Set(said.filter(Boolean))].join("\n");
  const named = parts.flatMap((part) => [part.id, part.getAttribute("class"), part.getAttribute("name"), part.getAttribute("data-icon")]);
  const link = element.closest("a[href], area[href]");
  if (link) named.push(link.getAttribute("href"));
  const signs = named
    .filter(Boolean)
    .join(" ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[-_/.]+/g, " ");

  const script = [acting, link].map((one) => one?.getAttribute("onclick") ?? "").join(" ");
  const addresses = script.match(/(?:https?:)?\/\/[^\s'"`)]+/g) ?? [];
  let leads = /\bopen\(|\bclose\(|\bsubmit\(/.test(script) || addresses.some(elsewhere);
  const blank = link?.target && !/^_(self|top|parent)$/.test(link.target);
  if (link && (link.hasAttribute("download") || blank || elsewhere(link.href))) leads = true;
  if (acting.type === "file") leads = true;
  // A form that is sent off: to another site, with a password, or with what we have not written.
  const form = acting.form ?? acting.closest("form");
  // What a dialog sends off may be heard of by anything in the page.
  if (form?.method === "dialog") leads = true;
  const submits = form && (acting.type === "submit" || acting.type === "image" || (!at && acting.tagName === "INPUT"));
  if (submits) {
    const fields = [...form.elements].filter((field) => !/^(hidden|submit|button|fieldset)$/.test(field.type));
    const secret = fields.some((field) => /^(password|file|tel|search)$/.test(field.type) || field.tagName === "TEXTAREA" || /^(cc-|one-time|current-p|new-p)/.test(field.autocomplete));
    const foreign = fields.some((field) => field.type === "email");
    if (secret || foreign || elsewhere(acting.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href)) leads = true;
  }
  if (element.closest("nav, footer, [role=navigation], [role=contentinfo], ins.adsbygoogle, [aria-label=advertisement i]") && link) leads = true;
  let dialog = element;
  while (dialog && !isDialog(dialog, at)) dialog = dialog.parentElement;
  // A label that shows through a dialog is none of it.
  const drawn = /^(canvas|img|svg|video)$/i.test(acting.tagName);
  const beneath = at && dialog && !words && !drawn && document.elementsFromPoint(...at).find((one) => !dialog.contains(one) && !one.contains(dialog));
  if (beneath && beneath.innerText?.trim()) leads = true;
  const editable = element.isContentEditable || element.tagName === "TEXTAREA" ? "text" : element.tagName === "INPUT" ? element.type : element.tagName === "SELECT" ? "list" : "";
  const [about, pictures] = dialog ? saidIn(dialog) : ["", []];
  return {words, signs, leads, dialog: Boolean(dialog), about, pictures, editable, token: window.__mwagentGuard?.token};
});
