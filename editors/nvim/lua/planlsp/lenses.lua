-- Code lenses that follow the text, and what they do when they are run.

local M = {}

-- The reference was edited, or another one was set, when findings change.
local EVENTS = { "TextChanged", "InsertLeave", "BufEnter", "DiagnosticChanged" }

-- Draw the lenses of a buffer from now on.
function M.show(buffer)
  if vim.lsp.codelens.enable then
    vim.lsp.codelens.enable(true, { bufnr = buffer })
    return
  end
  local function refresh()
    -- 0.9 and older know the current buffer alone.
    if vim.api.nvim_get_current_buf() == buffer then
      vim.lsp.codelens.refresh({ bufnr = buffer })
    end
  end
  vim.api.nvim_create_autocmd(EVENTS, {
    group = vim.api.nvim_create_augroup("planlsp_lenses_" .. buffer, {}),
    buffer = buffer,
    callback = refresh,
  })
  refresh()
end

-- The command of a lens, (uri, position, locations) in protocol terms: the places in the quickfix list.
function M.show_differences(command, context)
  if vim.tbl_isempty(command.arguments[3]) then
    vim.notify(command.title) -- a lens that only tells a number
    return
  end
  local client = vim.lsp.get_client_by_id(context.client_id)
  local encoding = client and client.offset_encoding or "utf-16"
  vim.fn.setqflist({}, " ", {
    title = command.title,
    items = vim.lsp.util.locations_to_items(command.arguments[3], encoding),
  })
  vim.cmd("botright copen")
end

return M
