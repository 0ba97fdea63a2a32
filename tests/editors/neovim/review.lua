-- Looks at the opened learned.pddl, applies a quick fix, looks again, writes a report, quits.
-- REVIEW_REPORT=report.json nvim --headless learned.pddl -c 'luafile review.lua'

local look = dofile(vim.fs.dirname(debug.getinfo(1, "S").source:sub(2)) .. "/look.lua")
local wait_for, findings, FIXED = look.wait_for, look.findings, look.FIXED

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

-- A message without what the difference does to plans: that is told later.
local function difference(message)
  return (message:gsub("; .*", ""))
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
        return difference(diagnostic.message) == difference(seen.message)
      end)
    end,
  })
  return seen
end

local function count(message)
  return #vim.tbl_filter(function(found)
    return difference(found.message) == difference(message)
  end, findings())
end

local function review()
  assert(vim.bo.filetype == "pddl", "the file type is " .. vim.bo.filetype)
  local seen = {}
  wait_for("reference diagnostics", look.has_differences)
  seen.findings = findings()
  seen.hover = hover_text()
  seen.lenses = wait_for("code lenses", function()
    local lenses = look.shown_lenses()
    return #lenses >= 3 and lenses
  end)
  seen.symbols = symbol_names()
  seen.lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  seen.fixed = apply_fix()
  wait_for("the fixed diagnostic to vanish", function()
    return count(seen.fixed.message) == 0
  end)
  seen.findings_after_fix = findings()
  return seen
end

look.report(review)
