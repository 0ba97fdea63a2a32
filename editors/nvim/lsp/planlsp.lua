-- For vim.lsp.enable("planlsp"), Neovim 0.11 or newer.
return {
  cmd = { "planlsp" },
  filetypes = { "pddl", "plan" },
  root_markers = { ".git" },
}
