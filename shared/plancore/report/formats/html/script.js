// Adds what only a script can: n and p go to the next and the previous change.
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
  document.querySelector("nav")?.after(tools);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "n") go(1);
    if (event.key === "p") go(-1);
  });
}
