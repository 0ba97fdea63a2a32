-- In a learned.pddl with a reference: what came of an installation.

local look = dofile(vim.fs.dirname(debug.getinfo(1, "S").source:sub(2)) .. "/look.lua")

look.report(function()
  local seen = { filetype = vim.bo.filetype, syntax = vim.b.current_syntax }
  look.wait_for("reference diagnostics", look.has_differences)
  seen.review = vim.fn.exists(":PlanReview")
  seen.shiftwidth = vim.bo.shiftwidth
  seen.foldexpr = vim.wo.foldexpr
  vim.cmd("silent helptags ALL")
  vim.cmd("help planlsp-review")
  seen.help = vim.fs.basename(vim.api.nvim_buf_get_name(0))
  vim.cmd("checkhealth planlsp")
  seen.health = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  return seen
end)
