-- What is done for a buffer when the server is attached to it. Each part has a variable that turns it
-- off: :help planlsp-settings.

local M = {}

local function is_wanted(name)
  local set = vim.g["planlsp_" .. name]
  return set ~= false and set ~= 0
end

function M.on(client, buffer)
  if is_wanted("lenses") then
    require("planlsp.lenses").show(buffer)
  end
  if is_wanted("messages") then
    require("planlsp.messages").show(client)
  end
  if is_wanted("folds") then
    require("planlsp.folds").use(buffer)
  end
end

-- Said once, when a file is opened for which the user wants the server: Neovim itself says nothing.
local has_said

function M.tell_if_missing()
  local start, server = require("planlsp.start"), require("planlsp.server")
  local what
  if not start.is_possible() then
    what = start.needs() .. "; :checkhealth planlsp"
  elseif start.is_enabled() and server.is_missing() then
    what = server.NOT_INSTALLED
  end
  if what and not has_said then
    has_said = true
    vim.schedule(function()
      require("planlsp.client").tell(what, vim.log.levels.WARN)
    end)
  end
end

return M
