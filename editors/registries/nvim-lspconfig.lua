---@brief
---
--- https://example.org/planlsp
---
--- Language server for PDDL domains, problems and plans: diagnostics, navigation, refactorings, plans
--- executed as they are edited, and a domain compared with its reference.
---
--- ```sh
--- pipx install planlsp
--- ```
---
--- Neovim has no file type for these files:
---
--- ```lua
--- vim.filetype.add({ extension = { pddl = 'pddl', hddl = 'pddl', plan = 'plan', soln = 'plan' } })
--- ```

---@type vim.lsp.Config
return {
  cmd = { 'planlsp' },
  filetypes = { 'pddl', 'plan' },
  root_markers = { 'planlsp.toml', '.git' },
}
