-- What planlsp.vim says, for those who ask vim.filetype.match(), such as previews of files.
if vim.filetype then
  vim.filetype.add({
    extension = {
      pddl = "pddl",
      hddl = "pddl",
      ppddl = "pddl",
      plan = "plan",
      soln = "plan",
      solution = "plan",
    },
    pattern = {
      ["sas_plan.*"] = "plan",
      ["plan%.%d+"] = "plan",
      [".*%.plan%.%d+"] = "plan",
      [".*%.soln%.%d+"] = "plan",
      [".*%.sol%.%d+"] = "plan",
      [".*%.solution%.%d+"] = "plan",
    },
  })
end
