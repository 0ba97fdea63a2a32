-- Indents the files that are named and saves them; then types into a new one, line by line, and
-- leaves that as typed.pddl beside them. A line of TYPED is what is typed; each ends with Enter.

for _, file in ipairs(vim.fn.argv()) do
  vim.cmd.edit(vim.fn.fnameescape(file))
  vim.cmd("silent normal! gg=G")
  vim.cmd("silent write")
end
vim.cmd.edit(vim.env.TYPED_FILE)
vim.api.nvim_feedkeys("i" .. vim.env.TYPED:gsub("\n", "\r") .. "\27", "tx", false)
vim.cmd("silent write")
vim.cmd("qall!")
