-- Which places a line of a review names: `18:12` in the file itself, `reference 17:12` in the other.
-- Lines count from 1, columns are characters and do as well.

local M = {}

local PLACE = "%f[%d](%d+):(%d+)%f[^%d]"

local function place(line, column)
  return { line = tonumber(line), column = tonumber(column) }
end

-- The column of the screen, from 1, at which the byte `at` of `text` is shown.
local function shown_at(text, at)
  return vim.fn.strdisplaywidth(text:sub(1, at - 1)) + 1
end

-- Where the column of the reference begins in the table of two plans: `line  ref.` stands above.
local function column_of_reference(text)
  local at = text:match("%sline%s+()ref%.%s*$")
  return at and shown_at(text, at)
end

-- The places behind a step of a plan: in the column of the reference, or before it.
local function places_of_step(text, column)
  local found = {}
  for at, line, number in text:gmatch("()" .. PLACE) do
    found[shown_at(text, at) < column and "own" or "reference"] = place(line, number)
  end
  return found
end

local function places_of_line(text)
  local found = {}
  local line, column = text:match("reference " .. PLACE)
  if line then
    found.reference = place(line, column)
  end
  line, column = text:gsub("reference %d+:%d+", ""):match("%s" .. PLACE)
  if line then
    found.own = place(line, column)
  end
  return found
end

-- For each line of a review, a table with `own` and `reference`, each `{line, column}` or nil.
--
-- A difference that stands in one file alone has the place of its action in the other one.
function M.of(lines)
  local all, heading, column = {}, {}, nil
  for number, text in ipairs(lines) do
    local begins = column_of_reference(text)
    if begins then
      column, heading = begins, {}
    elseif text == "" then
      column, heading = nil, {}
    end
    local found = column and not begins and places_of_step(text, column) or places_of_line(text)
    if not text:find("^%s") and (found.own or found.reference) then
      heading = found
    elseif found.own or found.reference then
      found.own = found.own or heading.own
      found.reference = found.reference or heading.reference
    end
    all[number] = found
  end
  return all
end

return M
