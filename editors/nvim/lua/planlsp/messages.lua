-- Findings below the line of the cursor, so that one reads them without knowing a key. Whoever has
-- set up how messages are shown keeps that; the setting is made for this server's findings alone.

local M = {}

local BRANCH = 6 -- columns of `└──── `, which Neovim draws before a message
local NARROWEST = 30 -- columns; a message beside which less room is left is not broken there

-- Whether Neovim leaves it to us: it can draw lines, and nobody has said how messages are shown. Up to
-- 0.10 messages stand behind their lines by default.
local function is_ours()
  local set = vim.diagnostic.config()
  return vim.diagnostic.handlers.virtual_lines and not set.virtual_lines and not set.virtual_text
end

-- How many columns a window has for the message of a finding: Neovim cuts what is longer.
local function room(finding)
  local window = vim.fn.bufwinid(finding.bufnr)
  if window == -1 then
    return vim.o.columns
  end
  local information = vim.fn.getwininfo(window)[1]
  local line = vim.api.nvim_buf_get_lines(finding.bufnr, finding.lnum, finding.lnum + 1, false)[1]
  local indent = vim.fn.strdisplaywidth((line or ""):sub(1, finding.col))
  return information.width - information.textoff - indent - BRANCH
end

-- `text` in lines of so many columns, broken at blanks.
function M.broken(text, columns)
  if columns < NARROWEST then
    return text
  end
  local lines = { "" }
  for word in text:gmatch("%S+") do
    local longer = lines[#lines] == "" and word or lines[#lines] .. " " .. word
    if lines[#lines] ~= "" and vim.fn.strdisplaywidth(longer) > columns then
      table.insert(lines, word)
    else
      lines[#lines] = longer
    end
  end
  return table.concat(lines, "\n")
end

-- Without the code, which says the same in fewer words: the float of CTRL-W d has it.
local function format(finding)
  return M.broken(finding.message, room(finding))
end

-- Neovim does not scroll for lines that are drawn: on the last line of a window nothing would be seen.
local ROWS = 4

local function make_room(window)
  if vim.wo[window].scrolloff < ROWS then
    vim.wo[window][0].scrolloff = ROWS -- while this buffer is in this window
  end
end

-- Break the messages anew when the windows that show them have changed.
local function follow_windows(namespace)
  vim.api.nvim_create_autocmd({ "BufWinEnter", "WinResized", "DiagnosticChanged" }, {
    group = vim.api.nvim_create_augroup("planlsp_messages_" .. namespace, {}),
    callback = function(event)
      for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
        local buffer = vim.api.nvim_win_get_buf(window)
        if #vim.diagnostic.get(buffer, { namespace = namespace }) > 0 then
          make_room(window)
          if event.event ~= "DiagnosticChanged" then -- they are drawn by then
            vim.diagnostic.show(namespace, buffer)
          end
        end
      end
    end,
  })
end

-- Show the findings of a client so.
function M.show(client)
  if not is_ours() then
    return
  end
  -- Of what is pushed and, should the client ask for it, of what is pulled.
  for _, is_pull in ipairs({ false, true }) do
    local namespace = vim.lsp.diagnostic.get_namespace(client.id, is_pull)
    local set = { virtual_lines = { current_line = true, format = format } }
    vim.diagnostic.config(set, namespace)
    follow_windows(namespace)
  end
end

return M
