-- Where the server is. Nothing in the folder that is opened is ever run.

local M = {}

M.NAME = "planlsp"

local IS_WINDOWS = vim.fn.has("win32") == 1

-- Where `pip install --user`, pipx and `uv tool` put commands, whether or not the PATH has it.
local function folders()
  local home = vim.fn.expand("~")
  local found = { vim.env.PIPX_BIN_DIR, vim.env.UV_TOOL_BIN_DIR, vim.env.XDG_BIN_HOME }
  return vim.list_extend(vim.tbl_values(found), { home .. "/.local/bin" })
end

-- The path of a command that can be run, or nil.
function M.find(command)
  local on_path = vim.fn.exepath(command)
  if on_path ~= "" then
    return on_path
  end
  for _, folder in ipairs(folders()) do
    local path = folder .. "/" .. command .. (IS_WINDOWS and ".exe" or "")
    if vim.fn.executable(path) == 1 then
      return path
    end
  end
end

-- What starts the server, for `cmd` of a client.
function M.command()
  return { M.find(M.NAME) or M.NAME }
end

-- The command that goes with the server, such as plandiff: the one beside it where there is one, so
-- that both are of one version.
function M.companion(command)
  local server = M.configured()[1]
  local path = server and vim.fn.exepath(server)
  if path and path ~= "" then
    local beside = vim.fn.fnamemodify(path, ":h") .. "/" .. command .. (IS_WINDOWS and ".exe" or "")
    if vim.fn.executable(beside) == 1 then
      return beside
    end
  end
  return M.find(command)
end

-- What starts the server here: the configuration's `cmd`, where there is one that is a list.
function M.configured()
  local config = require("planlsp.start").config()
  return type(config.cmd) == "table" and config.cmd or {}
end

-- Whether nothing is there to be started; false also where the user starts it by a function.
function M.is_missing()
  local command = require("planlsp.start").config().cmd
  return type(command) == "table" and vim.fn.executable(command[1] or "") == 0
end

-- Shorter than a line, or one would have to press ENTER.
M.NOT_INSTALLED = "the server is not installed; see :checkhealth planlsp"

M.HOW_TO_INSTALL = "install it with `pipx install .` or `uv tool install .` in a checkout of planlsp, "
  .. "or put it on the PATH"

return M
