---@brief
---
--- https://example.org/planlsp
---
--- Language server for PDDL: domains, problems and plans. Install it with `pip install planlsp`.
---
--- A line `;;!reference: FILE` in a domain compares it with another one.

---@type vim.lsp.Config
return {
  cmd = { 'planlsp' },
  filetypes = { 'pddl', 'plan' },
  root_markers = { 'planlsp.toml', '.git', '.hg', '.jj' },
}
