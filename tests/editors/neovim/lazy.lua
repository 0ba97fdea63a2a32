-- Loads the plugins of $SPECS as lazy.nvim does those that are not lazy: it looks for nothing itself, so
-- whatever Neovim does with a folder on the runtime path at start has to be done for each of them.
vim.go.loadplugins = false
for _, plugin in ipairs(assert(loadstring("return {" .. vim.env.SPECS .. "}"))()) do
  local folder = plugin.dir and vim.fn.expand(plugin.dir) or vim.fn.stdpath("data") .. "/lazy/planlsp"
  if plugin.url then
    vim.fn.system({ "git", "clone", "--quiet", "--branch", plugin.branch, plugin.url, folder })
  end
  vim.opt.runtimepath:prepend(folder)
  vim.cmd("filetype plugin indent on")
  for _, kind in ipairs({ "plugin", "ftdetect" }) do
    vim.cmd("augroup filetypedetect")
    for _, file in ipairs(vim.fn.glob(folder .. "/" .. kind .. "/**/*.{vim,lua}", false, true)) do
      vim.cmd("source " .. vim.fn.fnameescape(file))
    end
    vim.cmd("augroup END")
  end
  plugin.config()
end
