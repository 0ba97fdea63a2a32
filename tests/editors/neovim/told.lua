-- In a domain: what is said where the server cannot be started, by itself and by commands.

local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":h") -- 0.7 has no vim.fs
local look = dofile(here .. "/look.lua")

-- Where there is a server after all, nobody is here to choose a repair, which would be waited for.
vim.ui.select = function() end

look.report(function()
  local seen = {}
  vim.wait(500, function()
    return vim.fn.execute("messages") ~= ""
  end)
  seen.at_once = vim.fn.execute("messages")
  vim.cmd("checkhealth planlsp")
  seen.health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  vim.cmd("tabclose")
  for _, command in ipairs({ "PlanReview", "PlanRepair", "PlanRestart" }) do
    vim.cmd("messages clear")
    vim.cmd(command)
    seen[command] = vim.fn.execute("messages")
  end
  seen.syntax, seen.filetype = vim.b.current_syntax, vim.bo.filetype
  return seen
end)
