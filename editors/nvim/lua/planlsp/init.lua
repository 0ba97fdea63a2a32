-- The public side of the plugin; :help planlsp-lua.

local M = {}

-- Have the server started for domains, problems and plans, on Neovim 0.8 and newer. From 0.11 on it is
-- the same as vim.lsp.config("planlsp", config) and vim.lsp.enable("planlsp").
function M.enable(config)
  require("planlsp.start").enable(config)
end

-- For plugin managers that call it with a table of options.
M.setup = M.enable

return M
