-- The repairs that the server knows of a domain, or of the domain of a plan: read their edits, choose
-- one, have it made.

local client = require("planlsp.client")

local M = {}

-- A file that has just been opened has plans that are being executed.
local TRIES, PAUSE = 20, 500 -- times, milliseconds

local function make(server, repair)
  vim.lsp.util.apply_workspace_edit(repair.edit, server.offset_encoding)
  local files = {}
  for _, change in ipairs(repair.edit.documentChanges or {}) do
    table.insert(files, vim.fn.fnamemodify(vim.uri_to_fname(change.textDocument.uri), ":t"))
  end
  for uri in pairs(repair.edit.changes or {}) do
    table.insert(files, vim.fn.fnamemodify(vim.uri_to_fname(uri), ":t"))
  end
  client.tell(("repaired %s, not saved yet"):format(table.concat(files, ", ")))
end

local function choose(server, repairs)
  -- Some pickers cut lines off: what tells repairs apart comes first.
  local function written(repair)
    return ("%s: %s"):format(table.concat(repair.edits, "; "), repair.title)
  end
  vim.ui.select(repairs, { prompt = "Repair the domain", format_item = written }, function(chosen)
    if chosen then
      make(server, chosen)
    end
  end)
end

-- Ask for repairs until some are known, or it is known why there are none.
local function ask(buffer, tries, use)
  local uri = vim.uri_from_bufnr(buffer)
  client.execute(buffer, "repairs", { uri }, "searching for repairs", function(answer)
    if answer.isFinal or tries == 1 then
      use(answer)
    else
      vim.defer_fn(function()
        ask(buffer, tries - 1, use)
      end, PAUSE)
    end
  end)
end

-- Offer the repairs for the plans of a domain, or for this plan.
function M.offer(buffer)
  client.needed(buffer, function(server)
    ask(buffer, TRIES, function(answer)
      if #answer.repairs == 0 then
        client.tell("no repair: " .. answer.reason)
      else
        choose(server, answer.repairs)
      end
    end)
  end)
end

return M
