-- The client's half of the server's commands, and lenses that follow the text.

if vim.g.loaded_planlsp then
  return
end
vim.g.loaded_planlsp = true

-- A code lens carries this command: (uri, position, locations), all in protocol terms.
vim.lsp.commands["planlsp.showDifferences"] = function(command, context)
  if vim.tbl_isempty(command.arguments[3]) then
    return -- a lens that only tells a number
  end
  local client = vim.lsp.get_client_by_id(context.client_id)
  local encoding = client and client.offset_encoding or "utf-16"
  vim.fn.setqflist({}, " ", {
    title = command.title,
    items = vim.lsp.util.locations_to_items(command.arguments[3], encoding),
  })
  vim.cmd("botright copen")
end

vim.api.nvim_create_user_command("PlanlspSetReference", function(options)
  local reference = vim.NIL -- takes back what was set before
  if options.args ~= "" then
    reference = vim.uri_from_fname(vim.fn.fnamemodify(options.args, ":p"))
  end
  vim.lsp.buf_request(0, "workspace/executeCommand", {
    command = "planlsp.setReference",
    arguments = { vim.uri_from_bufnr(0), reference },
  }, function(problem)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
    end
  end)
end, { nargs = "?", complete = "file", desc = "Compare this file with a reference" })

-- A report in a buffer of its own, in Markdown.
local function show_report(report)
  vim.cmd("botright new")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(report, "\n", { trimempty = true }))
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.filetype = "nofile", "wipe", "markdown"
  vim.bo.modifiable = false
end

local function report_on(command, arguments)
  table.insert(arguments, "markdown")
  vim.lsp.buf_request(0, "workspace/executeCommand", {
    command = command,
    arguments = arguments,
  }, function(problem, report)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
    elseif report then
      show_report(report)
    end
  end)
end

vim.api.nvim_create_user_command("PlanlspCompare", function(options)
  local other = vim.NIL -- stands for the reference
  if options.args ~= "" then
    other = vim.uri_from_fname(vim.fn.fnamemodify(options.args, ":p"))
  end
  local kind = vim.bo.filetype == "plan" and "comparePlans" or "compareDomains"
  report_on("planlsp." .. kind, { vim.uri_from_bufnr(0), other })
end, { nargs = "?", complete = "file", desc = "Compare this file with another, or its reference" })

vim.api.nvim_create_user_command("PlanlspValidate", function()
  report_on("planlsp.validatePlan", { vim.uri_from_bufnr(0) })
end, { desc = "Execute this plan" })

local function show_lenses(buffer)
  if vim.lsp.codelens.enable then
    vim.lsp.codelens.enable(true, { bufnr = buffer })
    return
  end
  local refresh = function()
    vim.lsp.codelens.refresh({ bufnr = buffer })
  end
  -- DiagnosticChanged: the reference was edited, or another one was set.
  local events = { "TextChanged", "InsertLeave", "BufEnter", "DiagnosticChanged" }
  vim.api.nvim_create_autocmd(events, {
    group = vim.api.nvim_create_augroup("planlsp_lenses_" .. buffer, {}),
    buffer = buffer,
    callback = refresh,
  })
  refresh()
end

-- Messages below the line of the cursor, so that `]d` shows what it has jumped to. Whoever has set
-- up how messages are shown keeps that.
local function show_messages(client)
  local set = vim.diagnostic.config()
  if not vim.diagnostic.handlers.virtual_lines or set.virtual_lines or set.virtual_text then
    return
  end
  -- Of what is pushed and, should the client ask for it, of what is pulled.
  for _, is_pull in ipairs({ false, true }) do
    local namespace = vim.lsp.diagnostic.get_namespace(client.id, is_pull)
    vim.diagnostic.config({ virtual_lines = { current_line = true } }, namespace)
  end
end

vim.api.nvim_create_autocmd("LspAttach", {
  group = vim.api.nvim_create_augroup("planlsp", {}),
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if not client or client.name ~= "planlsp" then
      return
    end
    if vim.g.planlsp_lenses ~= false then
      show_lenses(event.buf)
    end
    if vim.g.planlsp_messages ~= false then
      show_messages(client)
    end
  end,
})
