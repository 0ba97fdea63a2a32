-- A plan for the problem of a buffer, in a buffer of its own that is not saved, and executed.

local client = require("planlsp.client")

local M = {}

local function show(answer, mods)
  local plan
  vim.cmd((mods ~= "" and mods or "belowright") .. " split")
  if type(answer.uri) == "string" then
    plan = vim.fn.bufadd(vim.uri_to_fname(answer.uri))
    vim.bo[plan].buflisted = true
    vim.cmd("buffer " .. plan)
  else
    vim.cmd("enew")
    plan = vim.api.nvim_get_current_buf()
  end
  vim.bo[plan].filetype = "plan"
  vim.api.nvim_buf_set_lines(plan, 0, -1, false, vim.split(vim.trim(answer.plan), "\n"))
  return plan
end

-- Solve the problem of a buffer, or that of the plan in it. Without `planner` it is that of the settings.
function M.solve(buffer, planner, mods)
  local uri = vim.uri_from_bufnr(buffer)
  local title = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":t")
  local doing = ("solving %s, :PlanSolve! stops"):format(title)
  client.execute(buffer, "solve", { uri, planner or vim.NIL }, doing, function(answer)
    if type(answer.plan) ~= "string" then
      client.tell(answer.message, vim.log.levels.WARN)
      return
    end
    local plan = show(answer, mods)
    client.tell(answer.message)
    require("planlsp.review").validate(plan, { float = false, mods = "" })
  end)
end

-- End all planners.
function M.stop(buffer)
  client.execute(buffer, "stopSolving", {}, "stopping", function() end)
end

return M
