-- In learned.pddl: begins a literal in a precondition, and takes what is offered first.

local look = dofile(vim.fs.dirname(debug.getinfo(1, "S").source:sub(2)) .. "/look.lua")

look.report(function()
  local seen = {}
  look.wait_for("reference diagnostics", look.has_differences)
  local row = vim.fn.search("(available ?a))$", "w")
  local indent = vim.fn.getline(row):match("^%s*")
  vim.fn.append(row - 1, indent .. "(avail)")
  vim.api.nvim_win_set_cursor(0, { row, #indent + #"(avail" })
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.get_clients({ bufnr = 0, name = "planlsp" })[1]
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local answer = client:request_sync("textDocument/completion", params, 10000, buffer)
  local offered = answer.result.items[1]
  seen.label = offered.label
  local edit = offered.textEdit
  -- From 0.12 on there is one range to insert at and one to replace.
  edit.range = edit.range or edit.replace
  vim.lsp.util.apply_text_edits({ edit }, buffer, client.offset_encoding)
  seen.line = vim.trim(vim.fn.getline(row))
  return seen
end)
