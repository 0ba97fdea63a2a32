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
  if has_said or not start.is_possible() or not start.is_enabled() or not server.is_missing() then
    return
  end
  has_said = true
  vim.schedule(function()
    vim.notify(
      "planlsp: the server is not installed, so there is colour alone; " .. server.HOW_TO_INSTALL
        .. ". :checkhealth planlsp says more",
      vim.log.levels.WARN
    )
  end)
end

return M
