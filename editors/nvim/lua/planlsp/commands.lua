-- What the :Plan… commands do; :help planlsp-commands. `given` is that of nvim_create_user_command.

local M = {}

local PLANNING = { "pddl", "hddl", "ppddl", "plan", "soln", "sol", "solution" }

local function is_planning(name)
  if name:sub(-1) == "/" or name:sub(-1) == "\\" then
    return true -- a folder
  end
  local last = vim.fn.fnamemodify(name, ":t"):lower()
  local ending = last:gsub("%.%d+$", ""):match("%.(%w+)$")
  return vim.tbl_contains(PLANNING, ending) or last:find("^sas_plan") ~= nil
end

-- Folders and planning files that begin like `lead`.
function M.complete_file(lead)
  return vim.tbl_filter(is_planning, vim.fn.getcompletion(lead, "file"))
end

-- The absolute path that was given; nil where none was. `%` and `#` are files, as everywhere.
local function path_of(given)
  local text = given.args
  if text == "" then
    return nil
  end
  if text:find("^[%%#]") then
    text = vim.fn.expand(text)
  else
    text = vim.fs and vim.fs.normalize(text) or vim.fn.fnamemodify(text, ":p")
  end
  return vim.fn.fnamemodify(text, ":p")
end

local function existing(given)
  local path = path_of(given)
  if path and vim.fn.filereadable(path) == 0 then
    require("planlsp.client").tell("no such file: " .. path, vim.log.levels.ERROR)
    return nil, true
  end
  return path, false
end

local function where(given)
  return { float = given.bang, mods = given.mods }
end

local function here()
  return vim.api.nvim_get_current_buf()
end

function M.review(given)
  require("planlsp.review").compare(here(), nil, where(given))
end

function M.compare(given)
  local path, is_wrong = existing(given)
  if not is_wrong then
    require("planlsp.review").compare(here(), vim.uri_from_fname(path), where(given))
  end
end

function M.validate(given)
  require("planlsp.review").validate(here(), where(given))
end

function M.model(given)
  require("planlsp.review").model(here(), where(given))
end

function M.solve(given)
  local solve = require("planlsp.solve")
  if given.bang then
    solve.stop(here())
  else
    solve.solve(here(), given.args ~= "" and given.args or nil, given.mods)
  end
end

function M.solve_with(given)
  require("planlsp.solve").solve_with(here(), given.mods)
end

function M.set_reference(given)
  local path, is_wrong = existing(given)
  if is_wrong then
    return
  end
  local client = require("planlsp.client")
  local reference = path and vim.uri_from_fname(path) or vim.NIL -- takes back what was set before
  local arguments = { vim.uri_from_bufnr(here()), reference }
  client.execute(here(), "setReference", arguments, "setting the reference", function()
    client.tell(path and "reference: " .. vim.fn.fnamemodify(path, ":~:.")
      or "reference: the one that the file or the settings name")
  end)
end

function M.repair()
  require("planlsp.repair").offer(here())
end

function M.matches()
  require("planlsp.matches").show(here())
end

function M.viewer(given)
  local path, is_wrong = existing(given)
  if not is_wrong then
    require("planlsp.viewer").open(here(), path)
  end
end

function M.restart()
  require("planlsp.running").restart()
end

function M.log(given)
  require("planlsp.running").show_log(given.mods)
end

return M
