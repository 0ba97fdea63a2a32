-- Commands, and what is done when the server is attached. Read at every start of Neovim, so whatever
-- is done is in modules that are read when it is.

if vim.g.loaded_planlsp then
  return
end
vim.g.loaded_planlsp = true

local function complete(lead)
  return require("planlsp.commands").complete_file(lead)
end

local function command(name, run, description, options)
  options.desc = description
  vim.api.nvim_create_user_command(name, function(given)
    require("planlsp.commands")[run](given)
  end, options)
end

local file = { nargs = 1, complete = complete, bang = true }
local maybe_file = { nargs = "?", complete = complete }

command("PlanReview", "review", "Review this file against its reference", { bang = true })
command("PlanCompare", "compare", "Compare this file with another one", file)
command("PlanSetReference", "set_reference", "Set the reference of this file", maybe_file)
command("PlanValidate", "validate", "Execute this plan", { bang = true })
command("PlanModel", "model", "Show the model", { bang = true })
command("PlanSolve", "solve", "Solve this problem", { nargs = "?", bang = true })
command("PlanSolveWith", "solve_with", "Choose a planner and solve this problem", {})
command("PlanRepair", "repair", "Choose a repair of the domain", {})
command("PlanMatches", "matches", "Check the matches of names", {})
command("PlanViewer", "viewer", "Show this file and another one in plandiff", maybe_file)
command("PlanRestart", "restart", "Restart the server", {})
command("PlanLog", "log", "Show the log of the server", {})

local group = vim.api.nvim_create_augroup("planlsp", {})

vim.api.nvim_create_autocmd("FileType", {
  group = group,
  pattern = { "pddl", "plan" },
  callback = function()
    require("planlsp.attached").tell_if_missing()
  end,
})

if not vim.lsp.start then
  return -- before 0.8: colours, and commands that say what they need
end

vim.lsp.commands["planlsp.showDifferences"] = function(...)
  require("planlsp.lenses").show_differences(...)
end

vim.lsp.commands["planlsp.solveHere"] = function(command)
  require("planlsp.solve").solve(vim.uri_to_bufnr(command.arguments[1]), nil, "")
end

vim.api.nvim_create_autocmd("LspAttach", {
  group = group,
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == "planlsp" then
      require("planlsp.attached").on(client, event.buf)
    end
  end,
})
