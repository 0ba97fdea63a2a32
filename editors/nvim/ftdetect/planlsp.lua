vim.filetype.add({
  extension = { pddl = "pddl", plan = "plan", soln = "plan" },
  pattern = { ["sas_plan.*"] = "plan" },
})
