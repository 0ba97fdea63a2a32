-- The server as a process: started again, and what it has said.

local client = require("planlsp.client")
local start = require("planlsp.start")

local M = {}

-- A server that is told to end does so within half a second.
local PATIENCE = 5000 -- milliseconds

-- End the server of every buffer, and start it again; also where none runs.
function M.restart()
  if not start.is_possible() then
    client.tell("this command " .. start.needs(), vim.log.levels.WARN)
    return
  end
  for _, server in ipairs(client.all()) do
    client.stop(server)
  end
  local has_ended = vim.wait(PATIENCE, function()
    return #client.all() == 0
  end, 20)
  if not has_ended then
    for _, server in ipairs(client.all()) do
      client.stop(server, true)
    end
  end
  start.again()
  if require("planlsp.server").is_missing() then
    client.tell(require("planlsp.server").NOT_INSTALLED, vim.log.levels.WARN)
  else
    client.tell("started again")
  end
end

-- What Neovim's client has noted, with what servers have written to standard error.
function M.log_path()
  if vim.lsp.log and vim.lsp.log.get_filename then
    return vim.lsp.log.get_filename()
  end
  return vim.lsp.get_log_path()
end

-- Show the end of it.
function M.show_log(mods)
  vim.cmd(("%s split"):format(mods ~= "" and mods or "botright"))
  vim.cmd("view " .. vim.fn.fnameescape(M.log_path()))
  vim.bo.bufhidden = "wipe"
  vim.bo.autoread = true
  vim.cmd("normal! G")
  vim.fn.search("planlsp", "bc")
end

return M
