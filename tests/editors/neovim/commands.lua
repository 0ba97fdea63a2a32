-- In a learned.pddl that names no reference: sets one, then lists an action's differences.

local look = dofile(vim.fs.dirname(debug.getinfo(1, "S").source:sub(2)) .. "/look.lua")

look.report(function()
  local seen = {}
  look.wait_for("the server", function()
    return #vim.lsp.get_clients({ bufnr = 0, name = "planlsp" }) == 1
  end)
  look.wait_for("the first analysis", function()
    return #vim.lsp.buf_request_sync(0, "textDocument/documentSymbol", {
      textDocument = vim.lsp.util.make_text_document_params(0),
    }, 10000) > 0
  end)
  seen.differences_before = look.has_differences()
  vim.cmd.PlanSetReference(vim.fs.dirname(vim.api.nvim_buf_get_name(0)) .. "/reference.pddl")
  look.wait_for("reference diagnostics", look.has_differences)
  local lenses = look.wait_for("code lenses", function()
    local lenses = look.shown_lenses()
    return #lenses >= 3 and lenses
  end)
  vim.api.nvim_win_set_cursor(0, { lenses[#lenses].line + 1, 0 })
  vim.lsp.codelens.run()
  look.wait_for("the quickfix window", function()
    return vim.bo.buftype == "quickfix"
  end)
  seen.quickfix = vim.tbl_map(function(item)
    return vim.fs.basename(vim.api.nvim_buf_get_name(item.bufnr))
  end, vim.fn.getqflist())
  vim.cmd.cclose()
  vim.cmd.PlanReview()
  look.wait_for("the review", function()
    return vim.bo.filetype == "planreview"
  end)
  seen.review = vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
  return seen
end)
