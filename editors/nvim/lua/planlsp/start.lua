-- Starting the server for buffers, whatever this Neovim has for that.

local M = {}

local FILETYPES = { "pddl", "plan" }

-- Of Neovim 0.8 to 0.10: what `enable` was given.
local given

-- Whether this Neovim can run a language server the way that is needed here.
function M.is_possible()
  return vim.lsp.start ~= nil
end

function M.has_configurations()
  return vim.lsp.enable ~= nil
end

-- What the user has to know who has an older one, to be said of planlsp; shorter than a line.
function M.needs()
  local here = vim.version()
  return ("needs Neovim 0.8 or newer; this is %d.%d.%d"):format(here.major, here.minor, here.patch)
end

-- The configuration as it holds now.
function M.config()
  if M.has_configurations() then
    return vim.lsp.config.planlsp or {}
  end
  local root = require("planlsp.root")
  local config = vim.tbl_deep_extend("force", {
    name = "planlsp",
    cmd = require("planlsp.server").command(),
    filetypes = FILETYPES,
    root_markers = root.MARKERS,
  }, given or {})
  return config
end

-- Whether the user has asked for the server to be started.
function M.is_enabled()
  if not M.has_configurations() then
    return given ~= nil
  end
  if vim.lsp.is_enabled then
    return vim.lsp.is_enabled("planlsp")
  end
  return vim.lsp._enabled_configs ~= nil and vim.lsp._enabled_configs.planlsp ~= nil
end

-- Start the server for a buffer, or attach the one that runs for its root. For Neovim 0.8 to 0.10.
function M.attach(buffer)
  if vim.bo[buffer].buftype ~= "" or require("planlsp.server").is_missing() then
    return
  end
  local config = M.config()
  if not config.root_dir then
    config.root_dir = require("planlsp.root").of(buffer, config.root_markers)
  end
  vim.api.nvim_buf_call(buffer, function()
    vim.lsp.start(config)
  end)
end

-- Every buffer that the server is for.
function M.buffers()
  return vim.tbl_filter(function(buffer)
    return vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(FILETYPES, vim.bo[buffer].filetype)
  end, vim.api.nvim_list_bufs())
end

-- Have the server started for domains, problems and plans. `config` is that of vim.lsp.config.
function M.enable(config)
  if not M.is_possible() then
    return -- said when there is something to start it for
  end
  if M.has_configurations() then
    if config then
      vim.lsp.config("planlsp", config)
    end
    vim.lsp.enable("planlsp")
    return
  end
  given = config or {}
  vim.api.nvim_create_autocmd("FileType", {
    group = vim.api.nvim_create_augroup("planlsp_start", {}),
    pattern = FILETYPES,
    callback = function(event)
      M.attach(event.buf)
    end,
  })
  vim.tbl_map(M.attach, M.buffers())
end

-- Start it again for all buffers, once it is gone.
function M.again()
  if M.has_configurations() then
    vim.lsp.config("planlsp", {}) -- has it looked for anew
    vim.lsp.enable("planlsp")
  else
    given = given or {}
    vim.tbl_map(M.attach, M.buffers())
  end
end

return M
