-- Opens the files of $PLACES, a JSON object from paths to places, and writes for each place what the
-- syntax files colour it as, to $COLOURS. No server is needed.

local look = dofile(vim.fs.dirname(debug.getinfo(1, "S").source:sub(2)) .. "/look.lua")

local function colour_at(place)
  local line, column = unpack(place)
  local bytes = vim.fn.byteidx(vim.fn.getline(line), column)
  return vim.fn.synIDattr(vim.fn.synID(line, bytes + 1, 1), "name")
end

look.report(function()
  local places = vim.json.decode(table.concat(vim.fn.readfile(vim.env.PLACES), "\n"))
  local colours = {}
  for path, of_file in pairs(places) do
    vim.cmd.edit(vim.fn.fnameescape(path))
    colours[path] = vim.tbl_map(colour_at, of_file)
  end
  vim.fn.writefile({ vim.json.encode(colours) }, vim.env.COLOURS)
  return {}
end)
