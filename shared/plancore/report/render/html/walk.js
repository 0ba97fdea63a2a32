// The states of an executed plan, one at a time. All texts come from the data beside this script and
// are set as texts. Nothing outside of the page is needed, so that any host can show it.
"use strict";
for (const walk of document.querySelectorAll(".walk")) {
  const data = JSON.parse(walk.querySelector("script").textContent);
  const last = data.changes.length;
  const MOST = 1000;
  const make = (name, text = "", className = "") => {
    const made = document.createElement(name);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  };
  const facts = new Set(data.initial);
  const values = new Map(Object.entries(data.values));
  const undone = []; // the values before each change that was made
  let at = 0;

  // The controls
  const tools = make("p", "", "tools");
  const slider = make("input");
  Object.assign(slider, { type: "range", min: 0, max: last, value: 0 });
  slider.setAttribute("aria-label", "state after step");
  const back = make("button", "previous step (p)");
  const on = make("button", "next step (n)");
  const here = make("output");
  here.setAttribute("aria-live", "polite");
  const field = make("input");
  field.type = "search";
  const label = make("label", "only facts with ");
  label.append(field);
  tools.append(back, on, slider); // in a narrow page the slider has a line of its own
  const columns = make("div", "", "columns");
  const part = (title) => {
    const box = make("div");
    const head = make("h3", title);
    const list = make("ul");
    box.append(head, list);
    columns.append(box);
    return { box, head, list };
  };
  const state = part("State");
  const change = part("What the step changes");
  const goals = part("Goals");
  const numbers = part("Values");
  const links = part("Causal links of the step");
  state.head.after(label);
  state.box.className = "state";
  walk.append(tools, here, columns);

  const rows = new Map();
  for (const number of document.querySelectorAll("[id^=step-]")) rows.set(number.id, number.closest("tr"));
  // A step with a duration changes the state twice, and has two rows.
  const begun = new Set();
  const rowOf = data.changes.map(({ steps }) => {
    const ids = steps.map((number) => (begun.has(number) ? `step-${number}-end` : `step-${number}`));
    steps.forEach((number) => begun.add(number));
    return ids.map((id) => rows.get(id)).find(Boolean);
  });
  const arcs = [...document.querySelectorAll(".arc")];

  const item = (sign, text, tone, words = "") => {
    const made = make("li", "", tone);
    made.append(make("b", sign, "sign"), " ", make("code", text), words);
    return made;
  };
  const step = (number) => (number === 0 ? "the initial state" : number === null ? "the goal" : `step ${number}`);
  const fill = (part, items, none) => {
    part.list.replaceChildren(...items.slice(0, MOST));
    if (items.length === 0) part.list.append(make("li", none, "dim"));
    if (items.length > MOST) part.list.append(make("li", `${items.length - MOST} more not shown`, "dim"));
  };

  function forward() {
    const { added, deleted, values: now } = data.changes[at];
    undone.push(Object.keys(now).map((name) => [name, values.get(name)]));
    deleted.forEach((fact) => facts.delete(fact));
    added.forEach((fact) => facts.add(fact));
    Object.entries(now).forEach(([name, value]) => values.set(name, value));
    at += 1;
  }
  function backward() {
    at -= 1;
    const { added, deleted } = data.changes[at];
    added.forEach((fact) => facts.delete(fact));
    deleted.forEach((fact) => facts.add(fact));
    for (const [name, value] of undone.pop()) value === undefined ? values.delete(name) : values.set(name, value);
  }

  function show() {
    const made = at > 0 ? data.changes[at - 1] : { steps: [], added: [], deleted: [], values: {} };
    const time = made.time == null ? "" : ` at ${made.time}`;
    const after = made.steps.length > 0 ? `after step ${made.steps.join(", ")} of ${data.steps}` : "after the problem's own change";
    here.textContent = at > 0 ? `${after}${time}: ${made.title}` : "initial state";
    slider.value = at;
    slider.setAttribute("aria-valuetext", here.textContent);
    back.disabled = at === 0;
    on.disabled = at === last;

    const isNew = new Set(made.added);
    const wanted = field.value.toLowerCase();
    const named = [...facts].map((fact) => [data.facts[fact], isNew.has(fact)]);
    const unchanging = data.static.map((fact) => [fact, false]);
    // Facts that never change are many, and are what somebody looks for by their names.
    const found = (wanted ? [...named, ...unchanging] : named).filter(([text]) => text.toLowerCase().includes(wanted));
    found.sort(([one], [other]) => (one < other ? -1 : 1));
    fill(state, found.map(([text, added]) => item(added ? "+" : "", text, added ? "extra" : "")), "no facts");
    state.head.textContent = `State: ${facts.size} facts`;
    if (data.static.length > 0) state.head.append(" ", make("small", `and ${data.static.length} that never change`));

    fill(change, [
      ...made.added.map((fact) => item("+", data.facts[fact], "extra")),
      ...made.deleted.map((fact) => item("-", data.facts[fact], "missing")),
      ...Object.entries(made.values).map(([name, value]) => item("~", `${name} = ${value}`, "changed")),
    ], "nothing");
    let reached = 0;
    const told = data.goals.map(([text, fact, positive]) => {
      if (fact === null && at !== last) return item("?", text, "dim");
      const holds = fact === null ? positive : facts.has(fact) === positive;
      reached += holds;
      return item(holds ? "✓" : "✗", text, holds ? "" : "failing");
    });
    fill(goals, told, "none known");
    goals.head.textContent = `Goals: ${reached} of ${data.goals.length}`;
    fill(numbers, [...values].map(([name, value]) => item(name in made.values ? "~" : "", `${name} = ${value}`, name in made.values ? "changed" : "")), "none");
    numbers.box.hidden = values.size === 0;

    const own = new Set(made.steps);
    fill(links, [
      ...data.links.filter((link) => own.has(link[2])).map(([from, text]) => item("←", text, "", ` from ${step(from)}`)),
      ...data.links.filter((link) => own.has(link[0])).map(([, text, to]) => item("→", text, "", ` for ${step(to)}`)),
    ], "none");
    for (const row of document.querySelectorAll("tr[aria-current]")) row.removeAttribute("aria-current");
    if (at > 0) rowOf[at - 1]?.setAttribute("aria-current", "step");
    for (const arc of arcs) arc.classList.toggle("on", own.has(Number(arc.dataset.from)) || own.has(Number(arc.dataset.to)));
  }

  function go(to) {
    const wanted = Math.min(Math.max(to, 0), last);
    while (at < wanted) forward();
    while (at > wanted) backward();
    show();
  }

  slider.addEventListener("input", () => go(Number(slider.value)));
  back.addEventListener("click", () => go(at - 1));
  on.addEventListener("click", () => go(at + 1));
  field.addEventListener("input", show);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input[type=search]")) return;
    if (event.key === "n") go(at + 1);
    if (event.key === "p") go(at - 1);
  });
  // A row of the table of steps shows the state after it.
  data.changes.forEach(({ steps }, index) => {
    const row = rowOf[index];
    if (!row || row.querySelector("button")) return;
    const button = make("button", "state");
    button.setAttribute("aria-label", `show the state after step ${steps.join(", ")}`);
    button.addEventListener("click", () => {
      go(index + 1);
      walk.scrollIntoView({ block: "nearest" });
    });
    row.cells[0].append(" ", button);
  });
  // So does a step that is named, which may be one that the table leaves out.
  const index = new Map(data.changes.flatMap(({ steps }, at) => steps.map((number) => [`#step-${number}`, at + 1])));
  for (const link of document.querySelectorAll('a[href^="#step-"]')) {
    link.addEventListener("click", () => index.has(link.hash) && go(index.get(link.hash)));
  }
  for (const button of document.querySelectorAll("button")) button.type = "button";
  go(last);
}
