-- The running server: which one a buffer has, and asking it.

local start = require("planlsp.start")

local M = {}

local NEWER = vim.fn.has("nvim-0.11") == 1 -- methods of a client instead of functions

-- Longer than a moment: the user is told that something is being done.
local PATIENCE = 400 -- milliseconds

-- A server that has been started is waited for so long, and asked for so often.
local STARTING, STEP = 8000, 50

function M.tell(message, level)
  vim.notify("planlsp: " .. message, level or vim.log.levels.INFO)
end

function M.all(filter)
  local list = vim.lsp.get_clients or vim.lsp.get_active_clients
  return list(vim.tbl_extend("force", { name = "planlsp" }, filter or {}))
end

-- Servers that were told to end, by number: they refuse whatever is asked of them.
local ending = {}

-- The client of a buffer that can be asked, or nil.
function M.of(buffer)
  for _, client in ipairs(M.all({ bufnr = buffer })) do
    if not ending[client.id] then
      return client
    end
  end
end

-- Why a buffer has no server, and what to do.
local function why_none(buffer)
  if not start.is_possible() then
    return "this command " .. start.needs()
  elseif not vim.tbl_contains({ "pddl", "plan" }, vim.bo[buffer].filetype) then
    return "not a domain, problem or plan; set its type with :setfiletype pddl"
  elseif not start.is_enabled() then
    return start.has_configurations() and 'nothing starts the server: vim.lsp.enable("planlsp")'
      or 'nothing starts the server: require("planlsp").enable()'
  elseif require("planlsp.server").is_missing() then
    return require("planlsp.server").NOT_INSTALLED
  end
  return "no server is running for this buffer; see :PlanRestart and :PlanLog"
end

-- Whether a server can be expected to come: it takes a second to start.
local function is_expected(buffer)
  return start.is_possible()
    and start.is_enabled()
    and vim.tbl_contains({ "pddl", "plan" }, vim.bo[buffer].filetype)
    and not require("planlsp.server").is_missing()
end

-- Call `use` with the client of a buffer, as soon as it has one; where none comes, the user is told why.
function M.needed(buffer, use)
  local waited = 0
  local function try()
    local client = M.of(buffer)
    if client then
      use(client)
    elseif waited < STARTING and vim.api.nvim_buf_is_valid(buffer) and is_expected(buffer) then
      waited = waited + STEP
      vim.defer_fn(try, STEP)
    else
      M.tell(why_none(buffer), vim.log.levels.WARN)
    end
  end
  try()
end

-- What the server refuses is said in its words, without the protocol's.
local function words_of(problem)
  return (problem.message:gsub("^Invalid Params: ", ""))
end

-- Ask, and call `use` with the answer; what is wrong is shown. Returns a function that gives up.
function M.request(client, buffer, method, params, doing, use)
  local is_done, has_told = false, false
  vim.defer_fn(function()
    if not is_done then
      has_told = true
      vim.api.nvim_echo({ { ("planlsp: %s …"):format(doing) } }, false, {})
    end
  end, PATIENCE)
  local function answered(problem, answer)
    local was_given_up = is_done
    is_done = true
    if was_given_up then
      return
    end
    if has_told then
      vim.cmd("echo '' | redraw") -- or what comes next would be a second line, and wait for ENTER
    end
    if problem then
      M.tell(words_of(problem), vim.log.levels.ERROR)
    else
      use(answer)
    end
  end
  local is_sent, id
  if NEWER then
    is_sent, id = client:request(method, params, answered, buffer)
  else
    is_sent, id = client.request(method, params, answered, buffer)
  end
  if not is_sent then
    is_done = true
    M.tell("the server has ended; restart it with :PlanRestart", vim.log.levels.WARN)
  end
  return function()
    if not is_done then
      is_done = true
      if NEWER then
        client:cancel_request(id)
      else
        client.cancel_request(id)
      end
    end
  end
end

-- What gives up each question that was asked last.
local latest = {}

-- Have the server run a command for a buffer; `use` gets its answer. The same question, asked before
-- and not answered yet, is given up.
function M.execute(buffer, command, arguments, doing, use)
  local question = command .. " " .. buffer
  if latest[question] then
    latest[question]()
  end
  local params = { command = "planlsp." .. command, arguments = arguments }
  M.needed(buffer, function(client)
    local method = "workspace/executeCommand"
    latest[question] = M.request(client, buffer, method, params, doing, use)
  end)
end

-- End a server, and give up what it was asked. Forced, its process is ended without being told.
function M.stop(client, is_forced)
  ending[client.id] = true
  for _, give_up in pairs(latest) do
    give_up()
  end
  if NEWER then
    client:stop(is_forced)
  else
    client.stop(is_forced)
  end
end

return M
