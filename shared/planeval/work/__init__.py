"""Batches: units of work executed by an engine, with rows stored in a run that can be continued.

A batch makes a unit of each task, opens a run and iterates over its rows::

    from planeval.work.manifest import Manifest
    from planeval.work.run import open_run
    from planeval.work.unit import Kind, Unit

    # In the module that does the work (planeval/solving/unit.py, say):
    KIND = Kind("solve", version=1, module=__name__)

    def work(arguments: Json, files: Mapping[str, str], checkpoint: Checkpoint) -> Json:
        '''Do one unit. An exception becomes a row with state FAILED and its reason; MachineError
        one with state LOST.'''

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
                row.value     # the result of `work`, as read back from JSON; {} unless DONE
                row.reason    # why there is no value; "" if DONE
                row.seconds   # wall time of the unit

A command declares ``--run --jobs --dask --ray --shard`` with `planeval.commands.arguments.add_run`
and opens the run with `planeval.commands.arguments.run_of(options, manifest)`. In Python engines
are `Serial()`, `Local(jobs)`, `DaskCluster(address)` and `RayCluster(address)` of
`planeval.work.engines`.

Rules for a batch:

* The key of a unit is a hash of the kind's name and version, the arguments, and the *contents* of
  the files, but not of their paths or of the unit's name. Everything that may change a row must be
  part of the key: raise `Kind.version` when the work produces other rows.
* `work` gets absolute paths of files whose contents are those from when the unit was made. Rows
  should not depend on the paths.
* Rows are found by key, so one folder may have several stages: call `run.rows` once per stage, with
  another kind or ``stage=``.
* `planeval status` counts rows by the string ``"class"`` in their value.
* `work` runs in another process, or on another machine of a cluster, which must have the same
  version of `planlsp`. It must not read standard input, write to standard output, or leave
  processes behind.
* Long work calls `checkpoint` several times a second: if units run in the process of the run
  itself, the checkpoint commits rows, reports progress, and stops the run.
* Without a folder, rows are in memory and lost when the process ends.
"""
