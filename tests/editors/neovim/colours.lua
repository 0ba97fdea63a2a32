-- In a learned.pddl with a reference: colours without and with the server, and a jump to a finding.

local look = dofile(vim.fs.dirname(debug.getinfo(1, "S").source:sub(2)) .. "/look.lua")

-- The line and the column, both from zero, of the first match.
local function place_of(pattern)
  local line, column = unpack(vim.fn.searchpos(pattern, "nw"))
  return line - 1, column - 1
end

local function syntax_at(pattern)
  local line, column = place_of(pattern)
  return vim.fn.synIDattr(vim.fn.synID(line + 1, column + 1, 1), "name")
end

local function token_at(pattern)
  local line, column = place_of(pattern)
  local tokens = vim.lsp.semantic_tokens.get_at_pos(0, line, column)
  return tokens and tokens[1] and tokens[1].type
end

-- What is drawn below a line.
local function drawn_lines(line)
  local drawn = {}
  for _, namespace in pairs(vim.api.nvim_get_namespaces()) do
    local range = { { line, 0 }, { line, -1 } }
    local marks = vim.api.nvim_buf_get_extmarks(0, namespace, range[1], range[2], { details = true })
    for _, mark in ipairs(marks) do
      for _, chunks in ipairs(mark[4].virt_lines or {}) do
        for _, chunk in ipairs(chunks) do
          table.insert(drawn, chunk[1])
        end
      end
    end
  end
  return table.concat(drawn)
end

look.report(function()
  local seen = { syntax = {}, tokens = {} }
  vim.cmd("syntax enable")
  for name, pattern in pairs({
    comment = "; The same",
    directive = "!\\zsreference:",
    keyword = ":action",
    define = "define",
    operator = "and$",
    variable = "?a - courier",
    type = "courier ?l",
  }) do
    seen.syntax[name] = syntax_at(pattern)
  end
  look.wait_for("semantic tokens", function()
    return token_at("pick-up")
  end)
  for name, pattern in pairs({
    action = "pick-up",
    predicate = "available ?a",
    type = "courier ?l",
    variable = "?a - courier",
  }) do
    seen.tokens[name] = token_at(pattern)
  end
  look.wait_for("reference diagnostics", look.has_differences)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.diagnostic.jump({ count = 1 })
  vim.api.nvim_exec_autocmds("CursorMoved", { buffer = 0 }) -- there is no screen to move it on
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  seen.message = vim.diagnostic.get(0, { lnum = line })[1].message
  seen.below = look.wait_for("the message below the line", function()
    local drawn = drawn_lines(line)
    return drawn ~= "" and drawn
  end)
  return seen
end)
