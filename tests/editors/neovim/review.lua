-- Looks at the opened learned.pddl, applies a quick fix, looks again, writes a report, quits.
-- REVIEW_REPORT=report.json nvim --headless learned.pddl -c 'luafile review.lua'

local FIXED = "missing-precondition"

local function wait_for(what, condition)
  local ok, result
  local done = vim.wait(20000, function()
    ok, result = pcall(condition)
    return ok and result
  end, 20)
  if not done then
    error("waited in vain for " .. what .. (ok and "" or ": " .. tostring(result)))
  end
  return result
end

local SEVERITIES = { "error", "warning", "information", "hint" }

local function findings()
  return vim.tbl_map(function(found)
    return {
      code = tostring(found.code),
      severity = SEVERITIES[found.severity],
      message = found.message,
      line = found.lnum,
    }
  end, vim.diagnostic.get(0))
end

local function has_differences()
  return vim.iter(findings()):any(function(found)
    return found.code == FIXED
  end)
end

local function row_and_column(pattern)
  for row, text in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = text:find(pattern)
    if column and not text:match("^%s*;") then
      return row, column - 1
    end
  end
  error("no line matches " .. pattern)
end

local function hover_text()
  local row, column = row_and_column("available")
  vim.api.nvim_win_set_cursor(0, { row, column })
  vim.lsp.buf.hover()
  return wait_for("the hover window", function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
        vim.api.nvim_win_close(window, true)
        return table.concat(lines, "\n")
      end
    end
  end)
end

-- As drawn: virtual lines that the runtime's own refresh put there, not a request of this script.
local function shown_lenses()
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

local function symbol_names()
  local params = { textDocument = vim.lsp.util.make_text_document_params(0) }
  local answers = vim.lsp.buf_request_sync(0, "textDocument/documentSymbol", params, 10000)
  local names = {}
  local function collect(symbols)
    for _, symbol in ipairs(symbols) do
      table.insert(names, symbol.name)
      collect(symbol.children or {})
    end
  end
  for _, answer in pairs(answers) do
    collect(answer.result)
  end
  return names
end

local function apply_fix()
  local target = vim.iter(vim.diagnostic.get(0)):find(function(found)
    return found.code == FIXED
  end)
  local seen = vim.iter(findings()):find(function(found)
    return found.code == FIXED
  end)
  vim.api.nvim_win_set_cursor(0, { target.lnum + 1, target.col })
  vim.lsp.buf.code_action({
    apply = true,
    context = { only = { "quickfix" }, diagnostics = { target.user_data.lsp } },
    filter = function(action)
      return vim.iter(action.diagnostics or {}):any(function(diagnostic)
        return diagnostic.message == seen.message
      end)
    end,
  })
  return seen
end

local function count(message)
  return #vim.tbl_filter(function(found)
    return found.message == message
  end, findings())
end

local function review()
  assert(vim.bo.filetype == "pddl", "the file type is " .. vim.bo.filetype)
  local seen = {}
  wait_for("reference diagnostics", has_differences)
  seen.findings = findings()
  seen.hover = hover_text()
  seen.lenses = wait_for("code lenses", function()
    local lenses = shown_lenses()
    return #lenses >= 3 and lenses
  end)
  seen.symbols = symbol_names()
  seen.lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  seen.fixed = apply_fix()
  wait_for("the fixed diagnostic to vanish", function()
    return count(seen.fixed.message) == 0
  end)
  seen.findings_after_fix = findings()
  vim.fn.writefile({ vim.json.encode(seen) }, vim.env.REVIEW_REPORT)
end

local ok, problem = xpcall(review, debug.traceback)
if not ok then
  io.stderr:write(problem .. "\n" .. vim.inspect(findings()) .. "\n")
end
for _, client in ipairs(vim.lsp.get_clients()) do
  client:stop()
end
vim.wait(5000, function()
  return #vim.lsp.get_clients() == 0
end)
vim.cmd(ok and "qall!" or "cquit 1")
