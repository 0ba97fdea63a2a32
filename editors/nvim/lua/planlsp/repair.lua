-- The repairs that the server knows of a domain, or of the domain of a plan: choose one, have it made.

local client = require("planlsp.client")

local M = {}

-- The server's other fixes are offered where they belong; see vim.lsp.buf.code_action().
local TITLE = "^Repair:"

-- A file that has just been opened has plans that are being executed.
local TRIES, PAUSE = 4, 500 -- times, milliseconds

local INVOKED = 1 -- CodeActionTriggerKind: the server takes the time to look for repairs

local function whole(buffer)
  local lines = vim.api.nvim_buf_line_count(buffer)
  return { start = { line = 0, character = 0 }, ["end"] = { line = lines, character = 0 } }
end

local function make(server, action)
  vim.lsp.util.apply_workspace_edit(action.edit, server.offset_encoding)
  local files = {}
  for _, change in ipairs(action.edit.documentChanges or {}) do
    table.insert(files, vim.fn.fnamemodify(vim.uri_to_fname(change.textDocument.uri), ":t"))
  end
  for uri in pairs(action.edit.changes or {}) do
    table.insert(files, vim.fn.fnamemodify(vim.uri_to_fname(uri), ":t"))
  end
  client.tell(("repaired %s, not saved yet"):format(table.concat(files, ", ")))
end

-- The edits are worked out for what is chosen.
local function resolve(server, buffer, action)
  if action.edit then
    make(server, action)
    return
  end
  client.request(server, buffer, "codeAction/resolve", action, "repairing", function(resolved)
    make(server, resolved)
  end)
end

local function choose(server, buffer, repairs)
  local function title(action)
    return action.title
  end
  vim.ui.select(repairs, { prompt = "Repair the domain", format_item = title }, function(chosen)
    if chosen then
      resolve(server, buffer, chosen)
    end
  end)
end

-- Ask for repairs until some are known: the server answers after a while with what it has by then.
local function ask(server, buffer, tries, use)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    range = whole(buffer),
    context = { diagnostics = {}, only = { "quickfix" }, triggerKind = INVOKED },
  }
  local method = "textDocument/codeAction"
  client.request(server, buffer, method, params, "searching for repairs", function(actions)
    local repairs = vim.tbl_filter(function(action)
      return action.title:find(TITLE) ~= nil
    end, actions or {})
    if #repairs > 0 or tries == 1 then
      use(repairs)
    else
      vim.defer_fn(function()
        ask(server, buffer, tries - 1, use)
      end, PAUSE)
    end
  end)
end

-- Offer the repairs for the plans of a domain, or for this plan.
function M.offer(buffer)
  client.needed(buffer, function(server)
    ask(server, buffer, TRIES, function(repairs)
      if #repairs == 0 then
        client.tell("no repair: all plans have the expected result, or none was found")
      else
        choose(server, buffer, repairs)
      end
    end)
  end)
end

return M
