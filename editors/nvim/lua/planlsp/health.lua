-- :checkhealth planlsp

local client = require("planlsp.client")
local server = require("planlsp.server")
local start = require("planlsp.start")

local M = {}

-- The names of 0.10 and newer, else those before.
local health = vim.health or require("health")
local report = {
  start = health.start or health.report_start,
  ok = health.ok or health.report_ok,
  info = health.info or health.report_info,
  warn = health.warn or health.report_warn,
  error = health.error or health.report_error,
}

local function first_line(command)
  local said = vim.fn.system(command)
  return vim.v.shell_error == 0 and vim.split(vim.trim(said), "\n")[1] or nil
end

local function check_neovim()
  report.start("Neovim")
  local here = vim.version()
  local version = ("%d.%d.%d"):format(here.major, here.minor, here.patch)
  if not start.is_possible() then
    report.error("planlsp " .. start.needs(), {
      "install 0.11 or newer from neovim.io; apt of Debian and Ubuntu has older versions",
      "colours, indentation and `:PlanViewer FILE` also work here",
    })
  elseif not start.has_configurations() then
    report.warn(version .. ": started by `require(\"planlsp\").enable()`; "
      .. "messages below the cursor and folds need 0.11")
    if vim.fn.has("nvim-0.10") == 0 then
      report.warn("0.8 and 0.9 are not tested")
    end
  else
    report.ok(version)
  end
end

local function check_server()
  report.start("Server")
  local config = start.config()
  if start.is_possible() then
    if start.is_enabled() then
      report.ok("started for domains, problems and plans")
    else
      local line = start.has_configurations() and 'vim.lsp.enable("planlsp")'
        or 'require("planlsp").enable()'
      report.warn("nothing starts it", { "add this to init.lua: " .. line })
    end
  end
  if type(config.cmd) == "function" then
    report.info("started by your own function")
    return
  end
  local path = server.is_missing() and "" or vim.fn.exepath(server.configured()[1] or "")
  if path == "" then
    local name = server.configured()[1] or server.NAME
    report.error(name .. " was not found", { server.HOW_TO_INSTALL })
    return
  end
  local version = first_line({ path, "--version" })
  if version then
    report.ok(("%s: %s"):format(path, version))
  else
    report.error(path .. " does not run", { "try it in a shell: " .. path .. " --version" })
  end
end

-- Not those of the buffer that shows the health: of every client.
local function check_clients()
  report.start("Running")
  local clients = client.all()
  if #clients == 0 then
    report.info("no server is running")
  end
  for _, one in ipairs(clients) do
    local n_buffers = vim.tbl_count(one.attached_buffers or {})
    local root = one.config.root_dir or (one.root_dir or nil)
    local buffers = n_buffers == 1 and "1 buffer" or n_buffers .. " buffers"
    report.ok(("client %d, %s, root %s"):format(one.id, buffers, root or "none"))
    if not root then
      report.info("without a root, a file can only name references in its own directory")
    end
  end
  if start.is_possible() then
    report.info("log: " .. require("planlsp.running").log_path())
  end
end

local function check_filetypes()
  report.start("File types")
  local markers = require("planlsp.root").MARKERS
  local names = { "domain.pddl", "domain.hddl", "sas_plan.1", "x.plan", "x.soln" }
  for _, name in ipairs(vim.fn.has("nvim-0.8") == 1 and names or {}) do
    local expected = name:find("ddl$") and "pddl" or "plan"
    local found = vim.filetype.match({ filename = name })
    if found ~= expected then
      report.error(("%s is detected as %s"):format(name, found), { ":filetype on" })
      return
    end
  end
  for _, name in ipairs({ "syntax/pddl.vim", "syntax/plan.vim", "ftplugin/pddl.vim" }) do
    local files = vim.api.nvim_get_runtime_file(name, true)
    if #files > 1 then
      report.warn(("%d files named %s; the first one is used: %s"):format(#files, name, files[1]))
    elseif #files == 0 then
      report.error(name .. " is not in the runtime path", { "copy or add the whole directory" })
    end
  end
  report.ok("pddl: *.pddl, *.hddl, *.ppddl; plan: *.plan, *.soln, *.solution, sas_plan*, plan.1")
  report.info("root of a file: the directory of " .. table.concat(markers, ", ")
    .. ", else the highest of its directory and the three above it that has planning files")
end

local function check_optional()
  report.start("Optional")
  local plandiff = server.companion("plandiff")
  if plandiff then
    report.ok(("plandiff, for :PlanViewer: %s"):format(plandiff))
  else
    report.warn("plandiff was not found: :PlanViewer needs it", { "it comes with the server" })
  end
  for name, what in pairs({ lenses = "lenses", messages = "messages below the cursor", folds = "folds" }) do
    local set = vim.g["planlsp_" .. name]
    if set == false or set == 0 then
      report.info(("%s are turned off by g:planlsp_%s"):format(what, name))
    end
  end
end

function M.check()
  check_neovim()
  check_server()
  check_clients()
  check_filetypes()
  check_optional()
end

return M
