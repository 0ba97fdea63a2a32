-- Which places a line of a review names: `learned:18` or `18:12` in the file itself, `reference:17` or
-- `reference 17:12` in the other; in the table of two plans, the steps that differ.
-- Lines count from 1, columns are characters and do as well; without a column the text of the line counts.

local M = {}

local PLACE = "%f[%d](%d+):(%d+)%f[^%d]"

local function place(line, column)
  return line and { line = tonumber(line), column = tonumber(column) } or nil
end

-- The steps of a plan by number, of the table below `reference.plan  learned.plan     step`: where their
-- two columns end on the screen.
local function columns_of_steps(text)
  local theirs, ours = text:match("^.-%S()  +%S.-()  +step%s*$")
  if theirs then
    return {
      reference = vim.fn.strdisplaywidth(text:sub(1, theirs - 1)),
      own = vim.fn.strdisplaywidth(text:sub(1, ours - 1)),
    }
  end
end

local function places_of_step(text, columns, steps)
  return {
    reference = steps.reference[tonumber(text:sub(1, columns.reference))],
    own = steps.own[tonumber(text:sub(columns.reference + 1, columns.own))],
  }
end

local function places_of_line(text)
  local found = {
    reference = place(text:match("reference " .. PLACE)) or place(text:match("%f[%w]reference:(%d+)")),
  }
  local rest = text:gsub("reference %d+:%d+", "")
  found.own = place(rest:match("%s" .. PLACE)) or place(rest:match("%f[%w]learned:(%d+)"))
  return found
end

-- For each line of a review, a table with `own` and `reference`, each `{line, column}` or nil. `steps`
-- has the places of the steps that differ, by side and number.
--
-- A difference that stands in one file alone has the place of its action in the other one.
function M.of(lines, steps)
  local all, heading, columns = {}, {}, nil
  for number, text in ipairs(lines) do
    local begins = columns_of_steps(text)
    if begins or text == "" then
      columns, heading = begins, {}
    end
    local found = columns and not begins and places_of_step(text, columns, steps) or places_of_line(text)
    if not text:find("^%s") and (found.own or found.reference) then
      heading = found
    elseif not columns and (found.own or found.reference) then
      found.own = found.own or heading.own
      found.reference = found.reference or heading.reference
    end
    all[number] = found
  end
  return all
end

-- The places of the steps that differ, of the data of a comparison of plans.
function M.of_steps(data)
  local steps = { own = {}, reference = {} }
  for _, change in ipairs(data.changes) do
    for side, key in pairs({ own = "learned", reference = "reference" }) do
      local step = change[key]
      if type(step) == "table" and type(step.where) == "table" then
        steps[side][step.step] = place(step.where.line, step.where.column)
      end
    end
  end
  return steps
end

return M
