-- The matches of names as questions: choose one, answer it, and so on with those that are left.

local client = require("planlsp.client")

local M = {}

local SIGNS = { uncertain = "?", ["not matched"] = "?", confirmed = "✓", found = " " }

local function line_of(match)
  local state = match.state == "not matched" and "not matched, " or ""
  local why = ("%s%.2f: %s"):format(state, match.confidence, match.evidence)
  return ("%s %s  (%s)"):format(SIGNS[match.state], match.text, why)
end

local list

local function answer(buffer, match, word)
  local arguments = { vim.uri_from_bufnr(buffer), match, word }
  client.execute(buffer, "answerMatch", arguments, "matching names", function(answered)
    vim.cmd("silent! checktime") -- the server has written the mapping
    client.tell(answered.message)
    list(buffer, answered)
  end)
end

local function choose_name(buffer, match, names)
  vim.ui.select(names, { prompt = match.text .. ": which reference name instead?" }, function(name)
    if name then
      answer(buffer, match, "=" .. name)
    end
  end)
end

function list(buffer, listed)
  local prompt = "Matches, uncertain ones first"
  vim.ui.select(listed.matches, { prompt = prompt, format_item = line_of }, function(match)
    if not match then
      return
    end
    local answers = { "yes", "no", "another name" }
    vim.ui.select(answers, { prompt = "Is this right? " .. match.text }, function(word)
      if word == answers[3] then
        choose_name(buffer, match, listed.names[match.kind] or {})
      elseif word then
        answer(buffer, match, word)
      end
    end)
  end)
end

-- List the matches of a domain and its reference.
function M.show(buffer)
  local arguments = { vim.uri_from_bufnr(buffer) }
  client.execute(buffer, "nameMatches", arguments, "matching names", function(listed)
    list(buffer, listed)
  end)
end

return M
