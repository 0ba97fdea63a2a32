-- For vim.lsp.enable("planlsp"), Neovim 0.11 or newer; what is said in vim.lsp.config("planlsp", …)
-- counts before it.
local root = require("planlsp.root")

return {
  cmd = require("planlsp.server").command(),
  filetypes = { "pddl", "plan" },
  root_markers = root.MARKERS,
  root_dir = function(buffer, use)
    use(root.of(buffer, vim.lsp.config.planlsp.root_markers))
  end,
}
