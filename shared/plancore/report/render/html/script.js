// Adds what only a script can: n and p go to the next and the previous change, and long tables can be
// filtered.
"use strict";
const changes = [...document.querySelectorAll(".rows tr[id]")];
if (changes.length > 1) {
  let at = -1;
  const go = (by) => {
    at = (at + by + changes.length) % changes.length;
    changes[at].closest("details")?.setAttribute("open", "");
    location.replace("#" + changes[at].id);
    changes[at].scrollIntoView({ block: "center" });
  };
  const tools = document.createElement("p");
  tools.className = "tools";
  for (const [text, by] of [["previous change (p)", -1], ["next change (n)", 1]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", () => go(by));
    tools.append(button);
  }
  (document.querySelector("nav") ?? document.querySelector("h1")).after(tools);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input")) return;
    if (event.key === "n") go(1);
    if (event.key === "p") go(-1);
  });
}
for (const table of document.querySelectorAll(".scores")) {
  const rows = [...table.tBodies[0].rows];
  if (rows.length <= 20) continue;
  const label = document.createElement("label");
  label.className = "tools";
  const field = document.createElement("input");
  field.type = "search";
  field.addEventListener("input", () => {
    const wanted = field.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  label.append("only rows with ", field);
  table.parentElement.before(label);
}
