"""What any batch is: units of work done by an engine, rows kept in a run that can be continued.

A batch makes a unit of each thing to do, opens a run and asks it for rows::

    from planeval.work.manifest import Manifest
    from planeval.work.run import open_run
    from planeval.work.unit import Kind, Unit

    # In the module that does the work (planeval/solving/unit.py, say):
    KIND = Kind("solve", version=1, module=__name__)

    def work(arguments: Json, files: Mapping[str, str], checkpoint: Checkpoint) -> Json:
        '''One unit. Raise UserError, or anything, and the row has state FAILED and the reason;
        MachineError, and it is LOST.'''

    # Where the batch is run:
    units = [
        Unit(KIND, {"planner": "kairos", "seed": 1}, {"domain": path, "problem": path}, name="p01")
        for path in …
    ]
    manifest = Manifest("planeval solve", limits=…, tools={"kairos": "1.0.6"}, seeds={"seed": 1})
    with Progress("solving", len(units)) as progress:
        with open_run(folder_or_None, manifest, engine) as run:
            for row in run.rows(units, progress):   # in the order of the units, once all are done
                row.state     # UnitState.DONE, FAILED or LOST
                row.value     # what `work` returned, after a trip through JSON; {} unless DONE
                row.reason    # why there is none; "" when DONE
                row.seconds   # wall time of the unit

A command declares ``--run --jobs --dask --ray --shard`` with `planeval.commands.arguments.add_run`
and opens the run with `planeval.commands.arguments.run_of(options, manifest)`. In Python engines
are `Serial()`, `Local(jobs)`, `DaskCluster(address)` and `RayCluster(address)` of
`planeval.work.engines`.

What a batch has to know:

* The key of a unit is made of the kind's name and version, the arguments and the *contents* of the
  files, not of where the files lie or of the unit's name. Whatever may change a row belongs into
  one of them: raise `Kind.version` when the work comes to other rows.
* `work` is given full paths, of files that hold what they did when the unit was made. What people
  call them is not its business: rows should be the same wherever files lie.
* A row is found again by its key, so one folder may serve several stages: call `run.rows` once for
  each, with another kind or ``stage=``.
* A string ``"class"`` in a row's value is what `planeval status` counts rows by.
* `work` runs in another process, on a cluster on another machine, where `planlsp` has to be
  installed in the same version. It must not read standard input, write to standard output, or
  leave processes behind.
* What takes more than a moment calls `checkpoint` several times a second: where the process of the
  run does the units itself, that is what keeps rows, tells how far it is, and ends it.
* Without a folder all is kept in memory and gone with the process.
"""
