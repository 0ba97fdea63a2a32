-- What both scripts need: waiting, looking at diagnostics and lenses, ending.

local M = {}

M.FIXED = "missing-precondition"

function M.wait_for(what, condition)
  local ok, result
  local done = vim.wait(60000, function()
    ok, result = pcall(condition)
    return ok and result
  end, 20)
  if not done then
    error("waited in vain for " .. what .. (ok and "" or ": " .. tostring(result)))
  end
  return result
end

function M.clients(filter)
  local list = vim.lsp.get_clients or vim.lsp.get_active_clients
  return list(vim.tbl_extend("force", { name = "planlsp" }, filter or {}))
end

local SEVERITIES = { "error", "warning", "information", "hint" }

function M.findings()
  return vim.tbl_map(function(found)
    return {
      code = tostring(found.code),
      severity = SEVERITIES[found.severity],
      message = found.message,
      line = found.lnum,
    }
  end, vim.diagnostic.get(0))
end

-- As drawn: virtual lines that the runtime's own refresh put there, not a request of this script.
function M.shown_lenses()
  if vim.lsp.codelens.enable then -- 0.12 draws them with the screen, which there is none of
    return vim.tbl_map(function(shown)
      return { line = shown.lens.range.start.line, title = shown.lens.command.title }
    end, vim.lsp.codelens.get({ bufnr = 0 }))
  end
  local lenses = {}
  for name, namespace in pairs(vim.api.nvim_get_namespaces()) do
    if name:find("codelens") then
      local marks = vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })
      for _, mark in ipairs(marks) do
        local texts = vim.tbl_map(function(chunk)
          return chunk[1]
        end, mark[4].virt_text or {})
        table.insert(lenses, { line = mark[2], title = table.concat(texts) })
      end
    end
  end
  return lenses
end

function M.has_differences()
  return vim.iter(M.findings()):any(function(found)
    return found.code == M.FIXED
  end)
end

local function run(look)
  local ok, result = xpcall(look, debug.traceback)
  if ok then
    vim.fn.writefile({ vim.json.encode(result) }, vim.env.REVIEW_REPORT)
  else
    io.stderr:write(result .. "\n" .. vim.inspect(M.findings()) .. "\n")
  end
  for _, client in ipairs(M.clients()) do
    if vim.fn.has("nvim-0.11") == 1 then
      client:stop()
    else
      client.stop()
    end
  end
  vim.wait(5000, function()
    return #M.clients() == 0
  end)
  vim.cmd(ok and "qall!" or "cquit 1")
end

-- Runs `look` once Neovim has started, as for a person; writes what it returns to $REVIEW_REPORT, and
-- quits with 0; with 1 when it failed.
function M.report(look)
  vim.api.nvim_create_autocmd("VimEnter", {
    once = true,
    callback = vim.schedule_wrap(function()
      run(look)
    end),
  })
end

return M
