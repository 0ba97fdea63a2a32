-- plandiff, the viewer in the terminal, in a tab of its own.

local client = require("planlsp.client")

local M = {}

-- The exit status of plandiff for what it could not read; its message stays on the screen then.
local TROUBLE = 2

local function run(command, title)
  vim.cmd("tabnew")
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].bufhidden = "wipe"
  local function ended(_, status)
    if status < TROUBLE and vim.api.nvim_buf_is_valid(buffer) then
      vim.api.nvim_buf_delete(buffer, { force = true })
    end
  end
  -- One function since 0.11, which calls the other deprecated.
  if vim.fn.has("nvim-0.11") == 1 then
    vim.fn.jobstart(command, { term = true, on_exit = ended })
  else
    vim.fn.termopen(command, { on_exit = ended })
  end
  pcall(vim.api.nvim_buf_set_name, buffer, "plandiff " .. title)
  vim.cmd("startinsert")
end

-- The viewer reads files: what is not saved is not shown.
local function warn_of_unsaved(buffer)
  if vim.bo[buffer].modified then
    client.tell("unsaved changes: the viewer shows the saved file; :write it first", vim.log.levels.WARN)
  end
end

local function show(buffer, reference)
  local plandiff = require("planlsp.server").companion("plandiff")
  if not plandiff then
    client.tell("plandiff was not found next to the server or on the PATH", vim.log.levels.ERROR)
    return
  end
  warn_of_unsaved(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  run({ plandiff, file, reference }, vim.fn.fnamemodify(file, ":t"))
end

-- Show a buffer's file beside `other`, a path, or beside its reference where that is nil.
function M.open(buffer, other)
  if other then
    show(buffer, other)
    return
  end
  local uri = vim.uri_from_bufnr(buffer)
  client.execute(buffer, "referenceOf", { uri }, "searching for the reference", function(reference)
    if not reference or reference == vim.NIL then
      client.tell("no reference for this file; set one with :PlanSetReference")
      return
    end
    show(buffer, vim.uri_to_fname(reference))
  end)
end

return M
