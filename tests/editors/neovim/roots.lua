-- The roots of the files of $FILES, a JSON list of paths; "" where there is none.

local look = dofile(vim.fs.dirname(debug.getinfo(1, "S").source:sub(2)) .. "/look.lua")

look.report(function()
  return vim.tbl_map(function(path)
    vim.cmd.edit(vim.fn.fnameescape(path))
    return require("planlsp.root").of(0) or ""
  end, vim.json.decode(vim.env.FILES))
end)
