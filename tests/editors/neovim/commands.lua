-- In a learned.pddl that names no reference: every command, one after the other.

local look = dofile(vim.fs.dirname(debug.getinfo(1, "S").source:sub(2)) .. "/look.lua")
local wait_for = look.wait_for

local folder = vim.fs.dirname(vim.api.nvim_buf_get_name(0))

-- "name line:column" of the cursor, both from 1.
local function here()
  local line, column = unpack(vim.api.nvim_win_get_cursor(0))
  local name = vim.fs.basename(vim.api.nvim_buf_get_name(0))
  return ("%s %d:%d"):format(name, line, column + 1)
end

local function wait_for_filetype(name)
  wait_for(name, function()
    return vim.bo.filetype == name
  end)
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

local function press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), "mx", false)
end

-- Where `key` leads from the line of the review that has `words`.
local function jump(words, key)
  local review = vim.api.nvim_get_current_win()
  assert(vim.fn.search("\\V" .. words, "w") > 0, words .. " is not in\n" .. text())
  press(key)
  local there = here()
  vim.api.nvim_set_current_win(review)
  return there
end

local function run(command)
  vim.cmd(command)
end

local function set_reference(seen)
  seen.differences_before = look.has_differences()
  run("PlanSetReference " .. vim.fn.fnameescape(folder .. "/reference.pddl"))
  wait_for("reference diagnostics", look.has_differences)
end

local function run_a_lens(seen)
  local lenses = wait_for("code lenses", function()
    local lenses = look.shown_lenses()
    return #lenses >= 3 and lenses
  end)
  vim.api.nvim_win_set_cursor(0, { lenses[#lenses].line + 1, 0 })
  vim.lsp.codelens.run()
  wait_for("the quickfix window", function()
    return vim.bo.buftype == "quickfix"
  end)
  seen.quickfix = vim.tbl_map(function(item)
    return vim.fs.basename(vim.api.nvim_buf_get_name(item.bufnr))
  end, vim.fn.getqflist())
  run("cclose")
end

local function review(seen)
  local source = vim.api.nvim_get_current_buf()
  run("PlanReview")
  wait_for_filetype("planreview")
  seen.review = vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
  seen.jumps = {
    own = jump("+ (not (has ?a ?p))", "gd"),
    reference = jump("- (available ?a)", "gD"),
    action_of_the_other = jump("+ (not (has ?a ?p))", "gD"),
    heading = jump("~ move", "gd"),
  }
  press("gg]d]d")
  seen.second_difference = vim.api.nvim_get_current_line()
  -- It follows an edit: the extra precondition goes.
  local line = tonumber(seen.jumps.own:match("(%d+):"))
  vim.api.nvim_buf_set_lines(source, line - 1, line, false, {})
  wait_for("the review to follow", function()
    return not text():find("+ (not (has ?a ?p))", 1, true)
  end)
  press("q")
  run("buffer " .. source)
  run("edit!")
end

local function compare(seen)
  run("tabnew " .. vim.fn.fnameescape(folder .. "/learned.plan"))
  run("PlanCompare! " .. vim.fn.fnameescape(folder .. "/reference.plan"))
  wait_for_filetype("planreview")
  seen.is_float = vim.api.nvim_win_get_config(0).relative ~= ""
  seen.plans = vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
  vim.fn.search("(move ann square harbour)", "w")
  press("gD")
  seen.missing_step = here()
  run("tabclose")
end

local function validate(seen)
  run("tabnew " .. vim.fn.fnameescape(folder .. "/learned.plan"))
  wait_for("the failing step", function()
    return #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }) > 0
  end)
  run("PlanValidate")
  wait_for_filetype("planreview")
  seen.verdict = vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
  seen.failing_step = jump("invalid", "gd")
  seen.first_step = jump("  1  (pick-up", "gd")
  run("tabclose")
  run("tabnew " .. vim.fn.fnameescape(folder .. "/p01.pddl"))
  run("PlanModel")
  wait_for_filetype("planreview")
  seen.model = vim.api.nvim_buf_get_lines(0, 0, 4, false)
  run("tabclose")
end

local function solve(seen)
  run("tabnew " .. vim.fn.fnameescape(folder .. "/p01.pddl"))
  run("PlanSolve")
  wait_for_filetype("planreview")
  seen.solved = vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
  run("wincmd p")
  seen.plan = { vim.fs.basename(vim.api.nvim_buf_get_name(0)), vim.bo.filetype, vim.bo.modified }
  run("tabclose")
  -- The lens does the same; the name of the first plan is taken, though it is not saved.
  run("tabnew " .. vim.fn.fnameescape(folder .. "/p01.pddl"))
  vim.lsp.commands["planlsp.solveHere"]({ arguments = { vim.uri_from_bufnr(0) } }, {})
  wait_for_filetype("planreview")
  seen.solved_again = vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
  run("tabclose")
  for _, name in ipairs({ "p01.plan", "p01-2.plan" }) do -- unsaved ones are not overwritten
    run("bwipeout! " .. vim.fn.fnameescape(folder .. "/" .. name))
  end
  -- By a planner that is chosen, into the file of the problem's name.
  local settings = { planlsp = { planFile = "overwrite" } }
  for _, client in ipairs(look.clients()) do
    client.settings = vim.tbl_deep_extend("force", client.settings or {}, settings)
    client.config.settings = client.settings
    local notify = vim.fn.has("nvim-0.11") == 1 and client.notify or function(_, ...)
      return client.notify(...)
    end
    notify(client, "workspace/didChangeConfiguration", { settings = settings })
  end
  run("tabnew " .. vim.fn.fnameescape(folder .. "/p01.pddl"))
  vim.ui.select = function(items, options, choose)
    seen.planners = vim.tbl_map(options.format_item, items)
    choose(vim.tbl_filter(function(planner)
      return planner.name == "kairos/anytime"
    end, items)[1])
  end
  run("PlanSolveWith")
  wait_for_filetype("planreview")
  run("wincmd p")
  seen.saved = { vim.fs.basename(vim.api.nvim_buf_get_name(0)), vim.bo.modified }
  seen.solved_with = vim.fn.execute("messages"):match("steps %((kairos/%w+),")
  run("tabclose")
  seen.kept = {}
  for _, keep in ipairs({ "silent write", "", "set nomodified readonly" }) do
    run("tabnew " .. vim.fn.fnameescape(folder .. "/p01.plan"))
    vim.api.nvim_buf_set_lines(0, 0, 0, false, { "; mine" })
    run(keep)
    run("edit " .. vim.fn.fnameescape(folder .. "/p01.pddl"))
    run("PlanSolve")
    wait_for_filetype("planreview")
    run("wincmd p")
    local first = vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
    table.insert(seen.kept, { vim.fs.basename(vim.api.nvim_buf_get_name(0)), first == "; mine", vim.bo.modified })
    run("tabclose")
  end
  local mine = vim.fn.bufnr(folder .. "/p01.plan")
  seen.mine = vim.api.nvim_buf_get_lines(mine, 0, 2, false)
  for _, name in ipairs({ "p01.plan", "p01-2.plan", "p01-3.plan" }) do
    vim.fn.delete(folder .. "/" .. name)
    run("silent! bwipeout! " .. vim.fn.fnameescape(folder .. "/" .. name)) -- or repairs would heed them
  end
end

local function repair(seen)
  local offered
  vim.ui.select = function(items, options, choose)
    offered = vim.tbl_map(options.format_item, items)
    choose(items[1])
  end
  local before = text()
  run("PlanRepair")
  wait_for("the repair", function()
    return text() ~= before
  end)
  seen.repairs = offered
  run("edit!")
end

local function matches(seen)
  local lists, answers = {}, {}
  vim.ui.select = function(items, options, choose)
    if options.prompt:find("^Matches") then
      table.insert(lists, vim.tbl_map(options.format_item, items))
      choose(#lists < 3 and items[1] or nil)
    elseif options.prompt:find("^Is this right") then
      table.insert(answers, options.prompt)
      choose(#answers == 1 and "no" or "another name")
    else
      choose(items[1])
    end
  end
  run("messages clear")
  run("PlanMatches")
  wait_for("the third list", function()
    return #lists == 3
  end)
  seen.matches, seen.answers = lists, answers
  seen.mapping = vim.fn.readfile(folder .. "/learned.mapping.json")
  seen.mapping_line = vim.fn.search(";;!mapping: learned.mapping.json", "nw")
  vim.fn.delete(folder .. "/learned.mapping.json")
  run("edit!")
end

local function restart(seen)
  local client = wait_for("the server", function()
    return look.clients({ bufnr = 0 })[1]
  end)
  run("messages clear")
  run("PlanReview") -- which is given up
  run("PlanRestart")
  run("PlanReview") -- which the other server is asked, that knows of no reference
  wait_for("the other server's answer", function()
    return vim.fn.execute("messages"):find("no reference for")
  end)
  seen.said = vim.fn.execute("messages")
  local other = wait_for("another server", function()
    local now = look.clients({ bufnr = 0 })[1]
    return now and now.id ~= client.id and now
  end)
  seen.is_restarted = other ~= nil
  run("PlanLog")
  seen.log = vim.fs.basename(vim.api.nvim_buf_get_name(0))
  run("close")
end

local function viewer(seen)
  run("PlanViewer " .. vim.fn.fnameescape(folder .. "/reference.pddl"))
  seen.viewer = wait_for("the viewer", function()
    return vim.bo.buftype == "terminal" and text():find("F1 0%.848") and vim.bo.buftype
  end)
  vim.api.nvim_chan_send(vim.bo.channel, "q")
  wait_for("the viewer to end", function()
    return vim.bo.buftype == ""
  end)
end

look.report(function()
  local seen = {}
  wait_for("the server", function()
    return #look.clients({ bufnr = 0 }) == 1
  end)
  wait_for("the first analysis", function()
    return #vim.lsp.buf_request_sync(0, "textDocument/documentSymbol", {
      textDocument = vim.lsp.util.make_text_document_params(0),
    }, 10000) > 0
  end)
  set_reference(seen)
  run_a_lens(seen)
  review(seen)
  compare(seen)
  validate(seen)
  solve(seen)
  set_reference({})
  repair(seen)
  matches(seen)
  restart(seen)
  viewer(seen)
  seen.completed = vim.tbl_map(vim.fs.basename, vim.fn.getcompletion("PlanCompare " .. folder .. "/", "cmdline"))
  return seen
end)
