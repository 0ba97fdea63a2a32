-- A plan for the problem of a buffer, in a buffer of its own, and executed.

local client = require("planlsp.client")

local M = {}

-- The planner chosen for each server, by its number, until Neovim ends.
local chosen = {}

-- The buffer for a plan in that file, or in one of a free name where it is read-only or has unsaved
-- changes.
local function buffer_for(file)
  local buffer = vim.fn.bufadd(file)
  vim.fn.bufload(buffer)
  local options = vim.bo[buffer]
  if options.modifiable and not options.modified and not options.readonly then
    return buffer
  end
  local free, number = file, 2
  while vim.fn.getftype(free) ~= "" or vim.fn.bufexists(free) == 1 do
    free = ("%s-%d.plan"):format(vim.fn.fnamemodify(file, ":r"), number)
    number = number + 1
  end
  return vim.fn.bufadd(free)
end

local function show(answer, mods)
  local plan
  vim.cmd((mods ~= "" and mods or "belowright") .. " split")
  if type(answer.uri) == "string" then
    plan = buffer_for(vim.uri_to_fname(answer.uri))
    vim.bo[plan].buflisted = true
    vim.cmd("buffer " .. plan)
  else
    vim.cmd("enew")
    plan = vim.api.nvim_get_current_buf()
  end
  vim.bo[plan].filetype = "plan"
  vim.api.nvim_buf_set_lines(plan, 0, -1, false, vim.split(vim.trim(answer.plan), "\n"))
  if answer.isSaved then
    vim.cmd("silent write!")
  end
  return plan
end

local function name_of(buffer)
  return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":t")
end

-- Solve the problem of a buffer, or that of the plan in it. Without `planner` it is the one chosen
-- before, else that of the settings.
function M.solve(buffer, planner, mods)
  local server = client.of(buffer)
  planner = planner or server and chosen[server.id]
  local uri = vim.uri_from_bufnr(buffer)
  local doing = ("solving %s, :PlanSolve! stops"):format(name_of(buffer))
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

-- `✓ kairos (1.0): the first plan; …`, with a tick at the one that is used.
local function written(planner, name)
  local is_used = planner.name == name or not name and planner.isSetting
  local version = type(planner.version) ~= "string" and " (not installed)"
    or planner.version ~= "" and (" (%s)"):format(planner.version)
    or ""
  return ("%s %s%s: %s"):format(is_used and "✓" or " ", planner.name, version, planner.supports)
end

-- Choose a planner, which is used from now on, and solve the problem of a buffer with it.
function M.solve_with(buffer, mods)
  client.needed(buffer, function(server)
    local uri = vim.uri_from_bufnr(buffer)
    client.execute(buffer, "planners", { uri }, "looking for planners", function(planners)
      local function format_item(planner)
        return written(planner, chosen[server.id])
      end
      local asking = { prompt = "Solve " .. name_of(buffer) .. " with", format_item = format_item }
      vim.ui.select(planners, asking, function(planner)
        if planner and type(planner.install) == "string" then
          local said = "%s is not installed; to install it for the server: %s"
          client.tell(said:format(planner.name, planner.install), vim.log.levels.WARN)
        elseif planner then
          chosen[server.id] = not planner.isSetting and planner.name or nil
          M.solve(buffer, nil, mods)
        end
      end)
    end)
  end)
end

-- End all planners.
function M.stop(buffer)
  client.execute(buffer, "stopSolving", {}, "stopping", function() end)
end

return M
