-- Reviews and verdicts: text from the server in a buffer of its own, from which one jumps to both
-- files.

local client = require("planlsp.client")
local places = require("planlsp.places")

local M = {}

-- After the last change of findings, a review that is shown is made anew.
local PAUSE = 300 -- milliseconds

local group = vim.api.nvim_create_augroup("planlsp_review", {})

-- What is shown, by the number of the buffer that shows it: what was asked, and where it names what.
local shown = {}

local function window_of(buffer)
  local window = vim.fn.bufwinid(buffer)
  return window ~= -1 and window or nil
end

-- Where a file is gone to from a review: the window that was left, if it holds a file.
local function go_to_window()
  local review = vim.api.nvim_get_current_win()
  vim.cmd("wincmd p")
  local here = vim.api.nvim_get_current_win()
  if here ~= review and vim.bo.buftype == "" then
    return
  end
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.bo[vim.api.nvim_win_get_buf(window)].buftype == "" then
      vim.api.nvim_set_current_win(window)
      return
    end
  end
  vim.cmd("aboveleft split")
end

-- Characters become bytes.
local function set_cursor(place)
  local line = math.min(place.line, vim.api.nvim_buf_line_count(0))
  local text = vim.api.nvim_buf_get_lines(0, line - 1, line, false)[1] or ""
  local column = place.column and vim.fn.byteidx(text, place.column - 1) or #text:match("^%s*")
  vim.cmd("normal! m'") -- CTRL-O comes back
  vim.api.nvim_win_set_cursor(0, { line, column < 0 and #text or column })
  vim.cmd("normal! zvzz")
end

local function jump(side)
  local review = shown[vim.api.nvim_get_current_buf()]
  local found = review.places[vim.api.nvim_win_get_cursor(0)[1]] or {}
  local place = found[side]
  if not place then
    local what = side == "own" and review.title or "the reference"
    client.tell(("no place in %s on this line"):format(what))
    return
  end
  local uri = side == "own" and review.uri or review.other
  if not uri then
    client.tell("no reference in this review")
    return
  end
  local is_float = vim.api.nvim_win_get_config(0).relative ~= ""
  if is_float then
    vim.api.nvim_win_close(0, true)
  else
    go_to_window()
  end
  local buffer = vim.uri_to_bufnr(uri)
  vim.bo[buffer].buflisted = true
  if buffer ~= vim.api.nvim_get_current_buf() then
    vim.cmd("buffer " .. buffer)
  end
  set_cursor(place)
end

-- Go to the next line that names a place, or to the one before.
local function step(by)
  local review = shown[vim.api.nvim_get_current_buf()]
  local line = vim.api.nvim_win_get_cursor(0)[1] + by
  while line >= 1 and line <= #review.places do
    if next(review.places[line]) then
      vim.cmd("normal! m'")
      vim.api.nvim_win_set_cursor(0, { line, 0 })
      return
    end
    line = line + by
  end
end

local KEYS = {
  { "gd", "jump to the place in the file", function() jump("own") end },
  { "<CR>", "jump to the place in the file", function() jump("own") end },
  { "gD", "jump to the place in the reference", function() jump("reference") end },
  { "]d", "jump to the next difference", function() step(1) end },
  { "[d", "jump to the previous difference", function() step(-1) end },
  { "q", "close the review", function() vim.api.nvim_win_close(0, true) end },
}

local function fill(buffer, review, text)
  local lines = vim.split(text, "\n", { plain = true })
  while lines[#lines] == "" do
    table.remove(lines)
  end
  review.places = review.locate(lines)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines) -- keeps the cursor where it is
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].modified = false
end

-- Have it made anew when findings change: they do with every edit that matters.
local function follow(buffer, review)
  local waiting = 0
  vim.api.nvim_create_autocmd("DiagnosticChanged", {
    group = group,
    buffer = review.source,
    callback = function()
      if not vim.api.nvim_buf_is_valid(buffer) then
        return true -- nobody shows it any more
      end
      waiting = waiting + 1
      local mine = waiting
      vim.defer_fn(function()
        if mine == waiting and shown[buffer] and client.of(review.source) then
          review.ask(function(text)
            if vim.api.nvim_buf_is_valid(buffer) then
              fill(buffer, review, text)
            end
          end)
        end
      end, PAUSE)
    end,
  })
end

local function new_buffer(review)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = "wipe"
  pcall(vim.api.nvim_buf_set_name, buffer, "planlsp-review://" .. review.title)
  for _, key in ipairs(KEYS) do
    vim.keymap.set("n", key[1], key[3], { buffer = buffer, nowait = true, desc = key[2] })
  end
  vim.api.nvim_create_autocmd("BufWipeout", {
    group = group,
    buffer = buffer,
    callback = function()
      shown[buffer] = nil
    end,
  })
  return buffer
end

local function hint(review)
  local other = review.other and " · gD reference" or ""
  return (" gd %s%s · ]d [d next, previous · q close"):format(review.title:gsub("%%", "%%%%"), other)
end

local function open_float(buffer, review)
  local width = math.min(vim.o.columns - 4, 120)
  local height = math.max(1, math.min(vim.o.lines - 6, vim.api.nvim_buf_line_count(buffer)))
  vim.api.nvim_open_win(buffer, true, {
    relative = "editor",
    width = width,
    height = height,
    row = math.floor((vim.o.lines - height) / 2) - 1,
    col = math.floor((vim.o.columns - width) / 2),
    border = "rounded",
    style = "minimal",
    title = vim.fn.has("nvim-0.9") == 1 and hint(review):gsub("%%%%", "%%") .. " " or nil,
  })
end

local function open_split(buffer, review, mods)
  vim.cmd((mods ~= "" and mods or "botright") .. " split")
  vim.api.nvim_win_set_buf(0, buffer)
  vim.wo.winbar = hint(review)
  vim.wo.number, vim.wo.relativenumber, vim.wo.list = false, false, false
  vim.wo.spell, vim.wo.signcolumn = false, "no"
end

-- Show `text`; the window that shows a review of the same is used again.
local function show(review, text, where)
  for buffer, other in pairs(shown) do
    if other.key == review.key and window_of(buffer) then
      other.ask, other.other = review.ask, review.other
      fill(buffer, other, text)
      vim.api.nvim_set_current_win(window_of(buffer))
      return
    end
  end
  local buffer = new_buffer(review)
  shown[buffer] = review
  fill(buffer, review, text)
  if where.float then
    open_float(buffer, review)
  else
    open_split(buffer, review, where.mods)
  end
  vim.wo.wrap = false
  vim.bo[buffer].filetype = "planreview"
  follow(buffer, review)
end

-- The review of a buffer and `other`, a URI, or its reference where that is nil. `where` has `float`,
-- or the modifiers of a split.
function M.compare(buffer, other, where)
  local uri = vim.uri_from_bufnr(buffer)
  local title = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":t")
  local steps = { own = {}, reference = {} }
  local function execute(format, use)
    local arguments = { uri, other or vim.NIL, format }
    client.execute(buffer, "compareFiles", arguments, "comparing " .. title, use)
  end
  local function ask(use)
    if vim.bo[buffer].filetype ~= "plan" then
      execute("text", use)
      return
    end
    -- The text of two plans names steps; their places are in the data.
    execute("json", function(data)
      steps = places.of_steps(data)
      execute("text", use)
    end)
  end
  local function present(reference)
    local review = { source = buffer, uri = uri, other = reference, title = title, ask = ask }
    review.key = "compare " .. uri .. " " .. (other or "")
    review.locate = function(lines)
      return places.of(lines, steps)
    end
    ask(function(text)
      show(review, text, where)
    end)
  end
  if other then
    present(other)
  else
    client.execute(buffer, "referenceOf", { uri }, "searching for the reference", present)
  end
end

-- A verdict leads to what is the first error of the plan: the step that fails.
local function places_of_verdict(lines, buffer)
  -- A step has its place at the end of its line.
  local all = vim.tbl_map(function(text)
    local line, column = text:match("^  %d.*%s(%d+):(%d+)$")
    return line and { own = { line = tonumber(line), column = tonumber(column) } } or {}
  end, lines)
  local errors = vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR })
  if errors[1] then
    local line = vim.api.nvim_buf_get_lines(buffer, errors[1].lnum, errors[1].lnum + 1, false)[1]
    local column = vim.fn.charidx(line or "", errors[1].col)
    all[1].own = { line = errors[1].lnum + 1, column = math.max(column, 0) + 1 }
  end
  return all
end

-- A report on one file, which follows its edits. `locate` finds the places in its lines.
local function of_one_file(buffer, where, command, doing, locate)
  local uri = vim.uri_from_bufnr(buffer)
  local title = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":t")
  local function ask(use)
    client.execute(buffer, command, { uri, "text" }, doing .. " " .. title, use)
  end
  local key = command .. " " .. uri
  local review = { source = buffer, uri = uri, title = title, key = key, ask = ask, locate = locate }
  ask(function(text)
    show(review, text, where)
  end)
end

-- Views of a domain, or of a problem with its domain.
function M.model(buffer, where)
  of_one_file(buffer, where, "showModel", "showing", function(lines)
    return vim.tbl_map(function()
      return {}
    end, lines)
  end)
end

-- How a plan fares when it is executed.
function M.validate(buffer, where)
  of_one_file(buffer, where, "validatePlan", "executing", function(lines)
    return places_of_verdict(lines, buffer)
  end)
end

return M
