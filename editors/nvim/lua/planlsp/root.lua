-- The folder that the server may look through, for a file. A line in a file may name no reference
-- outside of it, so it has to hold what stands beside and above the file.

local M = {}

M.MARKERS = { "planlsp.toml", ".git", ".hg", ".jj" }

-- How many folders above that of the file are looked at where no marker says how far things go.
local FURTHEST = 3

local PLANNING = { "%.pddl$", "%.hddl$", "%.ppddl$", "%.plan$", "%.soln$", "%.solution$", "^sas_plan" }

local function holds_planning_files(folder)
  for name, kind in vim.fs.dir(folder) do
    if kind ~= "directory" then
      for _, pattern in ipairs(PLANNING) do
        if name:lower():find(pattern) then
          return true
        end
      end
    end
  end
  return false
end

-- Folders that hold everything: a file there does not make them a workspace.
local function is_too_wide(folder)
  local home = vim.fs.normalize("~")
  local temporary = vim.fs.normalize((vim.uv or vim.loop).os_tmpdir() or "/tmp")
  local parent = vim.fs.dirname(folder)
  return parent == folder
    or vim.fs.dirname(parent) == parent -- /home, C:/Users
    or folder == temporary
    or (home .. "/"):sub(1, #folder + 1) == folder .. "/"
end

-- The folder of the nearest marker, of all kinds; the first of `markers` counts before the others.
local function marked(folder, markers)
  for _, group in ipairs(markers) do
    local names = type(group) == "table" and group or { group }
    local found = vim.fs.find(names, { path = folder, upward = true, limit = 1 })[1]
    if found then
      return vim.fs.dirname(found)
    end
  end
end

-- The root of a buffer, or nil: then the server keeps to the file's own folder.
--
-- `planlsp.toml` first, then version control. Without any, the highest of the file's folder and the
-- three above it that has planning files in it; never the home folder or one above, nor that of
-- temporary files.
function M.of(buffer, markers)
  local name = vim.api.nvim_buf_get_name(buffer)
  if name == "" or name:find("^%a[%w+.-]+://") then
    return nil
  end
  local folder = vim.fs.dirname(vim.fs.normalize(vim.fn.fnamemodify(name, ":p")))
  local by_marker = marked(folder, markers or M.MARKERS)
  if by_marker then
    return by_marker
  end
  local root
  for _ = 0, FURTHEST do
    if is_too_wide(folder) then
      break
    end
    if holds_planning_files(folder) then
      root = folder
    end
    folder = vim.fs.dirname(folder)
  end
  return root
end

return M
